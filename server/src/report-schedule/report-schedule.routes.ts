import { reportScheduleCalls } from '@kaiku/contract/report-schedule.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { screens } from '@kaiku/core/screen.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../audit/audit.ts'
import { atMost } from '../connection/at-most.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { leaveByLink, readByLink } from './leave-link.ts'
import type { StoredSchedule } from './report-schedule.store.ts'
import { changeSchedule, createSchedule, end, historyOf, leave, pause, run } from './report-schedule.ts'
import { offeredReaders } from './schedule-reader.ts'
import { allSchedules, ownSchedules, shownSchedule } from './shown-schedule.ts'

/** Links that one address may try in a minute. */
const most = { tries: 60, within: 60_000 }

export const reportScheduleRoutes = (app: FastifyInstance, stores: Stores) => {
  const shown = async (who: Viewer, kept: Promise<StoredSchedule>) => shownSchedule(stores, who, await kept)
  const mayTry = atMost(stores, 'schedule link', most.tries, most.within)
  const refuseMany = async (ip: string) => {
    if (!(await mayTry(ip))) throw new Fault('busy', 'Too many links were tried: wait a minute.')
  }
  // What mail programs send when their reader presses "unsubscribe" (RFC 8058): to the address that people open.
  void app.register(async (forms) => {
    forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
      done(null),
    )
    const options = { schema: { hide: true }, config: { callers: 'guests', crossSite: true } } as const
    forms.post<{ Params: { token: string } }>(screens.leave.path.replace('$', ':'), options, async ({ params, ip }) => {
      await refuseMany(ip)
      await leaveByLink(stores, params.token, { hasLeft: true, until: null })
      return {}
    })
  })
  mount(app, reportScheduleCalls, {
    own: (who, { locale }) => ownSchedules(stores, who, locale),
    all: (who, { locale, after }) => allSchedules(stores, who, after ?? null, locale),
    readers: async (who, { survey, locale = who.locale }) =>
      offeredReaders(stores, await permittedSurvey(stores, who, survey, 'export'), locale),
    async create(who, { survey, ...fields }, { ip }) {
      const dictionary = await permittedSurvey(stores, who, survey, 'export')
      return shown(who, createSchedule(stores, who, dictionary, fields, actorOf(who, ip)))
    },
    async change(who, { scheduleId, ...fields }, { ip }) {
      return shown(who, changeSchedule(stores, who, scheduleId, fields, actorOf(who, ip)))
    },
    pause: (who, { scheduleId, isPaused }, { ip }) =>
      shown(who, pause(stores, who, scheduleId, isPaused, actorOf(who, ip))),
    end: (who, { scheduleId }, { ip }) => shown(who, end(stores, who, scheduleId, actorOf(who, ip))),
    async readByLink(_who, { token }, { ip }) {
      await refuseMany(ip)
      return readByLink(stores, token)
    },
    async leaveByLink(_who, { token, ...leaving }, { ip }) {
      await refuseMany(ip)
      return leaveByLink(stores, token, leaving)
    },
    leave: (who, { scheduleId, ...leaving }) => shown(who, leave(stores, who, scheduleId, leaving)),
    run: (who, { scheduleId }, { ip }) => shown(who, run(stores, who, scheduleId, actorOf(who, ip))),
    history: (who, { scheduleId }) => historyOf(stores, who, scheduleId),
  })
}
