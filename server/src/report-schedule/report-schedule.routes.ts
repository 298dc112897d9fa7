import { reportScheduleCalls } from '@kaiku/contract/report-schedule.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import type { StoredSchedule } from './report-schedule.store.ts'
import { changeSchedule, createSchedule, end, historyOf, leave, pause, run } from './report-schedule.ts'
import { offeredReaders } from './schedule-reader.ts'
import { shownSchedule, shownSchedules } from './shown-schedule.ts'

export const reportScheduleRoutes = (app: FastifyInstance, stores: Stores) => {
  const shown = async (who: Viewer, kept: Promise<StoredSchedule>) => shownSchedule(stores, who, await kept)
  mount(app, reportScheduleCalls, {
    own: (who, { locale }) => shownSchedules(stores, who, false, locale),
    all: (who, { locale }) => shownSchedules(stores, who, true, locale),
    readers: async (who, { survey }) => offeredReaders(stores, await permittedSurvey(stores, who, survey, 'export')),
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
    leave: (who, { scheduleId, hasLeft }) => shown(who, leave(stores, who, scheduleId, hasLeft)),
    run: (who, { scheduleId }, { ip }) => shown(who, run(stores, who, scheduleId, actorOf(who, ip))),
    history: (who, { scheduleId }) => historyOf(stores, who, scheduleId),
  })
}
