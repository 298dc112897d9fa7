import { usageCalls } from '@kaiku/contract/usage.ts'
import { may, type Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance } from 'fastify'
import { writeVisits } from '../analytics/visit.ts'
import { actorOf, record } from '../audit/audit.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { refuseUnseen } from '../selection/scope.ts'
import { findSurvey } from '../survey/survey.ts'
import { countMembers, memberUsageCsv, memberUsages } from './member-usage.ts'
import { takenAlong } from './taken.ts'
import { unusedPages } from './unused-page.ts'
import { usagePeriod } from './usage-setting.ts'
import { usedThings } from './used.ts'

export function usageRoutes(app: FastifyInstance, stores: Stores) {
  const periodOf = async ({ universe }: Viewer) => {
    await writeVisits(stores)
    return usagePeriod(stores, universe, Date.now())
  }
  const people = async (who: Viewer, locale: string) => {
    // Who the members are is known to who manages them.
    if (!may.manageUsers(who)) throw new Fault('forbidden', 'You may not do this.')
    return memberUsages(stores, who, await periodOf(who), locale)
  }
  mount(app, usageCalls, {
    async survey(who, { survey, locale = who.locale }) {
      const dictionary = await findSurvey(stores, who.universe, survey)
      refuseUnseen(who, dictionary)
      const period = await periodOf(who)
      return inUniverse(stores.pool, who.universe, async (client) => {
        const { lastOpened, ...told } = await usedThings(client, dictionary, period, locale)
        return Object.assign(told, {
          hasNames: period.hasNames,
          peopleDays: period.peopleDays,
          unused: await unusedPages(client, dictionary, period, lastOpened, locale),
          taken: await takenAlong(client, dictionary, period),
          members: await countMembers(client, who.universe, period),
        })
      })
    },
    people: (who, { locale = who.locale }) => people(who, locale),
    async exportPeople(who, { locale = who.locale }, { ip }) {
      const found = await people(who, locale)
      await record(stores, actorOf(who, ip), {
        action: 'data.export',
        subject: 'usage',
        after: { rows: found.length },
      })
      return { rows: found.length, csv: memberUsageCsv(found) }
    },
  })
}
