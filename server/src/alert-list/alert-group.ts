import type { alertCalls } from '@kaiku/contract/alert.ts'
import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { alertStates } from '@kaiku/core/alert-state.ts'
import type { Translate } from '@kaiku/core/localised.ts'
import { translatorOf } from '../alert-words/alert-words.ts'
import { inUniverse } from '../db/postgres.ts'
import { nullable, number, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { namesOf } from '../person/person-name.ts'
import { pathOf, type Selection } from '../selection/selection.ts'
import { type Counted, countColumns } from './alert-list.ts'
import { ofStates, selectAlerts } from './alert-selection.ts'

type Calls = typeof alertCalls
type Group = ReplyOf<Calls['groups']>[number]

/** How many alerts of a selection each owner, or each place right below, has; those with most unsolved first. */
export async function groupAlerts(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  asked: InputOf<Calls['groups']>,
  now: number,
): Promise<Group[]> {
  const { where, values, bind, selection } = await selectAlerts(stores, who, dictionary, asked, now)
  const key =
    asked.by === 'owner' ? 'a.owner::text' : `coalesce(a.leaves[${selection.view.number}], ${rootNumber})::text`
  const { rows } = await inUniverse(stores.pool, dictionary.universe, (client) =>
    query(
      client,
      { open: number, inProgress: number, waiting: number, solved: number, overdue: number, key: nullable(text) },
      `select ${key} as key, ${countColumns} from alert a where ${where} and ${ofStates(asked.state, bind)} group by 1`,
      values,
    ),
  )
  const translate = translatorOf(dictionary, asked.locale ?? who.locale)
  const groups = asked.by === 'owner' ? await byOwner(stores, rows) : byNode(selection, rows, translate)
  return groups.sort((a, b) => unsolved(b) - unsolved(a) || a.title.localeCompare(b.title))
}

type Row = Counted & { readonly key: string | null }

const unsolved = ({ counts }: Group) => counts.open + counts.inProgress + counts.waiting

function groupOf(key: string | null, title: string, rows: readonly Row[]): Group {
  const sum = (count: keyof Counted) => rows.reduce((all, row) => all + row[count], 0)
  const counts = { open: 0, inProgress: 0, waiting: 0, solved: 0 }
  for (const state of alertStates) counts[state] = sum(state)
  return { key, title, counts, overdue: sum('overdue') }
}

async function byOwner({ service }: Stores, rows: readonly Row[]): Promise<Group[]> {
  const names = await namesOf(
    service,
    rows.map(({ key }) => key),
  )
  return rows.map((row) => groupOf(row.key, names.get(row.key ?? '') ?? '', [row]))
}

/** Leaves fold into the place right below that holds them. */
function byNode({ view, node }: Selection, rows: readonly Row[], translate: Translate): Group[] {
  const depth = view.tree.depth(node)
  const below = new Map<number | null, Row[]>()
  for (const row of rows) {
    const child = view.tree.line(Number(row.key))[depth]?.number ?? null
    below.set(child, [...(below.get(child) ?? []), row])
  }
  return [...below].map(([child, own]) => {
    const named = child === null ? undefined : view.tree.nodes.get(child)
    return child === null || !named ? groupOf(null, '', own) : groupOf(pathOf(view, child), translate(named.name), own)
  })
}
