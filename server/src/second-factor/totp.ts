import { refuse } from '@kaiku/core/reason.ts'
import { Secret, TOTP } from 'otpauth'
import { query, text } from '../db/rows.ts'
import { sealer } from '../db/sealed.ts'
import type { Stores } from '../db/stores.ts'
import type { Person } from '../person/person.ts'

const { seal, unseal } = sealer('secondFactor.key')

/** What every authenticator app knows: RFC 6238 with SHA-1, six digits, thirty seconds. */
const shape = { issuer: 'Kaiku', algorithm: 'SHA1', digits: 6, period: 30 } as const
const secretBytes = 20
/** Steps to either side that are still heard: clocks differ. */
const tolerance = 1

const totpOf = (username: string, secret: string) =>
  new TOTP({ ...shape, label: username, secret: Secret.fromBase32(secret) })

/** A new secret, which holds once a code of it was entered. Throws Fault `conflict` where one holds already. */
export async function beginTotp(stores: Stores, { id, username }: Person): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: secretBytes }).base32
  const { rowCount } = await stores.service.query(
    `insert into second_factor (person, totp_secret) values ($1, $2)
      on conflict (person) do update set totp_secret = excluded.totp_secret, totp_step = 0
      where second_factor.totp_since is null`,
    [id, await seal(stores, secret, id)],
  )
  if (!rowCount) throw refuse('conflict', 'secondFactor.known')
  return { secret, uri: totpOf(username, secret).toString() }
}

/** From now on a code is asked for. False: the code is not of the secret that was shown. */
export async function confirmTotp(stores: Stores, person: Person, code: string, now: number): Promise<boolean> {
  if (!(await useCode(stores, person, code, now, 'shown'))) return false
  await stores.service.query('update second_factor set totp_since = now() where person = $1', [person.id])
  return true
}

/** Whether it is the code of the authenticator app now. It works once. */
export const isTotp = (stores: Stores, person: Person, code: string, now: number): Promise<boolean> =>
  useCode(stores, person, code, now, 'set up')

async function useCode(
  stores: Stores,
  { id, username }: Person,
  code: string,
  now: number,
  state: 'shown' | 'set up',
): Promise<boolean> {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return false
  const { rows } = await query(
    stores.service,
    { secret: text },
    `select totp_secret as secret from second_factor
      where person = $1 and totp_secret is not null and (totp_since is not null) = $2`,
    [id, state === 'set up'],
  )
  if (!rows[0]) return false
  const totp = totpOf(username, await unseal(stores, rows[0].secret, id))
  const delta = totp.validate({ token, timestamp: now, window: tolerance })
  if (delta === null) return false
  const step = TOTP.counter({ period: shape.period, timestamp: now }) + delta
  const { rowCount } = await stores.service.query(
    'update second_factor set totp_step = $2 where person = $1 and totp_step < $2',
    [id, step],
  )
  return rowCount === 1
}

export async function removeTotp({ service }: Stores, person: string): Promise<boolean> {
  const { rowCount } = await service.query('delete from second_factor where person = $1 and totp_since is not null', [
    person,
  ])
  return rowCount === 1
}
