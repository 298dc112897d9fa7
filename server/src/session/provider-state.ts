import { createHash } from 'node:crypto'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { z } from 'zod'
import { json, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { unwrapped } from './refresh-token.ts'

/** Days after which the end of a session need not be remembered: no token of it lives that long. */
const endRemembered = 2

/** What the provider keeps between two requests. Ids are secrets of their holders and are kept as hashes. */
export const providerState =
  ({ service }: Stores) =>
  (model: string): Adapter => {
    const find = async (where: string, value: string): Promise<AdapterPayload | undefined> => {
      const { rows } = await query(
        service,
        { payload: json(z.record(z.string(), z.unknown())) },
        `select payload from provider_state where model = $1 and ${where} = $2 and expires_at > now()`,
        [model, value],
      )
      return rows[0]?.payload
    }
    return {
      async upsert(id, { jti: _secret, ...payload }, seconds) {
        await service.query(
          `insert into provider_state (model, id, payload, grant_id, uid, expires_at)
            values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
            on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
              uid = excluded.uid, expires_at = excluded.expires_at`,
          [model, hashed(id), payload, payload.grantId ?? null, payload.uid ?? null, seconds ?? 0],
        )
        if (model === 'Grant') await forgetExpired(service)
      },
      async find(id) {
        const payload = await find('id', hashed(id))
        return payload && { ...payload, jti: unwrapped(id) }
      },
      findByUid: (uid) => find('uid', uid),
      findByUserCode: async () => undefined,
      async consume(id) {
        const { rowCount } = await service.query(
          `update provider_state set payload = payload || jsonb_build_object('consumed', extract(epoch from now())::int)
            where model = $1 and id = $2 and not payload ? 'consumed'`,
          [model, hashed(id)],
        )
        if (rowCount === 0) throw new errors.InvalidGrant('used already')
      },
      async destroy(id) {
        await service.query('delete from provider_state where model = $1 and id = $2', [model, hashed(id)])
      },
      async revokeByGrantId(grant) {
        await service.query('delete from provider_state where model = $1 and grant_id = $2', [model, grant])
      },
    }
  }

const hashed = (id: string): string => createHash('sha256').update(unwrapped(id)).digest('base64url')

/** Once per sign-in, so that what has run out does not pile up. */
const forgetExpired = async (service: Stores['service']) => {
  await service.query('delete from provider_state where expires_at < now()')
  await service.query('delete from ended_provider_session where ended_at < now() - make_interval(days => $1)', [
    endRemembered,
  ])
}
