import type { accountCalls, OwnSession } from '@kaiku/contract/account.ts'
import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { bool, query, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { changePerson, personById } from '../person/person.ts'

type Account = ReplyOf<typeof accountCalls.one>
type CallInput = Omit<InputOf<typeof accountCalls.save>, 'password'>

/** What somebody sees of their own account. */
export async function accountOf(stores: Stores, userId: string): Promise<Account> {
  const person = await personById(stores, userId)
  if (!person) throw new Fault('not_found', 'There is no such user.')
  const { id, username, email, givenName, familyName, locale, theme, passwordHash } = person
  return {
    userId: id,
    username,
    givenName,
    familyName,
    locale,
    theme,
    email: email ?? '',
    hasPassword: passwordHash !== null,
  }
}

export async function saveAccount(stores: Stores, userId: string, wanted: CallInput): Promise<Account> {
  await changePerson(stores.service, userId, { ...wanted, email: wanted.email || null })
  return accountOf(stores, userId)
}

/** Sessions that go on, the last used first. */
export async function sessionsOf({ service }: Stores, userId: string, own: string | null): Promise<OwnSession[]> {
  const { rows } = await query(
    service,
    {
      id: text,
      address: text,
      agent: text,
      isRemembered: bool,
      isThis: bool,
      actor: text,
      createdAt: time,
      seenAt: time,
    },
    `select s.id, s.address, s.agent, s.created_at as "createdAt", s.seen_at as "seenAt",
        s.remembered as "isRemembered", coalesce(s.id = $2, false) as "isThis", coalesce(a.username, '') as actor
      from session s left join person a on a.id = s.actor
      where s.person = $1 and s.revoked_at is null and s.expires_at > now()
      order by s.seen_at desc, s.id`,
    [userId, own],
  )
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString(), seenAt: row.seenAt.toISOString() }))
}
