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

/** What was told of the alerts of interviews that are gone. */
export const forgetMailOfErased = (service: pg.Pool) =>
  service.query(
    'delete from mailbox where about is not null and exists (select from alert where id = any(about) and interview is null)',
  )

/** Mail to a domain that has not gone out yet. */
export const forgetUnsentMail = (client: pg.PoolClient, domain: string) =>
  client.query(`delete from mailbox where recipient like '%@' || $1 and state = 'waiting'`, [domain])
