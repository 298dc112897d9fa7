import type { MissingValue } from '@kaiku/contract/campaign-missing.ts'
import type { Question } from '@kaiku/contract/question.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { Translate } from '@kaiku/core/localised.ts'
import { type CountedNumber, type NumberBand, numberBands } from '@kaiku/core/number-band.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { isPersonal, keepsAll } from '../figure/personal.ts'
import { shownAnswer } from '../interview-list/shown-answer.ts'
import { scopeOf } from '../selection/scope.ts'

/** People with the same stored value of a field; null: the sample does not say. */
export type RawCount = { readonly raw: string | null; readonly asked: number; readonly answered: number }

/** What a group of a field is called. */
export type GroupName = Pick<MissingValue, 'kind' | 'title' | 'from' | 'to' | 'isAge'>

/** What the sample knows of people, as groups of them. */
export type SampleField = {
  readonly id: string
  readonly title: string
  /** The group that a stored value is in; null: it says nothing. */
  readonly groupOf: (raw: string | null) => string | null
  readonly nameOf: (group: string) => GroupName
  /** In which order groups stand; those without a place stand behind, by their size. */
  readonly order: readonly string[]
}

const named = (title: string): GroupName => ({ kind: 'value', title, from: null, to: null, isAge: false })

/** Numbers up to so many different ones are told one by one. */
const mostNumbers = 12
/** A text that says more different things is no group of people. */
const mostTexts = 30

const unfit = new Set(['date', 'weight', 'comment'])

/** Questions whose answers, known before, may be held against who answered: the viewer may see them of everybody asked. */
export function fieldQuestions(who: Viewer, dictionary: Dictionary): readonly Question[] {
  const own = scopeOf(who, dictionary, 'sendCampaigns')
  const [first] = dictionary.views.values()
  const places = new Set(first ? keysOf(first.view) : [])
  return [...dictionary.questions.values()]
    .map(({ question }) => question)
    .filter(
      (question) =>
        question.type !== 'multiple' &&
        !question.roles.some((role) => unfit.has(role)) &&
        !isPersonal(question) &&
        !places.has(question.id) &&
        keepsAll(who, dictionary, question, own),
    )
}

/** Questions that say where somebody is: the place says the same. */
const keysOf = (view: Dictionary['definition']['views'][number]): readonly string[] =>
  'key' in view ? [view.key] : view.levels.map(({ question }) => question)

/** The field of a question; null: its values are no groups. `year`: which it is now. */
export function questionField(
  dictionary: Dictionary,
  question: Question,
  counts: readonly RawCount[],
  translate: Translate,
  year: number,
): SampleField | null {
  const base = { id: `background:${question.id}`, title: translate(question.title) }
  const missing = new Set(question.missing.map(String))
  const unlessMissing = (raw: string | null, shown = raw) => (shown === null || missing.has(shown) ? null : raw)
  const titled = (raw: string, stored: string | number) => {
    const answer = shownAnswer(dictionary, question, stored, translate)
    return named(answer?.label ?? String(answer?.value ?? raw))
  }
  switch (question.type) {
    case 'choice': {
      const order = question.options.map(({ code }) => code)
      return { ...base, order, groupOf: (raw) => unlessMissing(raw), nameOf: (raw) => titled(raw, raw) }
    }
    case 'text':
      if (counts.length > mostTexts) return null
      return { ...base, order: [], groupOf: (raw) => unlessMissing(raw), nameOf: named }
    case 'date':
      return bandField(base, counts, year, (raw) => (unlessMissing(raw) === null ? null : Number(raw?.slice(0, 4))))
    case 'scale':
    case 'number': {
      const unit = question.type === 'number' ? 10 ** question.decimals : 1
      const numberOf = (raw: string | null) => {
        const value = raw === null ? Number.NaN : Number(raw) / unit
        return Number.isNaN(value) || missing.has(String(value)) ? null : value
      }
      if (question.type === 'number' && question.bands.length > 0)
        return ownBands(base, question.bands, numberOf, translate)
      if (question.type === 'number' && counts.length > mostNumbers) return bandField(base, counts, year, numberOf)
      const order = counts.flatMap(({ raw }) => raw ?? []).sort((a, b) => Number(a) - Number(b))
      return {
        ...base,
        order,
        groupOf: (raw) => (numberOf(raw) === null ? null : raw),
        nameOf: (raw) => titled(raw, Number(raw)),
      }
    }
    case 'multiple':
      return null
  }
}

type Base = Pick<SampleField, 'id' | 'title'>
type NumberOf = (raw: string | null) => number | null
type OwnBand = Extract<Question, { type: 'number' }>['bands'][number]

/** Groups that the survey itself has for a number. */
function ownBands(base: Base, bands: readonly OwnBand[], numberOf: NumberOf, translate: Translate): SampleField {
  const isIn = (value: number, { from, to }: OwnBand) => (from ?? -Infinity) <= value && value <= (to ?? Infinity)
  return {
    ...base,
    order: bands.map(({ id }) => id),
    groupOf: (raw) => {
      const value = numberOf(raw)
      return value === null ? null : (bands.find((band) => isIn(value, band))?.id ?? null)
    },
    nameOf: (group) => {
      const band = bands.find(({ id }) => id === group)
      return named(band ? translate(band.title) : group)
    },
  }
}

function bandField(base: Base, counts: readonly RawCount[], year: number, numberOf: NumberOf): SampleField | null {
  const numbers = counts.flatMap(({ raw, asked }): CountedNumber[] => {
    const value = numberOf(raw)
    return value === null ? [] : [{ value, n: asked }]
  })
  if (numbers.length === 0) return null
  const bandOf = numberBands(numbers, year)
  const bands = new Map<string, NumberBand>()
  for (const { value } of numbers) bands.set(keyOf(bandOf(value)), bandOf(value))
  const start = ([, { from }]: [string, NumberBand]) => from ?? -Infinity
  return {
    ...base,
    order: [...bands].sort((a, b) => start(a) - start(b)).map(([key]) => key),
    groupOf: (raw) => {
      const value = numberOf(raw)
      return value === null ? null : keyOf(bandOf(value))
    },
    nameOf: (key) => {
      const { from = null, to = null, isAge = false } = bands.get(key) ?? {}
      return { kind: 'band', title: '', from, to, isAge }
    },
  }
}

const keyOf = ({ from, to }: NumberBand) => `${from ?? ''}–${to ?? ''}`

/** Where people are: the places right below the deepest one that holds them all, in the survey’s first view. */
export function placeField(
  { views }: Dictionary,
  counts: readonly RawCount[],
  translate: Translate,
): SampleField | null {
  const [view] = views.values()
  if (!view) return null
  const { tree } = view
  const leafOf = (raw: string | null) => (raw === null ? rootNumber : Number(raw))
  const lines = counts.map(({ raw }) => tree.line(leafOf(raw)).map(({ number }) => number))
  const [one = []] = lines
  const split = one.findIndex((number, depth) => lines.some((line) => line[depth] !== number))
  const depth = split < 0 ? one.length : split
  const nameOf = (number: string) => named(translate(tree.nodes.get(Number(number))?.name ?? view.view.root.title))
  return {
    id: 'place',
    title: '',
    order: [],
    nameOf,
    groupOf: (raw) => {
      const line = tree.line(leafOf(raw))
      return String((line[depth] ?? line.at(-1))?.number ?? rootNumber)
    },
  }
}

/** The language that people are written to in, by its own code. */
export const localeField: SampleField = {
  id: 'locale',
  title: '',
  order: [],
  groupOf: (raw) => raw,
  nameOf: named,
}
