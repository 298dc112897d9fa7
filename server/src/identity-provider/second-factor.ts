import type { Person } from '../person/person.ts'
import type { Stores } from '../stores.ts'

/** Whether the password alone does not sign this person in. */
export async function needsSecondFactor({ service }: Stores, person: Person): Promise<boolean> {
  const { rows } = await service.query<{ needs: boolean }>(
    `select exists(select from second_factor where person = $1 and totp_since is not null)
      or exists(select from passkey where person = $1) as needs`,
    [person.id],
  )
  return rows[0]?.needs ?? false
}

/** Whether the code is the one of the authenticator app now, or a recovery code that was not used. It is used up. */
export async function isSecondFactor(_stores: Stores, _person: Person, _code: string): Promise<boolean> {
  return false
}
