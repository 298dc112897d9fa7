import type { arrangeFaults } from '@kaiku/contract/place-tree.ts'
import type { ConfigNode, View } from '@kaiku/contract/view.ts'
import { inUniverse } from '../db/postgres.ts'
import { nullable, number, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary, StoredView } from '../dictionary/dictionary.ts'
import { rootNumber, type Tree } from '../dictionary/tree.ts'
import { placeIdOf } from './place-answers.ts'
import type { TableView } from './views-file.ts'

type ArrangeFault = { readonly why: (typeof arrangeFaults)[number]; readonly example: string }
type LevelView = Extract<View, { levels: unknown }>

/**
 * A view that is made of answers as a tree of its own with the same places; else why that would change a figure: the last
 * answer alone has to name each interview's place.
 */
export async function arranged(
  stores: Stores,
  dictionary: Dictionary,
  stored: StoredView,
  view: LevelView,
): Promise<{ readonly view: TableView } | ArrangeFault> {
  const { levels, ...rest } = view
  const key = levels.at(-1)?.question ?? ''
  const question = dictionary.questions.get(key)?.question
  const { tree } = stored
  // Places that the survey does not tell of yet would be told by their names.
  if (dictionary.definition.settings.protection) return { why: 'protected', example: '' }
  if (!question) return { why: 'type', example: key }
  const byId = new Map<string, number>()
  for (const { id, number: own } of tree.nodes.values()) {
    if (byId.has(id)) return { why: 'sameId', example: id }
    byId.set(id, own)
  }
  const { rows } = await inUniverse(stores.pool, dictionary.universe, (client) =>
    query(
      client,
      { leaf: number, answer: nullable(text) },
      `select distinct coalesce(leaves[$3], 0) as leaf, answers ->> $4 as answer from interview
       where universe = $1 and survey = $2`,
      [dictionary.universe, dictionary.survey, stored.number, key],
    ),
  )
  for (const { leaf, answer } of rows) {
    const id = placeIdOf(question, answer ?? '')
    const next = id === null ? rootNumber : (byId.get(id) ?? rootNumber)
    if (next === leaf) continue
    const example = tree.nodes.get(leaf)?.id ?? id ?? ''
    return { why: id === null ? 'inner' : 'elsewhere', example }
  }
  return { view: { ...rest, key, nodes: placesIn(tree), levelTitles: levels.map(({ title }) => title) } }
}

/** The places that a survey has of a view by now, as a tree of its own would have them. */
export const placesIn = (tree: Tree): ConfigNode[] =>
  [...tree.nodes.values()].map((node) => {
    const parent = node.parent === null ? undefined : tree.nodes.get(node.parent)?.id
    return Object.assign({ id: node.id, name: node.name }, parent !== undefined && { parent })
  })
