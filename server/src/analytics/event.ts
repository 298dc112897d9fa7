import type pg from 'pg'

/** Somebody came by a link that counts, who is not known; `anonymous`: by what the browser is known again. */
export const noteHit = (service: pg.Pool, path: string, survey: string, linkable: string, anonymous: string) =>
  service.query(
    `insert into analytics_event (name, path, survey, linkable, anonymous)
      values ('linkable_hit', $1, nullif($2, ''), $3, $4)`,
    [path, survey, linkable, anonymous],
  )

/** `recorded`: it is written down. `hasEnded`: it is not, for the link counts no longer. */
export type FollowedLink = { readonly recorded: boolean; readonly hasEnded: boolean }

/** Somebody who is signed in was led in, by a link that counts or by a mail to them; of another universe it is neither. */
export async function noteOpened(
  service: pg.Pool,
  universe: string,
  linkable: string,
  person: string,
): Promise<FollowedLink> {
  const { rowCount } = await service.query(
    `insert into analytics_event (name, path, survey, linkable, anonymous, person)
     select 'linkable_open', l.path, s.ext_name, l.linkable, '', $3
     from (
       select survey, linkable, path from counted_link where universe = $1 and linkable = $2 and (ends_at is null or ends_at > now())
       union all
       select r.survey, m.id::text, '' from report_mailing m
         join report_schedule r on (r.universe, r.id) = (m.universe, m.schedule)
       where m.universe = $1 and m.person = $3 and m.id::text = $2) l
       join survey s on s.universe = $1 and s.number = l.survey`,
    [universe, linkable, person],
  )
  if ((rowCount ?? 0) > 0) return { recorded: true, hasEnded: false }
  const { rowCount: ended } = await service.query(
    'select from counted_link where universe = $1 and linkable = $2 and ends_at <= now()',
    [universe, linkable],
  )
  return { recorded: false, hasEnded: (ended ?? 0) > 0 }
}

/** Who an unknown one turned out to be; answers of how many events. */
export async function joinEvents(service: pg.Pool, person: string, anonymous: string): Promise<number> {
  const { rowCount } = await service.query(
    'update analytics_event set person = $1 where anonymous = $2 and person is null',
    [person, anonymous],
  )
  return rowCount ?? 0
}
