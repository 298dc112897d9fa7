import { bugCalls } from '@kaiku/contract/bug.ts'
import { seesSurvey } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import { atMost } from '../connection/at-most.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { findSurvey } from '../survey/survey.ts'
import { clearBugs, listBugs, recordBug } from './bug.ts'

/** Reports of one person that are counted, in each so many milliseconds: a screen that breaks breaks again and again. */
const most = { reports: 30, within: 60_000 }

export function bugRoutes(app: FastifyInstance, stores: Stores) {
  const isCounted = atMost(stores, 'bug', most.reports, most.within)
  mount(app, bugCalls, {
    async list({ universe }, { survey }) {
      const { extName } = await findSurvey(stores, universe, survey)
      return listBugs(stores, universe, extName)
    },
    async clear(who, { survey }, { ip }) {
      const { extName } = await findSurvey(stores, who.universe, survey)
      const cleared = await clearBugs(stores, who.universe, extName)
      await record(stores, actorOf(who, ip), { action: 'bugs.clear', subject: extName, before: { bugs: cleared } })
      return { cleared }
    },
    async report(who, { survey, ...bug }) {
      if (!(await isCounted(who.userId))) return { recorded: false }
      const own = seesSurvey(who, survey) ? await nameOf(stores, who.universe, survey) : ''
      await recordBug(stores, who.universe, { ...bug, survey: own, source: 'browser', user: who.username })
      return { recorded: true }
    },
  })
}

/** A report names a survey as its address did, which may be wrong: then it belongs to none. */
const nameOf = (stores: Stores, universe: string, survey: string) =>
  findSurvey(stores, universe, survey).then(
    ({ extName }) => extName,
    () => '',
  )
