import type { Definition } from '@kaiku/contract/definition.ts'
import { storedLocalised } from '@kaiku/contract/localised.ts'
import type { UniverseSettings } from '@kaiku/contract/universe.ts'
import type { View } from '@kaiku/contract/view.ts'
import type { Calendar } from '@kaiku/core/day.ts'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { bool, json, nullable, number as numberColumn, query, type Shape, text as textColumn } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { parseDefinition } from '../definition/read-definition.ts'
import type { Dictionary, SettledDefinition, StoredQuestion, StoredView } from '../dictionary/dictionary.ts'
import { storedAttributes } from '../dictionary/interview-attribute.ts'
import { type StoredNode, type Tree, treeOf } from '../dictionary/tree.ts'
import { storedCommentTopics } from '../topic/comment-topic-question.ts'
import { readUniverse } from '../universe/universe-settings.ts'

/** A survey's state; equal states have equal dictionaries. */
export type SurveyRow = {
  readonly universe: string
  readonly survey: number
  readonly extName: string
  readonly version: number
  readonly placement: number
  readonly loadCount: number
  readonly nodes: number
  readonly toldPlaces: number
  /** Of the universe's settings. */
  readonly settled: number
}

type Client = pg.Pool | pg.PoolClient
/** What changes by publishing, or with the universe's settings. */
type Published = {
  readonly version: number
  readonly definition: SettledDefinition
  readonly calendar: Calendar
  readonly questions: Dictionary['questions']
  readonly commentTopics: Dictionary['commentTopics']
  readonly attributes: Dictionary['attributes']
  readonly views: readonly Omit<StoredView, 'tree'>[]
}
type CachedSurvey = { readonly row: SurveyRow; readonly published: Published; readonly dictionary: Dictionary }

const kept = new WeakMap<Stores, LRUCache<number, CachedSurvey>>()
const remembered = 200

function keptOf(stores: Stores): LRUCache<number, CachedSurvey> {
  const cache = kept.get(stores) ?? new LRUCache<number, CachedSurvey>({ max: remembered })
  kept.set(stores, cache)
  return cache
}

/** The dictionary of a survey's present state, read once per state. */
export async function dictionaryOf(stores: Stores, client: Client, row: SurveyRow): Promise<Dictionary> {
  const cache = keptOf(stores)
  const last = cache.get(row.survey)
  const published =
    last?.row.version === row.version && last.row.settled === row.settled
      ? last.published
      : await readPublished(client, row)
  const isSame =
    last?.published === published &&
    (['placement', 'nodes', 'toldPlaces'] as const).every((of) => last.row[of] === row[of])
  if (last && isSame && last.row.loadCount === row.loadCount) return last.dictionary
  const trees = isSame ? null : await readTrees(client, row, published.definition)
  const views = new Map(
    published.views.map((view): [string, StoredView] => {
      const name = view.view.extName
      const tree = trees ? trees(name) : last?.dictionary.views.get(name)?.tree
      return [name, { ...view, tree: tree ?? treeOf([]) }]
    }),
  )
  const dictionary = { ...row, ...published, views, role: roleOf(published.questions) }
  cache.set(row.survey, { row, published, dictionary })
  return dictionary
}

/** The one question with a role. */
export const roleOf =
  (questions: Dictionary['questions']): Dictionary['role'] =>
  (role) =>
    [...questions.values()].find(({ question }) => question.roles.includes(role)) ?? null

/** The files of a version, byte for byte. */
export async function readFiles(
  client: Client,
  { universe, survey, version }: Pick<SurveyRow, 'universe' | 'survey' | 'version'>,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await query(
    client,
    { path: textColumn, text: textColumn },
    'select path, text from definition_file where universe = $1 and survey = $2 and version = $3 order by path',
    [universe, survey, version],
  )
  return new Map(rows.map(({ path, text }) => [path, text]))
}

async function readPublished(client: Client, row: SurveyRow): Promise<Published> {
  const { settings } = await readUniverse(client, row.universe)
  const definition = settled(parseDefinition(await readFiles(client, row)), settings)
  const own = [row.universe, row.survey]
  const columns = await query(
    client,
    { question: textColumn, kind: textColumn, number: numberColumn },
    'select question, kind, number from question_column where universe = $1 and survey = $2',
    own,
  )
  const numbers = new Map(columns.rows.map(({ question, kind, number }) => [`${kind} ${question}`, number]))
  const typesOf = (id: string) => columns.rows.filter(({ question }) => question === id).length
  const views = await query(
    client,
    { view: textColumn, number: numberColumn },
    'select view, number from view_column where universe = $1 and survey = $2',
    own,
  )
  const viewNumbers = new Map(views.rows.map(({ view, number }) => [view, number]))
  const { weekStart, fiscalYearStart } = settings
  const questions = new Map(
    definition.questions.map((question): [string, StoredQuestion] => {
      const number = numberOf(numbers, `${question.type} ${question.id}`)
      return [question.id, { question, number, column: `q${number}`, retyped: typesOf(question.id) > 1 }]
    }),
  )
  return {
    version: row.version,
    definition,
    calendar: { weekStart, fiscalYearStart },
    questions,
    commentTopics: storedCommentTopics(definition, questions),
    attributes: storedAttributes(definition),
    views: definition.views.map((view) => {
      const number = numberOf(viewNumbers, view.extName)
      return { view, number, column: `v${number}` }
    }),
  }
}

/** A definition with what it leaves open as its universe settles it. */
export function settled(definition: Definition, universe: UniverseSettings): SettledDefinition {
  const {
    protection = universe.protection,
    minimumN = universe.minimumN,
    minimumNComments = universe.minimumNComments,
  } = definition.settings
  return { ...definition, settings: { ...definition.settings, protection, minimumN, minimumNComments } }
}

function numberOf(numbers: ReadonlyMap<string, number>, name: string): number {
  const number = numbers.get(name)
  if (number === undefined) throw new Error(`published without a column: ${name}`)
  return number
}

const nodeColumns = {
  view: textColumn,
  number: numberColumn,
  parent: nullable(numberColumn),
  id: textColumn,
  name: json(storedLocalised),
  position: nullable(numberColumn),
  validFrom: nullable(textColumn),
  validTo: nullable(textColumn),
  untold: bool,
} satisfies Shape

async function readTrees(
  client: Client,
  { universe, survey }: SurveyRow,
  { settings: { locale, protection }, views }: SettledDefinition,
): Promise<(view: string) => Tree> {
  // Those of a table are known to everybody who reads the definition.
  const ofAnswers = protection ? views.filter((view) => 'levels' in view).map(({ extName }) => extName) : []
  const { rows } = await query(
    client,
    nodeColumns,
    `select view, number, parent, id, name, position, valid_from::text as "validFrom", valid_to::text as "validTo",
       not told and view = any($3) as untold
     from node where universe = $1 and survey = $2`,
    [universe, survey, ofAnswers],
  )
  const nodes = new Map<string, StoredNode[]>()
  for (const { view, ...node } of rows) {
    const found = nodes.get(view)
    if (found) found.push(node)
    else nodes.set(view, [node])
  }
  return (view) =>
    treeOf(
      withMerged(
        nodes.get(view) ?? [],
        views.find(({ extName }) => extName === view),
      ),
      locale,
    )
}

/** The places with what they became part of, as the definition says. */
function withMerged(nodes: readonly StoredNode[], view: View | undefined): readonly StoredNode[] {
  const into = new Map(
    (view && 'nodes' in view ? view.nodes : []).flatMap(({ id, mergedInto }) =>
      mergedInto === undefined ? [] : [[id, mergedInto] as const],
    ),
  )
  if (into.size === 0) return nodes
  const numbers = new Map(nodes.map(({ id, number }) => [id, number]))
  return nodes.map((node) => {
    const mergedInto = numbers.get(into.get(node.id) ?? '')
    return mergedInto === undefined ? node : Object.assign({}, node, { mergedInto })
  })
}
