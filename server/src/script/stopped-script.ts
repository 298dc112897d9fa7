import { pathTo } from '@kaiku/core/screen.ts'
import type { RecurringWork } from '../background-work/recurring-work.ts'
import { noteTold, untoldStops } from '../computed/script-standing.ts'
import { inUniverse } from '../db/postgres.ts'
import { sendMail } from '../mail/mail.ts'
import { personById } from '../person/person.ts'

/** Mails of a universe that are sent at once. */
const mostTold = 50

/** Tells authors that their script was stopped. `publicUrl`: where Kaiku is reached. */
export const stoppedScripts = (publicUrl: string): RecurringWork => ({
  name: 'stopped scripts',
  of: 'universe',
  when: { every: 60_000 },
  wanted: 'select universe from script_standing where stopped_at is not null and told_at is null',
  run: async ({ stores, universe }) => {
    await inUniverse(stores.pool, universe, async (client) => {
      for (const { survey, script, level, extName, person, failed } of await untoldStops(client, universe, mostTold)) {
        const author = person === null ? null : await personById(stores, person)
        const own = { survey: extName }
        const path =
          level === 'survey'
            ? pathTo('script', Object.assign({ surveyId: extName, scriptId: 'draft' }, own))
            : level === 'universe'
              ? pathTo('universescript', own)
              : pathTo('globalscript', Object.assign({ scriptId: 'draft' }, own))
        await noteTold(client, { universe, survey }, script)
        if (author?.email && !author.isDeactivated)
          await sendMail(stores, {
            to: author.email,
            template: 'scriptStopped',
            locale: author.locale,
            values: {
              name: author.givenName || author.username,
              survey: extName,
              n: String(failed),
              link: new URL(path, publicUrl).href,
            },
          })
      }
    })
    return null
  },
})
