import type { LinkHit } from '@kaiku/contract/counted-link.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { nullable, number, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { namesOf } from '../person/person-name.ts'
import { listCountedLinks, notThere } from './counted-link.ts'

const rowColumns = { day: text, person: nullable(text), opened: number, beforeSignIn: number } satisfies Shape

const hits = `select to_char(at at time zone $2::text, 'YYYY-MM-DD') as day, person,
    count(*) filter (where name = 'linkable_open')::int as opened,
    count(*) filter (where name = 'linkable_hit')::int as "beforeSignIn"
  from analytics_event where linkable = $1 group by 1, 2 order by 1 desc, 3 desc, 2 limit 1000`

/** Who followed a link, day by day, the newest first. Throws Fault `not_found`, the same for somebody else's. */
export async function hitsOfLink(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  linkable: string,
): Promise<LinkHit[]> {
  const [link] = await listCountedLinks(stores, who, dictionary, linkable)
  if (!link) throw notThere()
  const { timeZone } = dictionary.definition.settings
  const { rows } = await query(stores.service, rowColumns, hits, [linkable, timeZone])
  const names = await namesOf(
    stores.service,
    rows.flatMap(({ person }) => person ?? []),
  )
  return rows.map((row) => ({ ...row, person: names.get(row.person ?? '') ?? null }))
}
