import type { Definition } from '@kaiku/contract/definition.ts'
import type { Indicator, shownIndicator } from '@kaiku/contract/indicator.ts'
import type { Question } from '@kaiku/contract/question.ts'
import { localise } from '@kaiku/core/localised.ts'
import type { z } from 'zod'

export type ShownIndicator = z.output<typeof shownIndicator>
type Nps = Extract<Indicator, { measure: 'nps' }>
type Bounds = ShownIndicator['bounds']

const percent: ReadonlySet<Indicator['measure']> = new Set(['topBox', 'bottomBox', 'share', 'rate'])

/** The survey's indicators as its viewer meets them, in the order of the definition. */
export const shownIndicators = (definition: Definition, locale: string): ShownIndicator[] =>
  definition.indicators.map((indicator) => shownAs(definition, indicator, locale))

export function shownAs(definition: Definition, indicator: Indicator, locale: string): ShownIndicator {
  const { id, title, measure, decimals, better, target = null, weight } = indicator
  const question = questionOf(definition, indicator)
  return {
    id,
    measure,
    decimals,
    better,
    target,
    title: localise(title, locale, definition.settings.locale),
    bounds: boundsOf(definition, indicator),
    unit: percent.has(measure)
      ? '%'
      : keepsUnit.has(measure) && question?.type === 'number'
        ? (question.unit ?? '')
        : '',
    weighted: weight === 'role',
    ...(indicator.measure === 'nps' && question?.type === 'scale' && { nps: groupsOf(indicator, question.max) }),
  }
}

const groupsOf = ({ promoters, detractors }: Pick<Nps, 'promoters' | 'detractors'>, top: number) => ({
  top,
  promoters: promoters.map(String),
  detractors: detractors.map(String),
})

const keepsUnit: ReadonlySet<Indicator['measure']> = new Set(['mean', 'median', 'sum'])

const questionOf = ({ questions }: Definition, indicator: Indicator): Question | undefined =>
  'question' in indicator ? questions.find(({ id }) => id === indicator.question) : undefined

/** The scale that values live on; null where any value is possible. */
export function boundsOf(definition: Definition, indicator: Indicator): Bounds {
  switch (indicator.measure) {
    case 'nps':
      return { low: -100, high: 100 }
    case 'index':
    case 'topBox':
    case 'bottomBox':
    case 'share':
    case 'rate':
      return { low: 0, high: 100 }
    case 'mean':
    case 'median': {
      const question = questionOf(definition, indicator)
      if (question?.type !== 'scale' && question?.type !== 'number') return null
      const { min, max } = question
      return min === undefined || max === undefined ? null : { low: min, high: max }
    }
    case 'composite':
    case 'pooled':
      return hull(definition, indicator.parts)
    case 'sum':
    case 'count':
      return null
  }
}

function hull(definition: Definition, parts: readonly { indicator: string }[]): Bounds {
  const all = parts.map((part) => {
    const found = definition.indicators.find(({ id }) => id === part.indicator)
    return found && !('parts' in found) ? boundsOf(definition, found) : null
  })
  const known = all.filter((bounds) => bounds !== null)
  if (known.length < all.length || known.length === 0) return null
  return { low: Math.min(...known.map(({ low }) => low)), high: Math.max(...known.map(({ high }) => high)) }
}
