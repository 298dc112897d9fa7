import type { User } from '@kaiku/contract/user.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { refuseUserAbove } from '../access/own-rights.ts'
import { inTransaction } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { sendMail } from '../mail/mail.ts'
import { ownName } from '../person/person-name.ts'
import { forgetFactors } from '../second-factor/second-factor.ts'
import { endEverywhere } from '../session/end-everywhere.ts'

/**
 * Takes a member's second factors and recovery codes away, for who has lost them: the password alone signs in until a
 * new one is set up. Their sessions end, and a mail tells them. Throws Fault for oneself, for who has none, and for
 * anybody who is root, in universes that the viewer does not manage, or may do what the viewer may not.
 */
export async function resetSecondFactor(stores: Stores, who: Viewer, user: User, publicUrl: string): Promise<void> {
  if (user.userId === who.userId) throw refuse('invalid', 'secondFactor.own')
  if (!user.hasSecondFactor) throw refuse('invalid', 'secondFactor.none')
  await refuseUserAbove(stores, who, user.userId, 'here')
  if (!who.isRoot && !user.isAccountEditable) throw refuse('forbidden', 'secondFactor.otherUniverse')
  await refuseUserAbove(stores, who, user.userId, 'everywhere')
  await inTransaction(stores.service, (client) => forgetFactors(client, user.userId))
  await endEverywhere(stores, user.userId)
  if (user.email === null) return
  await sendMail(stores, {
    to: user.email,
    template: 'secondFactorReset',
    locale: user.locale,
    values: {
      link: new URL('/', publicUrl).href,
      name: user.givenName || user.username,
      by: await ownName(stores, who),
    },
  })
}
