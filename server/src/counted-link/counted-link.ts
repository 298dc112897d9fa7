import { randomBytes } from 'node:crypto'
import type { CountedLink } from '@kaiku/contract/counted-link.ts'
import { may, type Viewer } from '@kaiku/core/access.ts'
import { addDays, dayIn } from '@kaiku/core/day.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { screenAt, screens } from '@kaiku/core/screen.ts'
import { type FollowedLink, noteOpened } from '../analytics/event.ts'
import { inUniverse } from '../db/postgres.ts'
import { nullable, number, query as queryColumn, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { namesOf } from '../person/person-name.ts'

const rowColumns = {
  linkable: text,
  title: text,
  note: text,
  path: text,
  opened: number,
  people: number,
  beforeSignIn: number,
  person: nullable(text),
  madeAt: time,
  lastAt: nullable(time),
  endsAt: nullable(time),
} satisfies Shape

/** Links of one person in a universe. */
const most = 200
// Events belong to no universe, since who follows a link may not be signed in yet: the service reads them.
const listed = `select l.linkable, l.title, l.note, l.path, l.person, l.made_at as "madeAt", l.ends_at as "endsAt",
    count(*) filter (where e.name = 'linkable_open')::int as opened,
    count(distinct e.person) filter (where e.name = 'linkable_open')::int as people,
    count(*) filter (where e.name = 'linkable_hit')::int as "beforeSignIn", max(e.at) as "lastAt"
  from counted_link l left join analytics_event e on e.linkable = l.linkable
  where l.universe = $1 and l.survey = $2 and ($3::uuid is null or l.person = $3) and ($4::text is null or l.linkable = $4)
  group by l.universe, l.linkable order by l.made_at desc, l.linkable`

/** Whose links the viewer sees and may remove; null: everybody's. */
export const onlyOf = (who: Viewer) => (may.manageUniverse(who) ? null : who.userId)

/** The newest first. */
export async function listCountedLinks(
  { service }: Stores,
  who: Viewer,
  { universe, survey, definition }: Dictionary,
  only: string | null = null,
): Promise<CountedLink[]> {
  const { rows } = await queryColumn(service, rowColumns, listed, [universe, survey, onlyOf(who), only])
  const names = await namesOf(
    service,
    rows.map(({ person }) => person),
  )
  return rows.map(({ person, madeAt, lastAt, endsAt, ...row }) => ({
    ...row,
    by: names.get(person ?? '') ?? '',
    madeAt: madeAt.toISOString(),
    lastAt: lastAt?.toISOString() ?? null,
    until: endsAt && dayIn(definition.settings.timeZone, endsAt.getTime() - 1),
    hasEnded: endsAt !== null && endsAt.getTime() <= Date.now(),
  }))
}

type Wanted = Pick<CountedLink, 'title' | 'note' | 'until'>

async function linkNamed(stores: Stores, who: Viewer, dictionary: Dictionary, linkable: string): Promise<CountedLink> {
  const [found] = await listCountedLinks(stores, who, dictionary, linkable)
  if (!found) throw notThere()
  return found
}

/** The same for somebody else's. */
export const notThere = () => new Fault('not_found', 'There is no such link.')

/** Throws Fault `invalid` for a path that is no screen of the survey, a last day that is over, or with too many links. */
export async function makeCountedLink(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { title, note, until, path }: Wanted & Pick<CountedLink, 'path'>,
): Promise<CountedLink> {
  const { universe, survey } = dictionary
  const ends = endOf(dictionary, until)
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
      `insert into counted_link (universe, survey, linkable, title, path, person, note, ends_at)
        values ($1, $2, $3, $4, $5, $6, $7, ${endSql('$8', '$9')})`,
      [universe, survey, linkable, title, kept, who.userId, note, ...ends],
    )
  })
  return linkNamed(stores, who, dictionary, linkable)
}

// The moment at which the day after the last one begins.
const endSql = (dayAfter: string, zone: string) => `${dayAfter}::date::timestamp at time zone ${zone}::text`

/** Day and zone of the end in SQL. Throws Fault `invalid` for a last day that is over. */
function endOf({ definition }: Dictionary, until: string | null): [string | null, string] {
  const { timeZone } = definition.settings
  if (until !== null && until < dayIn(timeZone, Date.now())) throw refuse('invalid', 'link.past')
  return [until && addDays(until, 1), timeZone]
}

/** Throws Fault `not_found`, the same for somebody else's, and `invalid` for a last day that is over. */
export async function changeCountedLink(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  linkable: string,
  { title, note, until }: Wanted,
): Promise<CountedLink> {
  const values = [title, note, ...endOf(dictionary, until)]
  await inOwn(stores, who, dictionary, linkable, `title = $5, note = $6, ends_at = ${endSql('$7', '$8')}`, values)
  return linkNamed(stores, who, dictionary, linkable)
}

/** Throws Fault `not_found`, the same for somebody else's. One that has ended stays as it is. */
export async function endCountedLink(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  linkable: string,
): Promise<CountedLink> {
  await inOwn(stores, who, dictionary, linkable, 'ends_at = least(ends_at, now())', [])
  return linkNamed(stores, who, dictionary, linkable)
}

const own = 'universe = $1 and survey = $2 and linkable = $3 and ($4::uuid is null or person = $4)'

/** Sets columns of a link that the viewer may change, by values from $5 on. */
async function inOwn(
  { pool }: Stores,
  who: Viewer,
  { universe, survey }: Dictionary,
  linkable: string,
  set: string,
  values: readonly (string | null)[],
) {
  const { rowCount } = await inUniverse(pool, universe, (client) =>
    client.query(`update counted_link set ${set} where ${own}`, [universe, survey, linkable, onlyOf(who), ...values]),
  )
  if (rowCount === 0) throw notThere()
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
    client.query(`delete from counted_link where ${own}`, [universe, survey, linkable, onlyOf(who)]),
  )
  if (rowCount === 0) throw notThere()
}

/** Writes down that somebody was led in, by a link of this universe that still counts. */
export const openCountedLink = ({ service }: Stores, who: Viewer, linkable: string): Promise<FollowedLink> =>
  noteOpened(service, who.universe, linkable, who.userId)
