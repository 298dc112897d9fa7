import type { Filter, FiltersFile, shownFilterSet } from '@kaiku/contract/filter.ts'
import { may } from '@kaiku/core/access.ts'
import { type FilterKind, hasTypeahead, kindOf, kindRules, tableDateModes } from '@kaiku/core/filter-kind.ts'
import { noAnswer } from '@kaiku/core/filter-token.ts'
import { localise } from '@kaiku/core/localised.ts'
import { fold } from '@kaiku/core/text.ts'
import type { z } from 'zod'
import { type Dictionary, type StoredQuestion, variableNamed } from '../dictionary/dictionary.ts'
import { attributeIds, knowsCampaigns, titleWithoutAttribute } from '../dictionary/interview-attribute.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { maySeeQuestion } from '../figure/personal.ts'
import { isBackground } from '../protection/released-answers.ts'
import type { FigureRequest } from '../result/result.ts'
import { type ConfigFilter, findFilter, withQuestion } from '../selection/filter-door.ts'
import { questionFilter } from '../selection/question-filter.ts'
import { everywhere } from '../selection/scope.ts'
import { hasFilters, type Selection, withoutFilters } from '../selection/selection.ts'
import { sentence } from '../text/text.ts'
import { campaignOptions } from './campaign-options.ts'
import { type AskedOptions, type MetOption, type OptionList, optionLists } from './option-list.ts'
import { countsSpread, noSpread, type Spread, spreads } from './spread.ts'

type ShownOption = Filter['options'][number]
/** Options of a filter that is searched by typing, sent before anything is typed; the others are asked for. */
const firstOptions = 50

/** The filters of a set as the viewer meets them: each with what its selection holds when it is itself left out. */
export async function filterSet(
  question: FigureRequest,
  set: FiltersFile['standard'],
): Promise<z.output<typeof shownFilterSet>> {
  const { dictionary, locale } = question
  const words = (text: string | Record<string, string>) => localise(text, locale, dictionary.definition.settings.locale)
  const asked = set.filterGroups
    .flatMap(({ filters }) => filters)
    .filter((filter) => isOffered(question, filter))
    .map((filter) => askedOf(question, filter))
  const held = await heldOf(question, asked)
  const restored = await restoredOf(question, asked, held)
  const filterGroups = set.filterGroups.map(({ title, expanded, ungrouped, flatten, filters }) => ({
    title: words(title),
    expanded,
    ungrouped,
    flatten,
    filters: asked
      .filter(({ filter }) => filters.includes(filter))
      .map((one) => shownFilter(question, one, held, restored, words(one.filter.title)))
      .filter((filter) => isUseful(dictionary, filter)),
  }))
  return { loadCount: dictionary.loadCount, filterGroups: filterGroups.filter(({ filters }) => filters.length > 0) }
}

/** With those of questions that the survey has no filter for, where something is chosen of them, and that by campaigns. */
export function withQuestionFilters(
  { dictionary, selection }: FigureRequest,
  type: 'standard' | 'time',
): FiltersFile['standard'] {
  const set = dictionary.definition.filters[type]
  if (type === 'time') return set
  const filters = selection.chosen.flatMap(({ name }) => questionFilter(dictionary, name) ?? [])
  const campaign = knowsCampaigns(dictionary.definition) ? findFilter(dictionary, attributeIds.campaign)?.filter : null
  return {
    filterGroups: [
      ...(filters.length === 0 ? [] : [{ ...untitled, filters }]),
      ...set.filterGroups,
      ...(campaign ? [{ ...untitled, filters: [campaign] }] : []),
    ],
  }
}

const untitled = { title: '', expanded: true, ungrouped: true, flatten: false }

/** A filter by answers that the viewer may not see, or that a protected survey does not tell apart, is not there. */
export function isOffered(
  { who, dictionary }: Pick<FigureRequest, 'who' | 'dictionary'>,
  filter: ConfigFilter,
): boolean {
  const { question, campaign } = filter
  if (campaign) return may.sendCampaigns(who) && knowsCampaigns(dictionary.definition)
  const stored = question === undefined ? undefined : variableNamed(dictionary, question)
  if (stored !== undefined && !maySeeQuestion(who, stored.question)) return false
  if (!dictionary.definition.settings.protection) return true
  return stored === undefined ? kindRules[kindOf(filter)].looksAt === 'day' : isBackground(stored.question)
}

/** Nobody chooses among attributes that no interview has, nor among no campaigns. */
const isUseful = ({ attributes: marks }: Dictionary, { question, options, kind }: Filter) =>
  kind === 'campaign'
    ? options.length > 0
    : question === null || !marks.has(question) || options.some(({ extName }) => extName !== noAnswer)

/** What of the data a filter is shown with: how answers spread, the options that are met, or what each way keeps. */
const holding = {
  options: 'options',
  text: 'nothing',
  range: 'spread',
  period: 'nothing',
  tableDate: 'modes',
  campaign: 'campaigns',
} as const satisfies Record<FilterKind, 'options' | 'spread' | 'modes' | 'campaigns' | 'nothing'>

/** A filter, and what of the data it is to hold. */
type AskedFilter = {
  readonly kind: FilterKind
  readonly filter: ConfigFilter
  readonly stored: StoredQuestion | null
} & (
  | { readonly holds: 'nothing' }
  | { readonly holds: 'modes' }
  | { readonly holds: 'campaigns' }
  | ({ readonly holds: 'spread' | 'options' } & AskedOptions)
)

function askedOf({ dictionary, selection: whole }: FigureRequest, filter: ConfigFilter): AskedFilter {
  const { kind, stored } = withQuestion(dictionary, filter) ?? { kind: kindOf(filter), stored: null }
  const holds = holding[kind]
  if (holds === 'modes' || holds === 'campaigns') return { kind, filter, stored, holds }
  if (holds === 'nothing' || !stored) return { kind, filter, stored, holds: 'nothing' }
  const selection = without(whole, filter.extName)
  return { kind, filter, stored, holds, selection: holds === 'options' ? toldIn(selection) : selection }
}

type Held = {
  readonly lists: ReadonlyMap<AskedOptions, OptionList>
  readonly spreads: ReadonlyMap<AskedOptions, Spread>
  readonly campaigns: readonly ShownOption[]
}

/** All that the filters hold, together: what is the same for several of them is asked once. */
async function heldOf(question: FigureRequest, asked: readonly AskedFilter[]): Promise<Held> {
  const holding = (what: 'options' | 'spread') => asked.flatMap((one) => (one.holds === what ? [one] : []))
  const ranges = holding('spread')
  const campaigns = asked.some(({ holds }) => holds === 'campaigns') ? campaignOptions(question) : []
  const { lists, counts } = await optionLists(question, holding('options'), countsSpread(question) ? ranges : [])
  return { lists, spreads: await spreads(question, ranges, counts), campaigns: await campaigns }
}

/** Where the other filters leave no option: those of the place without filters, which then have nobody. */
async function restoredOf(
  question: FigureRequest,
  asked: readonly AskedFilter[],
  { lists }: Held,
): Promise<Held['lists']> {
  if (!hasFilters(question.selection)) return new Map()
  const emptied = asked.flatMap((one) =>
    one.holds === 'options' && lists.get(one)?.options.length === 0
      ? [{ of: one, whole: { ...one, selection: withoutFilters(one.selection) } }]
      : [],
  )
  const { lists: found } = await optionLists(
    question,
    emptied.map(({ whole }) => whole),
  )
  return new Map(
    emptied.flatMap(({ of, whole }) => {
      const list = found.get(whole)
      return list ? [[of, { ...list, none: 0, options: list.options.map((one) => ({ ...one, n: 0 })) }]] : []
    }),
  )
}

function shownFilter(
  question: FigureRequest,
  asked: AskedFilter,
  held: Held,
  restored: Held['lists'],
  title: string,
): Filter {
  const { filter: configured, stored } = asked
  const { options: _, question: own = null, ...flags } = configured
  const base = {
    ...flags,
    kind: asked.kind,
    title,
    question: own,
    decimals: decimalsOf(stored),
    options: [],
    optionCount: 0,
    ...noSpread,
  }
  if (asked.holds === 'modes')
    return { ...base, optionCount: tableDateModes.length, options: tableDateModes.map((mode) => plain(mode)) }
  if (asked.holds === 'nothing') return base
  if (asked.holds === 'campaigns') return { ...base, optionCount: held.campaigns.length, options: [...held.campaigns] }
  if (asked.holds === 'spread') return { ...base, ...held.spreads.get(asked) }
  const list = restored.get(asked) ?? held.lists.get(asked)
  if (!list) return base
  const chosen = chosenOptions(question.selection, configured.extName)
  const all = offered(question, asked.stored, list, chosen)
  // What is chosen is always sent, because it is called by its title wherever it is shown.
  const isSent = ({ extName }: ShownOption, at: number) => at < firstOptions || chosen.includes(extName)
  const shown = hasTypeahead(configured, all.length) ? all.filter(isSent) : all
  // What has no options is looked for among what was written.
  const kind = configured.submatch && all.length === 0 ? 'text' : asked.kind
  return { ...base, kind, options: shown, optionCount: all.length }
}

const plain = (mode: string): ShownOption => ({ extName: mode, title: mode, n: null })
const decimalsOf = (stored: StoredQuestion | null) =>
  stored?.question.type === 'number' ? stored.question.decimals : 0

/** Everything but a filter's own choice, which must not hide the other choices. */
export const without = (selection: Selection, name: string): Selection => ({
  ...selection,
  chosen: selection.chosen.filter((one) => one.name !== name),
})

/**
 * Where options are looked for: in a protected survey everywhere, so that no option tells by being there or not who
 * answered at a place.
 */
const toldIn = (selection: Selection): Selection =>
  selection.dictionary.definition.settings.protection
    ? { ...withoutFilters(selection), node: rootNumber, scope: everywhere(selection.dictionary) }
    : selection

const chosenOptions = ({ chosen }: Selection, name: string): readonly string[] =>
  chosen
    .filter((one) => one.name === name)
    .flatMap(({ choice }) => [...choice.include, ...choice.exclude])
    .flatMap((match) => (match.is === 'option' ? [match.option] : []))

/** Options with their counts, what is chosen although nobody has it, and the interviews without an answer. */
function offered(
  question: FigureRequest,
  stored: StoredQuestion,
  list: OptionList,
  chosen: readonly string[],
): ShownOption[] {
  const { protection } = question.dictionary.definition.settings
  const count = (n: number) => (protection ? null : n)
  const told = list.options.filter((one) => isTold(question, one))
  const met = new Set(told.map(({ code }) => code))
  return [
    ...told.map(({ code, title, n }) => ({ extName: code, title, n: count(n) })),
    ...chosen
      .filter((code) => !met.has(code))
      .map((code) => ({
        extName: code,
        title: list.titles.get(code) ?? code,
        n: count(0),
      })),
    ...(list.none > 0 && !protection
      ? [{ extName: noAnswer, title: noneTitle(question, stored), n: count(list.none) }]
      : []),
  ]
}

/** Whether an option may be named: in a protected survey not where few have it. */
const isTold = ({ dictionary }: FigureRequest, { n }: MetOption) =>
  !dictionary.definition.settings.protection || n >= dictionary.definition.settings.minimumN

function noneTitle({ locale, dictionary }: FigureRequest, stored: StoredQuestion): string {
  const title = titleWithoutAttribute(stored.question)
  return title === undefined
    ? sentence('noValue', locale)
    : localise(title, locale, dictionary.definition.settings.locale)
}

/** Options that contain a text: those that begin with it first, then the frequent. */
export async function searchOptions(
  question: FigureRequest,
  filter: ConfigFilter,
  stored: StoredQuestion,
  query: string,
  limit: number,
): Promise<ShownOption[]> {
  if (stored.question.type === 'text' || stored.question.type === 'date') return []
  const asked = { filter, stored, selection: toldIn(without(question.selection, filter.extName)) }
  const list = (await optionLists(question, [asked])).lists.get(asked) ?? { options: [], none: 0, titles: new Map() }
  const wanted = fold(query.trim())
  const found = list.options.filter(({ folded }) => folded.includes(wanted))
  const rank = ({ folded }: MetOption) => (folded.startsWith(wanted) ? 0 : 1)
  if (wanted !== '') found.sort((a, b) => rank(a) - rank(b) || b.n - a.n)
  const none = fold(noneTitle(question, stored)).includes(wanted) ? list.none : 0
  // An option that is not told must leave no gap where the list is cut off.
  const told = found.filter((one) => isTold(question, one)).slice(0, limit)
  return offered(question, stored, { ...list, options: told, none }, []).slice(0, limit)
}
