import { responseCheckCalls } from '@kaiku/contract/response-check.ts'
import type { Permission, Viewer } from '@kaiku/core/access.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { orderCheck } from './check-work.ts'
import { exclude, restore } from './exclude.ts'
import { excludedInterviews, findingInterviews, sayOfFinding, shownFindings } from './shown-finding.ts'

export const responseCheckRoutes = (app: FastifyInstance, stores: Stores) => {
  /** Throws Fault `forbidden` where the survey is protected: a finding points at single people. */
  async function open(who: Viewer, survey: string, permission: Permission = 'seeInterviews') {
    const dictionary = await permittedSurvey(stores, who, survey, permission)
    if (dictionary.definition.settings.protection) throw refuse('forbidden', 'protected.interviews')
    return dictionary
  }
  mount(app, responseCheckCalls, {
    list: async (who, { survey, locale }) => shownFindings(stores, who, await open(who, survey), locale ?? who.locale),
    interviews: async (who, { survey, findingId, locale }) =>
      findingInterviews(stores, who, await open(who, survey), { findingId, locale: locale ?? who.locale }),
    excluded: async (who, { survey, locale }) =>
      excludedInterviews(stores, who, await open(who, survey), locale ?? who.locale),
    async state(who, { survey, findingId, state, note }, { ip }) {
      const dictionary = await open(who, survey)
      await sayOfFinding(stores, who, dictionary, findingId, { state, note })
      await record(stores, actorOf(who, ip), {
        action: 'finding.change',
        subject: dictionary.extName,
        after: { finding: findingId, state, note },
      })
      return { changed: 1 }
    },
    async exclude(who, { survey, interviews, reason, findingId }, { ip }) {
      const dictionary = await open(who, survey, 'importData')
      const changed = await exclude(stores, who, dictionary, { interviews, reason, findingId })
      await record(stores, actorOf(who, ip), {
        action: 'data.exclude',
        subject: dictionary.extName,
        after: { interviews, changed, reason, finding: findingId },
      })
      return { changed }
    },
    async restore(who, { survey, interviews }, { ip }) {
      const dictionary = await open(who, survey, 'importData')
      const changed = await restore(stores, who, dictionary, interviews)
      await record(stores, actorOf(who, ip), {
        action: 'data.include',
        subject: dictionary.extName,
        after: { interviews, changed },
      })
      return { changed }
    },
    check: async (who, { survey }) => ({
      taskId: await orderCheck(stores, await open(who, survey, 'importData'), who),
    }),
  })
}
