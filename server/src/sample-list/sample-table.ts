import type { InputOf } from '@kaiku/contract/call.ts'
import {
  type SampleTable,
  type sampleGroups,
  type sampleTableCalls,
  sampleTableSpecification,
} from '@kaiku/contract/sample-table.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { Translate } from '@kaiku/core/localised.ts'
import { type SampleReason, type SampleState, sampleReasons, sampleStates } from '@kaiku/core/sample-state.ts'
import type { SampleStep } from '@kaiku/core/sample-step.ts'
import { translatorOf } from '../alert-words/alert-words.ts'
import { inUniverse } from '../db/postgres.ts'
import { nullable, number, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { maySeeQuestion } from '../figure/personal.ts'
import { wholePath } from '../filter-reference/filter-reference.ts'
import { shownAnswer } from '../interview-list/shown-answer.ts'
import { stepNumber, stepSql } from '../sample/sample-step.ts'
import { type StoredSample, sampleTables } from '../sample/stored-sample.ts'
import { scopeOf } from '../selection/scope.ts'
import { scopeCondition } from '../selection/scope-condition.ts'
import type { SheetCell, SheetRows } from '../table-file/sheet-cell.ts'
import { type TableFile, tableFile } from '../table-file/table-file.ts'
import { chosenConditions, readPage } from './sample-list.ts'
import { type SampleSelection, selectSamples } from './sample-selection.ts'
import { sampleWords } from './sample-words.ts'
import { samplesShown, seesPerson } from './shown-sample.ts'

const countedColumns = {
  key: nullable(text),
  count: number,
  invited: number,
  reached: number,
  answered: number,
} satisfies Shape

type SampleTableInput = Omit<InputOf<(typeof sampleTableCalls)['table']>, 'survey' | 'table'>
type Column = SampleTable['columns'][number]
type Group = (typeof sampleGroups)[number]

const atOnce = 2_000

/** The table where nothing else is said. */
export const usualTable = sampleTableSpecification.parse({})

/** A table of samples as a file, read while it is sent. Throws as `sampleLines` does. */
export const sampleTable = async (...asked: Parameters<typeof sampleLines>): Promise<TableFile> =>
  tableFile(await sampleLines(...asked), asked[3].format)

/**
 * A table of the samples that the viewer manages and may take along, several lines at a time, the first one its head. Names
 * and addresses stand only where the viewer may see them. Throws the Faults of the selection, `invalid` for an unknown
 * question. `now`: milliseconds since 1970.
 */
export async function sampleLines(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  wanted: SampleTableInput,
  now: number,
): Promise<SheetRows> {
  const path = await wholePath(stores, dictionary, wanted.path)
  const select = () => {
    const selected = selectSamples(who, dictionary, { path, search: wanted.filterterm, step: wanted.filter.step }, now)
    const may = scopeCondition(scopeOf(who, dictionary, 'export'), selected.bind, 's.leaves')
    return { ...selected, where: `${selected.where} and ${may}` }
  }
  // What cannot be selected is refused before anything is sent.
  select()
  const asked = { stores, who, dictionary, wanted, locale: wanted.locale ?? who.locale, select }
  return wanted.groupBy === undefined ? rowsOf(asked) : groupsOf(asked, wanted.groupBy)
}

type TableInput = {
  readonly stores: Stores
  readonly who: Viewer
  readonly dictionary: Dictionary
  readonly wanted: SampleTableInput
  readonly locale: string
  /** Anew for each statement: it binds its own values. */
  readonly select: () => SampleSelection
}

function rowsOf(asked: TableInput): SheetRows {
  const { who, dictionary, wanted, locale } = asked
  const translate = translatorOf(dictionary, locale)
  const columns = wanted.columns.map((column) => cellOf(column, who, dictionary, translate, locale))
  return written()

  async function* written() {
    yield [columns.map(({ title }) => title)]
    const most = wanted.limit ?? Number.POSITIVE_INFINITY
    const { view } = asked.select().selection
    const shown = samplesShown(who, dictionary, view.view.extName, locale)
    let n = 0
    for (let after: string | null | undefined; after !== null && n < most; ) {
      const page = await nextPage(asked, after, Math.min(atOnce, most - n))
      yield page.rows.map((sample) => {
        const told = shown(sample)
        return columns.map(({ cell }) => cell(sample, told))
      })
      n += page.rows.length
      after = page.next
    }
    if (wanted.totals) yield [[sampleWords(locale).title('count'), n]]
  }
}

const nextPage = ({ stores, who, dictionary, wanted, select }: TableInput, after: string | undefined, limit: number) =>
  inUniverse(stores.pool, dictionary.universe, (client) =>
    readPage(client, who, dictionary, select(), {
      ...wanted.filter,
      sort: wanted.sort,
      limit,
      after,
    }),
  )

type ShownSample = ReturnType<ReturnType<typeof samplesShown>>

/** How a column is headed, and what stands in it. */
function cellOf(column: Column, who: Viewer, dictionary: Dictionary, translate: Translate, locale: string) {
  if (column.startsWith('background:')) return backgroundCell(column.slice(11), who, dictionary, translate)
  const words = sampleWords(locale)
  const name = column as Exclude<Column, `background:${string}`>
  const cell = (_: StoredSample, told: ShownSample): SheetCell => {
    if (name === 'state') return words.state(told.state)
    if (name === 'reason') return words.reason(told.reason)
    if (name === 'place') return told.place.names.filter((one) => one !== '').join(' › ')
    if (name in personal) return told.person?.[name as keyof typeof personal] ?? null
    return told[name as 'locale' | 'timeZone' | 'invitedAt' | 'respondedAt' | 'createdAt' | 'changedAt']
  }
  return { title: words.title(name), cell }
}

const personal = {
  name: true,
  email: true,
  phone: true,
  street: true,
  postcode: true,
  town: true,
  country: true,
  externalId: true,
  contact: true,
}

function backgroundCell(id: string, who: Viewer, dictionary: Dictionary, translate: Translate) {
  const stored = dictionary.questions.get(id)
  if (!stored || stored.question.hidden)
    throw new Fault('invalid', `There is no question “${id}”.`, [
      { place: 'columns', expected: 'a question of the survey', found: id },
    ])
  const { question } = stored
  const isOpen = maySeeQuestion({ ...who, grants: [] }, question)
  const cell = (sample: StoredSample): SheetCell => {
    if (!isOpen && !seesPerson(who, dictionary, sample)) return null
    const answer = shownAnswer(dictionary, question, sample.background[id], translate)
    if (!answer) return null
    return answer.label ?? (typeof answer.value === 'object' ? answer.value.join(', ') : answer.value)
  }
  return { title: translate(question.title), cell }
}

type Counted = {
  readonly key: string | null
  readonly count: number
  readonly invited: number
  readonly reached: number
  readonly answered: number
}

const gotTo = (step: SampleStep) => `count(*) filter (where ${stepSql} >= ${stepNumber(step)})::int`

async function* groupsOf(asked: TableInput, by: Group): AsyncGenerator<SheetCell[][]> {
  const { stores, dictionary, wanted, locale, select } = asked
  const { where, values, bind, selection } = select()
  const key = by === 'place' ? `s.leaves[${bind(selection.view.number)}]::text` : `s.${by}`
  const conditions = [where, ...chosenConditions(wanted.filter, bind)].join(' and ')
  const { rows } = await inUniverse(stores.pool, dictionary.universe, (client) =>
    query(
      client,
      countedColumns,
      `select ${key} as key, count(*)::int as count, ${gotTo('invited')} as invited,
         ${gotTo('reached')} as reached, ${gotTo('completed')} as answered
       from ${sampleTables} where ${conditions} group by 1`,
      values,
    ),
  )
  const words = sampleWords(locale)
  const translate = translatorOf(dictionary, locale)
  const names: Readonly<Record<Group, (key: string | null) => string>> = {
    state: (one) => words.state(one as SampleState),
    reason: (one) => words.reason(one as SampleReason | null),
    locale: (one) => one ?? '',
    place: (one) => placeBelow(selection, Number(one ?? rootNumber), translate),
  }
  const groups = new Map<string, Counted>()
  for (const row of rows) {
    const name = names[by](row.key)
    groups.set(name, added(groups.get(name), row))
  }
  const line = (name: string, counted: Counted) => [
    name,
    ...wanted.measures.map((measure) => measured(counted, measure)),
  ]
  yield [[words.title(by), ...wanted.measures.map((measure) => words.title(measure))]]
  yield [...groups]
    .sort(orderOf(by))
    .slice(0, wanted.limit)
    .map(([name, counted]) => line(name, counted))
  if (wanted.totals)
    yield [line(words.all, rows.reduce<Counted>(added, { key: null, count: 0, invited: 0, reached: 0, answered: 0 }))]
}

/** States and reasons in the order of their way, others by their name. */
function orderOf(by: Group) {
  const known: readonly string[] = by === 'state' ? sampleStates : by === 'reason' ? sampleReasons : []
  const at = ({ key }: Counted) => known.indexOf(key ?? '')
  return ([name, one]: [string, Counted], [otherName, other]: [string, Counted]) =>
    at(one) - at(other) || (name < otherName ? -1 : 1)
}

const added = (sum: Counted | undefined, one: Counted): Counted => ({
  key: one.key,
  count: (sum?.count ?? 0) + one.count,
  invited: (sum?.invited ?? 0) + one.invited,
  reached: (sum?.reached ?? 0) + one.reached,
  answered: (sum?.answered ?? 0) + one.answered,
})

const measured = (counted: Counted, measure: SampleTable['measures'][number]): SheetCell => {
  if (measure !== 'responseRate') return counted[measure]
  return counted.reached === 0 ? null : counted.answered / counted.reached
}

/** The name of the place right below the selected one; of that itself where a sample belongs there. */
function placeBelow({ view, node }: SampleSelection['selection'], leaf: number, translate: Translate): string {
  const line = view.tree.line(leaf)
  const below = line[view.tree.depth(node)] ?? line.at(-1)
  return translate(below?.name ?? view.view.root.title)
}
