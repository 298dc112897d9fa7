import type { PlaceConcern } from '@kaiku/contract/place-tree.ts'
import { grantedNodes } from '@kaiku/contract/role.ts'
import { parsePath } from '@kaiku/core/drill-path.ts'
import { reachBetween } from '@kaiku/core/place-change.ts'
import type { Nodes } from '@kaiku/core/place-tree.ts'
import { json, nullable, query, type Shape, text, texts } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

const granted = {
  title: text,
  rows: nullable(json(grantedNodes)),
  figures: nullable(json(grantedNodes)),
  surveys: nullable(texts),
} satisfies Shape
const named = { title: text, path: nullable(text) } satisfies Shape

type Named = Pick<PlaceConcern, 'kind' | 'title' | 'path'>

/** Roles, who has them, big screens and schedules that reach other places of a view when its tree is another. */
export async function placesConcerned(
  stores: Stores,
  dictionary: Dictionary,
  view: string,
  [before, after]: readonly [Nodes, Nodes],
): Promise<PlaceConcern[]> {
  const all = await whoNames(stores, dictionary, view)
  const reach = reachBetween(before, after)
  const known = new Map<string, ReturnType<typeof reach>>()
  const found = new Map<string, PlaceConcern>()
  for (const one of all) {
    const place = one.path.join('\n')
    const reached = known.get(place) ?? reach(one.path)
    known.set(place, reached)
    if (reached.lost + reached.gained > 0) found.set(`${one.kind} ${one.title} ${place}`, { ...one, ...reached })
  }
  return [...found.values()]
}

async function whoNames(
  { service }: Pick<Stores, 'service'>,
  { universe, survey, extName }: Dictionary,
  view: string,
): Promise<Named[]> {
  const roles = await query(
    service,
    granted,
    'select name as title, rows, figures, surveys from role where universe = $1 order by name',
    [universe],
  )
  const members = await query(
    service,
    granted,
    `select p.username || ' · ' || r.name as title, m.rows, m.figures, r.surveys
     from role_member m join role r on r.universe = m.universe and r.id = m.role join person p on p.id = m.person
     where m.universe = $1 and (m.rows is not null or m.figures is not null) order by 1`,
    [universe],
  )
  const screens = await query(
    service,
    named,
    'select label as title, path from api_key where universe = $1 and survey = $2 order by label',
    [universe, survey],
  )
  const schedules = await query(
    service,
    named,
    `select title, path from report_schedule where universe = $1 and survey = $2 and state <> 'ended' order by title`,
    [universe, survey],
  )
  const inGrants = (kind: Named['kind'], rows: typeof roles.rows): Named[] =>
    rows
      .filter(({ surveys }) => surveys === null || surveys.includes(extName))
      .flatMap(({ title, rows: own, figures }) =>
        [...(own?.[view] ?? []), ...(figures?.[view] ?? [])].map((path) => ({ kind, title, path: [...path] })),
      )
  const inPaths = (kind: Named['kind'], rows: typeof screens.rows): Named[] =>
    rows.flatMap(({ title, path }) => {
      const [own, , ...ids] = placesIn(path ?? '')
      return own === view && ids.length > 0 ? [{ kind, title, path: ids }] : []
    })
  return [
    ...inGrants('role', roles.rows),
    ...inGrants('assignment', members.rows),
    ...inPaths('screen', screens.rows),
    ...inPaths('schedule', schedules.rows),
  ]
}

/** View, root and ids of a path as it was written, with or without filters behind it. */
function placesIn(path: string): readonly string[] {
  const [place = ''] = path.split(';')
  const parsed = parsePath(place)
  return parsed.ok ? parsed.value : []
}
