import type pg from 'pg'

/** Mail to these addresses, and to others about these alerts and interviews; answers how many. */
export async function forgetMailTo(
  service: pg.Pool,
  universe: string,
  addresses: readonly string[],
  about: readonly string[],
): Promise<number> {
  const { rowCount } = await service.query(
    'delete from mailbox where (universe = $1 and lower(recipient) = any($2)) or about && $3::uuid[]',
    [universe, addresses, about],
  )
  return rowCount ?? 0
}

/** What was told of interviews that are gone, and of their alerts. */
export const forgetMailOfErased = (service: pg.Pool) =>
  service.query(
    `delete from mailbox where about is not null
       and (exists (select from alert where id = any(about) and interview is null)
         or id in (select m.id from mailbox m cross join lateral unnest(m.about) one join erasure e on e.interview = one))`,
  )

/** Mail to a domain that has not gone out yet. */
export const forgetUnsentMail = (client: pg.PoolClient, domain: string) =>
  client.query(`delete from mailbox where recipient like '%@' || $1 and state = 'waiting'`, [domain])

/** Mail of no universe to these addresses, in lower case; answers how many. */
export async function forgetMailOf(client: pg.PoolClient, addresses: readonly string[]): Promise<number> {
  const { rowCount } = await client.query('delete from mailbox where universe is null and lower(recipient) = any($1)', [
    addresses,
  ])
  return rowCount ?? 0
}

/** Mail that went out, by its ids; answers how many. */
export async function forgetOldMail(service: pg.PoolClient, universe: string, ids: readonly string[]): Promise<number> {
  const { rowCount } = await service.query(
    `delete from mailbox where universe = $1 and id = any($2) and state <> 'waiting'`,
    [universe, ids],
  )
  return rowCount ?? 0
}
