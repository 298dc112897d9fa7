import { optionCap } from '@kaiku/core/filter-kind.ts'
import { localise } from '@kaiku/core/localised.ts'
import { fold } from '@kaiku/core/text.ts'
import { LRUCache } from 'lru-cache'
import { dataState, toldState } from '../aggregate/data-state.ts'
import { keysOf } from '../aggregate/grouping.ts'
import { conditions, sumStatement } from '../aggregate/statement.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary, StoredQuestion } from '../dictionary/dictionary.ts'
import { scaledText } from '../figure/rows.ts'
import type { FigureRequest } from '../result/result.ts'
import type { ConfigFilter } from '../selection/filter-door.ts'
import { type Selection, selectionKey } from '../selection/selection.ts'
import { countOf } from '../selection/sql.ts'
import { valid } from '../selection/validity.ts'
import { keyedPlaces } from '../view/keyed-place.ts'
import { type AskedCodes, type CodeCounts, codeCounts } from './code-counts.ts'

/** An option as met in the data: its code, what it is called in the viewer's locale, how many interviews have it. */
export type MetOption = { readonly code: string; readonly title: string; readonly folded: string; readonly n: number }
/** All options of a filter, in the order they are offered; `none`: interviews without a valid answer. */
export type OptionList = {
  readonly options: readonly MetOption[]
  readonly none: number
  /** What codes are called, also those that nobody has here. */
  readonly titles: ReadonlyMap<string, string>
}

const mostRemembered = 600_000
const remembered = new WeakMap<Stores, LRUCache<string, OptionList>>()

/** A filter, the question that it looks at, and where its options are looked for. */
export type AskedOptions = {
  readonly filter: ConfigFilter
  readonly stored: StoredQuestion
  readonly selection: Selection
}

/** Lists of options, and what else was counted with them. */
export type CountedOptions = {
  readonly lists: ReadonlyMap<AskedOptions, OptionList>
  readonly counts: ReadonlyMap<AskedCodes, CodeCounts>
}

/**
 * The options that the viewer's data holds in selections, of each filter at most `optionCap`. They stay in memory for as
 * long as the data does not change, so that each key typed is answered without asking ClickHouse. `beside`: what is
 * counted in the same statements.
 */
export async function optionLists(
  question: FigureRequest,
  asked: readonly AskedOptions[],
  beside: readonly AskedCodes[] = [],
): Promise<CountedOptions> {
  const { stores, dictionary, locale } = question
  const lists = listsOf(stores)
  const { universe, survey, version, loadCount } = dictionary
  const prefix = JSON.stringify([universe, survey, version, loadCount, locale])
  const keyOf = ({ filter, selection }: AskedOptions) =>
    JSON.stringify([prefix, filter.extName, selectionKey(selection)])
  const found = new Map<AskedOptions, OptionList>(
    asked.flatMap((one) => {
      const known = lists.get(keyOf(one))
      return known ? [[one, known] as const] : []
    }),
  )
  const missing = asked.filter((one) => !found.has(one))
  if (missing.length === 0) return { lists: found, counts: await codeCounts(stores, beside) }
  const before = await toldState(stores, dictionary)
  const counted = await codeCounts(stores, [...missing, ...beside])
  await Promise.all(
    missing.map(async (one) => found.set(one, await optionsOf(question, one, counted.get(one) ?? nothing))),
  )
  const after = await dataState(stores, survey)
  const isSame = before.settled && after.settled && before.loadCount === after.loadCount
  if (isSame && before.loadCount === loadCount)
    for (const one of missing) {
      const list = found.get(one)
      if (list) lists.set(keyOf(one), list)
    }
  return { lists: found, counts: counted }
}

function listsOf(stores: Stores): LRUCache<string, OptionList> {
  const lists =
    remembered.get(stores) ??
    new LRUCache<string, OptionList>({ maxSize: mostRemembered, sizeCalculation: ({ options }) => options.length + 1 })
  remembered.set(stores, lists)
  return lists
}

const nothing: CodeCounts = { counts: new Map(), none: 0, isPart: false }

async function optionsOf(
  question: FigureRequest,
  { filter, stored, selection }: AskedOptions,
  counted: CodeCounts,
): Promise<OptionList> {
  const { dictionary, locale } = question
  // Of answers that are many together, not all are told.
  const isPart = counted.isPart && stored.question.type === 'multiple'
  const { counts: byCode, none } = isPart ? await readCounts(question, stored, selection) : told(counted)
  const counts = new Map([...byCode].map(([code, n]) => [written(stored, code), n] as const))
  const titles = titlesOf(dictionary, filter, stored, (text) =>
    localise(text, locale, dictionary.definition.settings.locale),
  )
  const met = filter.options ? [...titles.keys()].filter((code) => counts.has(code)) : ordered(stored, titles, counts)
  return {
    titles,
    none,
    options: met.map((code) => {
      const title = titles.get(code) ?? code
      return { code, title, folded: fold(title), n: counts.get(code) ?? 0 }
    }),
  }
}

/** Interviews by stored answer, and those without a valid one. */
type Counts = { readonly counts: ReadonlyMap<string, number>; readonly none: number }

const told = ({ counts, none }: CodeCounts): Counts => ({
  counts: new Map([...counts].filter(([code]) => code !== '').map(([code, { n }]) => [code, n])),
  none,
})

/** Of several choices, each by itself. */
async function readCounts(
  { stores, dictionary }: FigureRequest,
  stored: StoredQuestion,
  selection: Selection,
): Promise<Counts> {
  const source = { dictionary, conditions: conditions(selection, null) }
  const options = { lane: 'user', tenant: dictionary.universe, timeout: 60 } as const
  const keys = keysOf({ by: 'code', stored }, selection.view.column, dictionary.calendar)
  const codes = `${sumStatement(source, keys, [countOf()]).replace(/\nsettings /, `\norder by c1 desc limit ${optionCap}\nsettings `)}`
  const withoutValue = sumStatement(source, [], [countOf(`not (${valid(stored)})`)])
  const [rows, [none]] = await Promise.all([
    stores.clickhouse.read(codes, {}, options),
    stores.clickhouse.read(withoutValue, {}, options),
  ])
  return {
    counts: new Map(rows.filter(([code]) => code !== '').map(([code, n]) => [String(code), Number(n)])),
    none: Number(none?.[0] ?? 0),
  }
}

const written = ({ question }: StoredQuestion, stored: string) =>
  question.type === 'number' ? scaledText(stored, question.decimals) : stored

type Texts = (text: string | Record<string, string>) => string

function titlesOf(
  dictionary: Dictionary,
  filter: ConfigFilter,
  { question }: StoredQuestion,
  words: Texts,
): ReadonlyMap<string, string> {
  const own =
    question.type === 'choice' || question.type === 'multiple'
      ? [
          ...[...keyedPlaces(dictionary, question.id)].map(([id, name]) => [id, words(name) || id] as const),
          ...question.options.map(({ code, title }) => [code, words(title) || code] as const),
        ]
      : question.type === 'scale' || question.type === 'number'
        ? question.labels.map(({ code, title }) => [String(code), words(title) || String(code)] as const)
        : []
  if (!filter.options) return new Map(own)
  return new Map(filter.options.map(({ extName, title }) => [extName, words(title) || extName]))
}

/** As the definition lists them, then by number or by title. */
function ordered(
  { question }: StoredQuestion,
  titles: ReadonlyMap<string, string>,
  counts: ReadonlyMap<string, number>,
): readonly string[] {
  const numeric = question.type === 'scale' || question.type === 'number'
  if (numeric) return [...counts.keys()].sort((a, b) => Number(a) - Number(b))
  const listed = [...titles.keys()].filter((code) => counts.has(code))
  const others = [...counts.keys()].filter((code) => !titles.has(code))
  return [...listed, ...others.sort(new Intl.Collator('en', { numeric: true }).compare)]
}
