import type { Definition } from '@kaiku/contract/definition.ts'
import type { Indicator } from '@kaiku/contract/indicator.ts'
import { localise } from '@kaiku/core/localised.ts'

type Codes = readonly (string | number)[]

/** How an indicator is made, in one English sentence with the questions' ids and titles, for who checks a figure. */
export function formulaOf(definition: Definition, indicator: Indicator, locale: string): string {
  const of = (id: string) => {
    const question = definition.questions.find((one) => one.id === id)
    return question ? `“${localise(question.title, locale, definition.settings.locale)}” (${id})` : id
  }
  const weighted = indicator.weight === 'role' ? ', weighted' : ''
  return `${formula(definition, indicator, of)}${weighted}.`
}

function formula(definition: Definition, indicator: Indicator, of: (id: string) => string): string {
  switch (indicator.measure) {
    case 'mean':
      return `Mean of the valid answers to ${of(indicator.question)}`
    case 'index':
      return `Mean of ${of(indicator.question)}, ${scaleOf(definition, indicator.question)} drawn out to 0–100`
    case 'nps':
      return `Percent of answers ${list(indicator.promoters)} less percent of ${list(indicator.detractors)} to ${of(indicator.question)}`
    case 'topBox':
      return `Percent of valid answers in the best ${indicator.boxes} of ${of(indicator.question)}`
    case 'bottomBox':
      return `Percent of valid answers in the worst ${indicator.boxes} of ${of(indicator.question)}`
    case 'share':
      return `Percent of ${base(definition, indicator.question)} ${list(indicator.set)} to ${of(indicator.question)}`
    case 'composite': {
      const parts = indicator.parts.map(({ indicator: id, weight }) => (weight === 1 ? id : `${weight} × ${id}`))
      return `Per interview the weighted mean of ${parts.join(', ')} where at least ${indicator.minimumParts} of them are valid; the mean of these`
    }
    case 'pooled':
      return `Mean of all answers to ${indicator.parts.map(({ indicator: id }) => id).join(', ')}; n counts people`
    case 'sum':
      return `Sum of the valid answers to ${of(indicator.question)}`
    case 'median':
      return `Median of the valid answers to ${of(indicator.question)}: the mean of the two middle ones`
    case 'count':
      return indicator.question === undefined
        ? 'Number of interviews'
        : `Number of valid answers to ${of(indicator.question)}`
    case 'rate':
      return `Percent of the interviews ${indicator.among === '' ? '' : `with ${indicator.among} `}that have ${indicator.of}`
  }
}

/** Longest list of codes that is written out. */
const longestList = 12

function list(codes: Codes): string {
  const sorted = [...codes].sort((a, b) => Number(a) - Number(b))
  const isRun =
    sorted.length > 2 && sorted.every((code, i) => typeof code === 'number' && code === Number(sorted[0]) + i)
  if (isRun) return `${sorted[0]}–${sorted.at(-1)}`
  return codes.length > longestList ? `${codes.slice(0, longestList).join(', ')} … (${codes.length})` : codes.join(', ')
}

function scaleOf({ questions }: Definition, id: string): string {
  const question = questions.find((one) => one.id === id)
  if (question?.type !== 'scale') return 'the scale'
  const { min, max, falling } = question
  return falling ? `${max} to ${min} (${min} is best)` : `${min} to ${max}`
}

/** What a share is a percentage of. */
const base = ({ questions }: Definition, id: string) =>
  questions.find((one) => one.id === id)?.type === 'multiple'
    ? 'those who answered that chose'
    : 'the valid answers that are'
