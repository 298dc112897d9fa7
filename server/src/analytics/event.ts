import type pg from 'pg'

/** Somebody came by a link that counts, who is not known; `anonymous`: by what the browser is known again. */
export const noteHit = (service: pg.Pool, path: string, survey: string, linkable: string, anonymous: string) =>
  service.query(
    `insert into analytics_event (name, path, survey, linkable, anonymous)
      values ('linkable_hit', $1, nullif($2, ''), $3, $4)`,
    [path, survey, linkable, anonymous],
  )

/** Somebody who is signed in was led in. False: it is no link of this universe that counts. */
export async function noteOpened(
  service: pg.Pool,
  universe: string,
  linkable: string,
  person: string,
): Promise<boolean> {
  const { rowCount } = await service.query(
    `insert into analytics_event (name, path, survey, linkable, anonymous, person)
     select 'linkable_open', l.path, s.ext_name, l.linkable, '', $3
     from counted_link l join survey s on s.universe = l.universe and s.number = l.survey
     where l.universe = $1 and l.linkable = $2`,
    [universe, linkable, person],
  )
  return (rowCount ?? 0) > 0
}

/** Who an unknown one turned out to be; answers of how many events. */
export async function joinEvents(service: pg.Pool, person: string, anonymous: string): Promise<number> {
  const { rowCount } = await service.query(
    'update analytics_event set person = $1 where anonymous = $2 and person is null',
    [person, anonymous],
  )
  return rowCount ?? 0
}
