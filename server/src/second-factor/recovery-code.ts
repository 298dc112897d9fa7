import { randomInt } from 'node:crypto'
import { inTransaction } from '../db/postgres.ts'
import { number, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { hashSecret } from '../person/password.ts'

const many = 10
/** Without letters and digits that look alike: 31 of them, so ten are 49 bits. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'
const groups = [5, 5] as const

const newCode = () =>
  groups.map((length) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')).join('-')

/** A code works whatever its case, with and without the dash. The person is the salt: one hash finds it among theirs. */
const hashOf = (person: string, code: string) =>
  hashSecret(code.toLowerCase().replace(/[^a-z0-9]/g, ''), Buffer.from(person))

/** Ten new codes, shown here only; those before no longer work. */
export async function renewRecoveryCodes({ service }: Stores, person: string): Promise<string[]> {
  const codes = Array.from({ length: many }, newCode)
  const hashes = await Promise.all(codes.map((code) => hashOf(person, code)))
  await inTransaction(service, async (client) => {
    await client.query('delete from recovery_code where person = $1', [person])
    await client.query('insert into recovery_code (person, hash) select $1, unnest($2::bytea[])', [person, hashes])
  })
  return codes
}

/** Whether it is a code that was not used yet. It is used up, also when two try it at the same moment. */
export async function isRecoveryCode({ service }: Stores, person: string, code: string): Promise<boolean> {
  const { rowCount } = await service.query(
    'update recovery_code set used_at = now() where person = $1 and hash = $2 and used_at is null',
    [person, await hashOf(person, code)],
  )
  return rowCount === 1
}

export async function recoveryCodesLeft({ service }: Stores, person: string): Promise<number> {
  const { rows } = await query(
    service,
    { left: number },
    'select count(*)::int as left from recovery_code where person = $1 and used_at is null',
    [person],
  )
  return rows[0]?.left ?? 0
}
