import type { InputOf } from '@kaiku/contract/call.ts'
import { noticeKinds } from '@kaiku/contract/notification.ts'
import type { PushDevice, pushCalls } from '@kaiku/contract/push.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyRequest } from 'fastify'
import { inTransaction } from '../db/postgres.ts'
import { query, type Shape, someOf, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { type OwnHosts, readTarget } from '../outgoing/public-address.ts'
import { isRecipient } from './encrypt.ts'

const rowColumns = {
  kinds: someOf(...noticeKinds),
  deviceId: text,
  mark: text,
  agent: text,
  createdAt: time,
} satisfies Shape

/** Of one person; the oldest goes. */
const mostDevices = 20
const longestAgent = 300

/** Over `push_device d`: the session in which it was switched on goes on, and its person may sign in. */
export const isLive = `(case when d.session is null
    then d.issuer is not null
      and not exists (select from ended_provider_session e where (e.issuer, e.sid) = (d.issuer, d.sid))
    else exists (select from session s where s.id = d.session and s.revoked_at is null and s.expires_at > now()) end
  and exists (select from person p where p.id = d.person and p.deactivated_at is null))`

type Row = Omit<PushDevice, 'createdAt'> & { readonly createdAt: Date }
const columns = `d.id as "deviceId", d.agent, d.kinds, d.created_at as "createdAt",
  rtrim(translate(encode(sha256(convert_to(d.endpoint, 'UTF8')), 'base64'), '+/', '-_'), '=') as mark`
const shown = ({ createdAt, ...row }: Row): PushDevice => ({ ...row, createdAt: createdAt.toISOString() })

/** Where somebody hears of alerts, the newest first. */
export async function devicesOf({ service }: Stores, person: string): Promise<PushDevice[]> {
  const { rows } = await query(
    service,
    rowColumns,
    `select ${columns} from push_device d where d.person = $1 and ${isLive} order by d.created_at desc`,
    [person],
  )
  return rows.map(shown)
}

/** The session that a request is made in. */
type RequestSession = Pick<FastifyRequest, 'session' | 'providerSession'>

/**
 * Keeps a browser; one that another user switched on before is theirs no more. Throws Fault `invalid` for an endpoint that
 * may not be reached and for keys that are none, `not_found` for renewing what was removed.
 */
export async function keepDevice(
  stores: Stores,
  person: string,
  { endpoint, keys, kinds, renews }: InputOf<typeof pushCalls.save>,
  { session, providerSession }: RequestSession,
  { own, agent }: { readonly own: OwnHosts; readonly agent: string },
): Promise<PushDevice> {
  refuseEndpoint(endpoint, own)
  const recipient = { publicKey: Buffer.from(keys.p256dh, 'base64url'), secret: Buffer.from(keys.auth, 'base64url') }
  if (!isRecipient(recipient))
    throw new Fault('invalid', 'These are no keys of a browser.', [
      { place: 'keys', expected: 'p256dh and auth as a push subscription gives them', found: 'something else' },
    ])
  const values = [
    person,
    endpoint,
    recipient.publicKey,
    recipient.secret,
    [...new Set(kinds)],
    agent.slice(0, longestAgent),
    session?.id ?? null,
    session ? null : (providerSession?.issuer ?? null),
    session ? null : (providerSession?.sid ?? null),
  ]
  return inTransaction(stores.service, async (client) => {
    // What waits for whoever was here before is not for this one.
    await client.query('delete from push_device where endpoint = $1 and (person <> $2 or id <> $3)', [
      endpoint,
      person,
      renews ?? null,
    ])
    const { rows } =
      renews === undefined
        ? await query(
            client,
            rowColumns,
            `insert into push_device as d (person, endpoint, public_key, secret, kinds, agent, session, issuer, sid)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (endpoint) do update set public_key = $3, secret = $4,
               kinds = $5, agent = $6, session = $7, issuer = $8, sid = $9 where d.person = $1 returning ${columns}`,
            values,
          )
        : await query(
            client,
            rowColumns,
            `update push_device d set endpoint = $2, public_key = $3, secret = $4, kinds = $5, agent = $6, session = $7,
               issuer = $8, sid = $9 where d.person = $1 and d.id = $10 returning ${columns}`,
            [...values, renews],
          )
    const [row] = rows
    if (!row) throw absent()
    await client.query(
      `delete from push_device where id in (
         select id from push_device where person = $1 order by created_at desc, id desc offset $2)`,
      [person, mostDevices],
    )
    return shown(row)
  })
}

const absent = () => new Fault('not_found', 'There is no such device.')

function refuseEndpoint(endpoint: string, own: OwnHosts): void {
  try {
    readTarget(endpoint, own)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw new Fault('invalid', 'This is no address of a push service.', [
      { place: 'endpoint', expected: 'an https address of the open internet', found: JSON.stringify(endpoint) },
    ])
  }
}

/** Throws Fault `not_found`: another’s device is absent. */
export async function removeDevice({ service }: Stores, person: string, device: string): Promise<void> {
  const { rowCount } = await service.query('delete from push_device where person = $1 and id = $2', [person, device])
  if (rowCount === 0) throw absent()
}
