import type { User } from '@kaiku/contract/user.ts'
import { covers, type Who } from '@kaiku/core/access.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { inTransaction } from '../db/postgres.ts'
import { sendMail } from '../mail/mail.ts'
import { grantsOf } from '../role/role.ts'
import { endEverywhere } from '../session/end-everywhere.ts'
import type { Stores } from '../stores.ts'

/**
 * Takes a member's second factors and recovery codes away, for who has lost them: the password alone signs in until a
 * new one is set up. Their sessions end, and a mail tells them. Throws Fault for oneself, for who has none, and for
 * anybody who is root, in universes that the viewer does not manage, or may do what the viewer may not.
 */
export async function resetSecondFactor(stores: Stores, who: Who, user: User, publicUrl: string): Promise<void> {
  if (user.userId === who.userId) throw refuse('invalid', 'secondFactor.own')
  if (!user.hasSecondFactor) throw refuse('invalid', 'secondFactor.none')
  if (!who.isRoot) await refuseHigher(stores, who, user)
  await inTransaction(stores.service, async (client) => {
    for (const table of ['second_factor', 'passkey', 'recovery_code'])
      await client.query(`delete from ${table} where person = $1`, [user.userId])
  })
  await endEverywhere(stores, user.userId)
  if (user.email === null) return
  await sendMail(stores, {
    ...{ to: user.email, template: 'secondFactorReset', locale: user.locale },
    values: { link: new URL('/', publicUrl).href, name: user.givenName || user.username, by: who.username },
  })
}

async function refuseHigher({ service }: Stores, who: Who, { userId, isRoot, isAccountEditable }: User) {
  if (isRoot) throw refuse('forbidden', 'secondFactor.root')
  if (!isAccountEditable) throw refuse('forbidden', 'secondFactor.otherUniverse')
  const { rows } = await service.query<{ universe: string }>('select universe from membership where person = $1', [
    userId,
  ])
  for (const { universe } of rows) {
    const [own, theirs] = [await grantsOf(service, universe, who.userId), await grantsOf(service, universe, userId)]
    if (!covers(own, theirs)) throw refuse('forbidden', 'secondFactor.above')
  }
}
