import { createHash, randomBytes } from 'node:crypto'
import type { InputOf } from '@kaiku/contract/call.ts'
import { type GatewaySettings, gatewayReport, type ShownGateway, type smsCalls } from '@kaiku/contract/sms.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { inUniverse } from '../db/postgres.ts'
import { bytes, json, number, query, type RowOf, type Shape, text } from '../db/rows.ts'
import { sealer } from '../db/sealed.ts'
import type { Stores } from '../db/stores.ts'
import { type OwnHosts, readTarget } from '../outgoing/public-address.ts'
import { gatewayBody } from './gateway-body.ts'

const columns = {
  universe: text,
  url: text,
  header: text,
  secret: bytes,
  body: text,
  sender: text,
  callingCode: text,
  report: json(gatewayReport),
  door: bytes,
  version: number,
} satisfies Shape
/** What sends SMS for a universe. */
export type Gateway = RowOf<typeof columns>
const selected = `universe, url, header, secret, body, sender, calling_code as "callingCode", report, door, version`

const { seal, unseal } = sealer('sms.sealingKey')
const kept = async (stores: Stores, secret: string, universe: string) =>
  Buffer.from(await seal(stores, secret, universe), 'base64url')
export const openSecret = (stores: Stores, secret: Buffer, universe: string) =>
  unseal(stores, secret.toString('base64url'), universe)
const hashOf = (door: string) => createHash('sha256').update(door).digest()

/** Null: the universe has none. */
export async function readGateway(client: pg.Pool | pg.PoolClient, universe: string): Promise<Gateway | null> {
  const { rows } = await query(client, columns, `select ${selected} from sms_gateway where universe = $1`, [universe])
  return rows[0] ?? null
}

/** Whose gateway tells something at an address that ends so; null: nobody’s. */
export async function gatewayAtDoor({ service }: Stores, door: string): Promise<Gateway | null> {
  const { rows } = await query(service, columns, `select ${selected} from sms_gateway where door_hash = $1`, [
    hashOf(door),
  ])
  return rows[0] ?? null
}

export async function showGateway(stores: Stores, universe: string, publicUrl: string): Promise<ShownGateway> {
  const found = await inUniverse(stores.pool, universe, (client) => readGateway(client, universe))
  if (!found) return { version: 0, gateway: null, reportUrl: null }
  const door = await openSecret(stores, found.door, universe)
  return {
    version: found.version,
    gateway: settingsOf(found),
    reportUrl: new URL(`/api/sms/report/${door}`, publicUrl).href,
  }
}

export const settingsOf = ({ url, header, body, sender, callingCode, report }: Gateway): GatewaySettings => ({
  url,
  header,
  body,
  sender,
  callingCode,
  report,
})

/**
 * Throws Fault `conflict` where somebody else changed it meanwhile, `invalid` for an address or a body that cannot be, and
 * for another address without the secret anew: nobody sends it where it was not meant for.
 */
export async function saveGateway(
  stores: Stores,
  universe: string,
  { version, secret, ...settings }: InputOf<(typeof smsCalls)['saveGateway']>,
  own: OwnHosts,
): Promise<void> {
  const target = readTarget(settings.url, own)
  if (!gatewayBody(settings.body))
    throw refuse('invalid', 'sms.body', {}, [
      { place: 'body', expected: 'JSON in whose texts {to} or {digits}, and {text} stand', found: settings.body },
    ])
  const [given, door] = [secret, randomBytes(24).toString('base64url')]
  const sealedDoor = await kept(stores, door, universe)
  const sealedSecret = given === undefined ? null : await kept(stores, given, universe)
  await inUniverse(stores.pool, universe, async (client) => {
    const before = await readGateway(client, universe)
    if ((before?.version ?? 0) !== version) throw refuse('conflict', 'sms.changed')
    const stays = before && new URL(before.url).origin === target.origin ? before.secret : null
    const value = sealedSecret ?? stays
    if (!value)
      throw refuse('invalid', 'sms.secret', {}, [{ place: 'secret', expected: 'the value of the header', found: '' }])
    const { rowCount } = await client.query(
      `insert into sms_gateway (universe, url, header, secret, body, sender, calling_code, report, door, door_hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (universe) do update set url = excluded.url, header = excluded.header, secret = excluded.secret,
         body = excluded.body, sender = excluded.sender, calling_code = excluded.calling_code, report = excluded.report,
         version = sms_gateway.version + 1 where sms_gateway.version = $11`,
      [
        ...[universe, target.href, settings.header, value, settings.body, settings.sender, settings.callingCode],
        ...[JSON.stringify(settings.report), sealedDoor, hashOf(door), version],
      ],
    )
    if (!rowCount) throw refuse('conflict', 'sms.changed')
  })
}

/** What waits is given up. */
export const removeGateway = (stores: Stores, universe: string): Promise<void> =>
  inUniverse(stores.pool, universe, async (client) => {
    await client.query('delete from sms_gateway where universe = $1', [universe])
    await client.query(
      `update sms set state = 'failed', text = '', fault = 'no gateway is set up' where universe = $1 and state = 'waiting'`,
      [universe],
    )
  })
