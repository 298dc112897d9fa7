import type pg from 'pg'
import { int8, nullable, number, query, text } from '../db/rows.ts'
import type { ListedPlace } from './backup-list.ts'

/** In SQL: of each place the path of two steps, from right below the root, that it is or lies below. */
const lines = `line as (
  select n.universe, n.survey, n.view, n.number, n.id as first, null::text as second
  from node n where n.parent is null
  union all
  select n.universe, n.survey, n.view, n.number, l.first, coalesce(l.second, n.id)
  from node n join line l on (l.universe, l.survey, l.view, l.number) = (n.universe, n.survey, n.view, n.parent))`

/** By place and the one above it, of every view, as the interviews of this moment add up. */
export async function placesOf(client: pg.Client): Promise<ListedPlace[]> {
  const { rows } = await query(
    client,
    { universe: text, survey: text, view: text, first: text, second: nullable(text), interviews: int8 },
    `with recursive ${lines},
     held as (
       select i.universe, i.survey, v.view, i.leaves[v.number] as number, count(*) as interviews
       from interview i join view_column v on (v.universe, v.survey) = (i.universe, i.survey)
       where i.excluded_at is null group by 1, 2, 3, 4)
     select u.name::text as universe, s.ext_name::text as survey, l.view, l.first, l.second,
       coalesce(sum(h.interviews), 0)::bigint as interviews
     from line l
     join universe u on u.id = l.universe
     join survey s on (s.universe, s.number) = (l.universe, l.survey)
     left join held h on (h.universe, h.survey, h.view, h.number) = (l.universe, l.survey, l.view, l.number)
     group by 1, 2, 3, 4, 5`,
  )
  return summed(
    rows.map(({ first, second, interviews, ...of }) =>
      Object.assign(of, { path: second === null ? [first] : [first, second], interviews: Number(interviews) }),
    ),
  )
}

type Held = Omit<ListedPlace, 'place'> & { readonly path: readonly string[] }

/** A place of the first level holds what those below it hold, too. */
function summed(held: readonly Held[]): ListedPlace[] {
  const found = new Map<string, ListedPlace>()
  for (const { universe, survey, view, path, interviews } of held)
    for (const depth of path.keys()) {
      const place = path.slice(0, depth + 1).join('/')
      const key = JSON.stringify([universe, survey, view, place])
      const known = found.get(key) ?? { universe, survey, view, place, interviews: 0 }
      known.interviews += interviews
      found.set(key, known)
    }
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, place]) => place)
}

/** Interviews by leaf of a view, as something else counts them, as the same list has them. */
export async function placesByLeaf(
  client: Parameters<typeof query>[0],
  survey: number,
  counted: (column: number) => Promise<ReadonlyMap<number, number>>,
): Promise<ListedPlace[]> {
  const { rows } = await query(
    client,
    { universe: text, survey: text, view: text, column: number, leaf: number, first: text, second: nullable(text) },
    `with recursive ${lines}
     select u.name::text as universe, s.ext_name::text as survey, l.view, v.number as column, l.number as leaf,
       l.first, l.second
     from line l
     join universe u on u.id = l.universe
     join survey s on (s.universe, s.number) = (l.universe, l.survey)
     join view_column v on (v.universe, v.survey, v.view) = (l.universe, l.survey, l.view)
     where s.number = $1`,
    [survey],
  )
  const counts = new Map<number, ReadonlyMap<number, number>>()
  for (const { column } of rows) if (!counts.has(column)) counts.set(column, await counted(column))
  return summed(
    rows.map(({ universe, survey: name, view, column, leaf, first, second }) => ({
      universe,
      survey: name,
      view,
      interviews: counts.get(column)?.get(leaf) ?? 0,
      path: second === null ? [first] : [first, second],
    })),
  )
}

const nameOf = ({ universe, survey, view, place }: ListedPlace) => `${universe}/${survey}, view ${view}, ${place}`

/** A line for each place that holds another number, is missing, or was not there. `expected`: absent in an older list. */
export function placeDifferences(
  expected: readonly ListedPlace[] | undefined,
  found: readonly ListedPlace[],
  where = 'here',
): string[] {
  if (expected === undefined) return []
  const [listed, now] = [expected, found].map((all) => new Map(all.map((one) => [nameOf(one), one.interviews])))
  return [...new Set([...(listed?.keys() ?? []), ...(now?.keys() ?? [])])].flatMap((name) => {
    const [was, is] = [listed?.get(name) ?? 0, now?.get(name) ?? 0]
    if (was === is && listed?.has(name) === now?.has(name)) return []
    return [`survey ${name}: ${was} interviews in the list, ${is} ${where}`]
  })
}
