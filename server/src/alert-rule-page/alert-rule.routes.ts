import { alertRuleCalls } from '@kaiku/contract/alert-dry-run.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import { filesOf } from '../backend/version.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { publish } from '../publishing/definition.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { findSurvey } from '../survey/survey.ts'
import { backfillAlerts } from './backfill.ts'
import { refuseDisorder, showDryRun } from './shown-dry-run.ts'
import { shownRules, withOnly } from './shown-rules.ts'

export const alertRuleRoutes = (app: FastifyInstance, stores: Stores) => {
  const open = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'editConfiguration')
  mount(app, alertRuleCalls, {
    rules: async (who, { survey, locale }) =>
      shownRules(stores, who, await findSurvey(stores, who.universe, survey), locale ?? who.locale),
    publish: async (who, { survey, rules, version }, { ip }) => {
      const dictionary = await open(who, survey)
      const files = await filesOf(stores, dictionary, dictionary.version)
      const next = new Map([...files, ['alert-rules.json', rules]])
      const published = await publish(stores, who.universe, next, who.username, {
        actor: actorOf(who, ip),
        onto: version,
      })
      return { version: published.version }
    },
    dryRun: async (who, asked) => showDryRun(stores, who, await open(who, asked.survey), asked, Date.now()),
    backfill: async (who, { survey, only, from, to }, { ip }) => {
      const dictionary = withOnly(await open(who, survey), only)
      refuseDisorder({ from, to })
      const done = await backfillAlerts(stores, dictionary, { from, to }, Date.now())
      const after = { from, to, raised: done.raised, ...(only === undefined ? {} : { only }) }
      await record(stores, actorOf(who, ip), { action: 'alert.backfill', subject: dictionary.extName, after })
      return done
    },
  })
}
