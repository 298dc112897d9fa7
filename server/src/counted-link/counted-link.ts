import { randomBytes } from 'node:crypto'
import type { CountedLink } from '@kaiku/contract/counted-link.ts'
import { may, type Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { screenAt, screens } from '@kaiku/core/screen.ts'
import { noteOpened } from '../analytics/event.ts'
import { inUniverse } from '../db/postgres.ts'
import { nullable, number, query as queryColumn, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { namesOf } from '../person/person-name.ts'

const rowColumns = {
  linkable: text,
  title: text,
  path: text,
  opened: number,
  people: number,
  beforeSignIn: number,
  person: nullable(text),
  madeAt: time,
  lastAt: nullable(time),
} satisfies Shape

/** Links of one person in a universe. */
const most = 200
// Events belong to no universe, since who follows a link may not be signed in yet: the service reads them.
const listed = `select l.linkable, l.title, l.path, l.person, l.made_at as "madeAt",
    count(*) filter (where e.name = 'linkable_open')::int as opened,
    count(distinct e.person) filter (where e.name = 'linkable_open')::int as people,
    count(*) filter (where e.name = 'linkable_hit')::int as "beforeSignIn", max(e.at) as "lastAt"
  from counted_link l left join analytics_event e on e.linkable = l.linkable
  where l.universe = $1 and l.survey = $2 and ($3::uuid is null or l.person = $3) and ($4::text is null or l.linkable = $4)
  group by l.universe, l.linkable order by l.made_at desc, l.linkable`

/** Whose links the viewer sees and may remove; null: everybody's. */
const onlyOf = (who: Viewer) => (may.manageUniverse(who) ? null : who.userId)

/** The newest first. */
export async function listCountedLinks(
  { service }: Stores,
  who: Viewer,
  { universe, survey }: Dictionary,
  only: string | null = null,
): Promise<CountedLink[]> {
  const { rows } = await queryColumn(service, rowColumns, listed, [universe, survey, onlyOf(who), only])
  const names = await namesOf(
    service,
    rows.map(({ person }) => person),
  )
  return rows.map(({ person, madeAt, lastAt, ...row }) => ({
    ...row,
    by: names.get(person ?? '') ?? '',
    madeAt: madeAt.toISOString(),
    lastAt: lastAt?.toISOString() ?? null,
  }))
}

/** Throws Fault `invalid` for a path that is no screen of the survey, or with too many links. */
export async function makeCountedLink(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { title, path }: Pick<CountedLink, 'title' | 'path'>,
): Promise<CountedLink> {
  const { universe, survey } = dictionary
  const linkable = randomBytes(9).toString('base64url')
  const kept = pathIn(dictionary, path)
  await inUniverse(stores.pool, universe, async (client) => {
    const { rows } = await queryColumn(
      client,
      { n: number },
      'select count(*)::int as n from counted_link where universe = $1 and person = $2',
      [universe, who.userId],
    )
    if ((rows[0]?.n ?? 0) >= most) throw refuse('invalid', 'link.most', { most })
    await client.query(
      'insert into counted_link (universe, survey, linkable, title, path, person) values ($1, $2, $3, $4, $5, $6)',
      [universe, survey, linkable, title, kept, who.userId],
    )
  })
  const [made] = await listCountedLinks(stores, who, dictionary, linkable)
  if (!made) throw new Error('the link was not kept')
  return made
}

/** The path as it is kept: without what names the link itself. */
function pathIn({ extName }: Dictionary, path: string): string {
  const [pathname = '', query = ''] = path.split('?')
  const at = screenAt(pathname)
  if (!at || !screens[at.screen].signIn || at.params.survey?.toLowerCase() !== extName.toLowerCase())
    throw refuse('invalid', 'link.elsewhere')
  const search = new URLSearchParams(query)
  for (const name of ['linkable', 'universe']) search.delete(name)
  return search.size === 0 ? pathname : `${pathname}?${search.toString()}`
}

/** Throws Fault `not_found`, the same for somebody else's. */
export async function removeCountedLink(
  { pool }: Stores,
  who: Viewer,
  { universe, survey }: Dictionary,
  linkable: string,
): Promise<void> {
  const { rowCount } = await inUniverse(pool, universe, (client) =>
    client.query(
      `delete from counted_link where universe = $1 and survey = $2 and linkable = $3 and ($4::uuid is null or person = $4)`,
      [universe, survey, linkable, onlyOf(who)],
    ),
  )
  if (rowCount === 0) throw new Fault('not_found', 'There is no such link.')
}

/** Writes down that somebody was led in. False: it is no link of this universe that counts. */
export const openCountedLink = ({ service }: Stores, who: Viewer, linkable: string): Promise<boolean> =>
  noteOpened(service, who.universe, linkable, who.userId)
