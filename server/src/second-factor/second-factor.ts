import type { SecondFactors } from '@kaiku/contract/second-factor.ts'
import type { Identity } from '@kaiku/contract/session.ts'
import type pg from 'pg'
import { nullable, number, query, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Person } from '../person/person.ts'
import { ownIssuer } from '../session/provider-session.ts'
import type { ProviderSession } from '../session/provider-token.ts'
import type { SignedInViewer } from '../session/who.ts'
import { isRecoveryCode, recoveryCodesLeft } from './recovery-code.ts'
import { isTotp } from './totp.ts'

const factorColumns = { totpSince: nullable(time), passkeys: number } satisfies Shape

/**
 * How somebody has shown who they are. `shown`: by a second factor too, or by a link of the command line. `own provider`:
 * by the provider that comes with Kaiku, which asks everybody who has a second factor for it. `elsewhere`: another
 * identity provider vouches, and asks for what it thinks right.
 */
export type Strength = 'password' | 'shown' | 'own provider' | 'elsewhere'

type OwnFactors = { totpSince: Date | null; passkeys: number }

async function factorsOf({ service }: Stores, person: string): Promise<OwnFactors> {
  const { rows } = await query(
    service,
    factorColumns,
    `select (select totp_since from second_factor where person = $1) as "totpSince",
      (select count(*)::int from passkey where person = $1) as passkeys`,
    [person],
  )
  return rows[0] ?? { totpSince: null, passkeys: 0 }
}

/** Takes all second factors and recovery codes away. */
export async function forgetFactors(client: pg.PoolClient, person: string): Promise<void> {
  await client.query('delete from second_factor where person = $1', [person])
  await client.query('delete from passkey where person = $1', [person])
  await client.query('delete from recovery_code where person = $1', [person])
}

/** Whether the password alone does not sign this person in. */
export async function needsSecondFactor(stores: Stores, { id }: Person): Promise<boolean> {
  const { totpSince, passkeys } = await factorsOf(stores, id)
  return totpSince !== null || passkeys > 0
}

/** What a person may show beside the password, the most convenient first. */
export async function secondFactorsOf(stores: Stores, { id }: Person): Promise<Identity['secondFactors']> {
  const [{ totpSince, passkeys }, left] = await Promise.all([factorsOf(stores, id), recoveryCodesLeft(stores, id)])
  if (totpSince === null && passkeys === 0) return []
  return [
    ...(passkeys > 0 ? (['passkey'] as const) : []),
    ...(totpSince !== null ? (['totp'] as const) : []),
    ...(left > 0 ? (['recovery'] as const) : []),
  ]
}

/**
 * Whether it is the code of the person's authenticator app now, or a recovery code that was not used. It is used up.
 * Who asks slows guessers down.
 */
export async function isSecondFactor(stores: Stores, person: Person, code: string, now = Date.now()): Promise<boolean> {
  if (!(await needsSecondFactor(stores, person))) return false
  return (await isTotp(stores, person, code, now)) || (await isRecoveryCode(stores, person.id, code))
}

/** Whether the viewer's universe requires a second factor that the sign-in lacks; then only setting one up is open. */
export async function mustSetUp(
  stores: Stores,
  { person, universe }: Pick<SignedInViewer, 'person' | 'universe'>,
  strength: Strength,
): Promise<boolean> {
  if (universe.secondFactor !== 'required') return false
  if (strength === 'own provider') return !(await needsSecondFactor(stores, person))
  return strength === 'password'
}

/** What a provider's token shows. */
export const strengthOfToken = ({ issuer }: Pick<ProviderSession, 'issuer'>): Strength =>
  issuer === ownIssuer ? 'own provider' : 'elsewhere'

/** What a person has set up, for their own eyes. */
export async function describeSecondFactors(
  stores: Stores,
  person: Person,
  policy: SecondFactors['policy'],
): Promise<SecondFactors> {
  const [{ totpSince }, recoveryCodes, { rows }] = await Promise.all([
    factorsOf(stores, person.id),
    recoveryCodesLeft(stores, person.id),
    query(
      stores.service,
      { id: text, name: text, created_at: time, used_at: nullable(time) },
      'select id, name, created_at, used_at from passkey where person = $1 order by created_at',
      [person.id],
    ),
  ])
  return {
    policy,
    hasPassword: person.passwordHash !== null,
    recoveryCodes,
    totpSince: totpSince?.toISOString() ?? null,
    passkeys: rows.map(({ id, name, created_at, used_at }) => ({
      id,
      name,
      createdAt: created_at.toISOString(),
      usedAt: used_at?.toISOString() ?? null,
    })),
  }
}
