import { pathTo } from '@kaiku/core/screen.ts'
import type { RecurringWork } from '../background-work/recurring-work.ts'
import { inUniverse } from '../db/postgres.ts'
import { sendMail } from '../mail/mail.ts'
import { personByName } from '../person/person.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { conditionKey, noteConditionTold, untoldConditions } from './condition-standing.ts'
import { conditionsIn } from './named-condition.ts'

/** Mails of a universe that are sent at once. */
const mostTold = 50

/** Tells who published a survey that the script of a condition was stopped. `publicUrl`: where Kaiku is reached. */
export const stoppedConditions = (publicUrl: string): RecurringWork => ({
  name: 'stopped conditions',
  of: 'universe',
  when: { every: 60_000 },
  wanted: 'select universe from condition_script where stopped_at is not null and told_at is null',
  run: async ({ stores, universe }) => {
    await inUniverse(stores.pool, universe, async (client) => {
      for (const { survey, key, by, failed } of await untoldConditions(client, universe, mostTold)) {
        const { definition, extName } = await surveyByNumber(stores, survey)
        const named = conditionsIn(definition).find(({ script }) => conditionKey(script) === key)
        const person = await personByName(stores, by)
        await noteConditionTold(client, { universe, survey }, key)
        if (!named || !person?.email || person.isDeactivated) continue
        const screen = named.file === 'effects.json' ? 'effects' : 'alertrules'
        await sendMail(stores, {
          to: person.email,
          template: 'conditionStopped',
          locale: person.locale,
          values: {
            name: person.givenName || person.username,
            survey: extName,
            n: String(failed),
            link: new URL(pathTo(screen, { survey: extName }), publicUrl).href,
          },
        })
      }
    })
    return null
  },
})
