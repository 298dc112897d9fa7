import type pg from 'pg'
import type { Stores } from '../db/stores.ts'
import { cachedProviderSessions } from './provider-token.ts'

/** What sessions of the own provider are kept under, whatever its public address is today. */
export const ownIssuer = 'kaiku'

/** Ends a session of a provider before its tokens run out; one of the own provider can no longer be renewed either. */
export async function endProviderSession(stores: Stores, issuer: string, sid: string): Promise<void> {
  const { service } = stores
  await service.query('insert into ended_provider_session (issuer, sid) values ($1, $2) on conflict do nothing', [
    issuer,
    sid,
  ])
  cachedProviderSessions(stores).clear()
  if (issuer !== ownIssuer) return
  await service.query(
    `delete from provider_state where (model = 'Session' and uid = $1)
      or (model = 'RefreshToken' and payload->>'sessionUid' = $1)`,
    [sid],
  )
}

/** Ends the sessions that the own provider holds for a person, but the one named; how many there were. */
export async function endOwnProviderSessions(
  stores: Stores,
  person: string,
  except?: string,
  client: pg.Pool | pg.PoolClient = stores.service,
): Promise<number> {
  // A grant opens nothing without its session, and does not say whose it is.
  const { rowCount } = await client.query(
    `with ended as (delete from provider_state where payload->>'accountId' = $1 and ($3::text is null
          or (model <> 'Grant' and uid is distinct from $3 and payload->>'sessionUid' is distinct from $3))
        returning model, uid)
      insert into ended_provider_session (issuer, sid) select $2, uid from ended where model = 'Session'
      on conflict do nothing`,
    [person, ownIssuer, except ?? null],
  )
  cachedProviderSessions(stores).clear()
  return rowCount ?? 0
}
