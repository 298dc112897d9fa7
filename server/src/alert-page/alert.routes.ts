import { alertCalls } from '@kaiku/contract/alert.ts'
import { alertLoopCalls } from '@kaiku/contract/alert-loop.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import { alertChoices, myAlerts } from '../alert-list/alert-choices.ts'
import { groupAlerts } from '../alert-list/alert-group.ts'
import { listAlerts } from '../alert-list/alert-list.ts'
import { alertLoop } from '../alert-list/alert-loop.ts'
import { alertRecovery } from '../alert-list/alert-recovery.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { surveyFor } from '../preview/previewed-survey.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { alertPeople, changeAlert, noteOnAlert } from './alert.ts'
import { changeAlerts, undoChanges } from './bulk-alert.ts'
import { alertsOfInterview, readAlert } from './read-alert.ts'

export const alertRoutes = (app: FastifyInstance, stores: Stores) => {
  const open = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'handleAlerts')
  /** As a draft would make it, to who looks at that: its places may be drafted, too. */
  const shown = async (who: Viewer, survey: string) => {
    const published = await open(who, survey)
    return who.preview ? surveyFor(stores, who, survey) : published
  }
  const now = () => Date.now()
  mount(app, alertCalls, {
    list: async (who, asked) => listAlerts(stores, who, await shown(who, asked.survey), asked, now()),
    groups: async (who, asked) => groupAlerts(stores, who, await open(who, asked.survey), asked, now()),
    choices: async (who, asked) => alertChoices(stores, who, await open(who, asked.survey), asked.locale ?? who.locale),
    mine: async (who, { survey }) => myAlerts(stores, who, await open(who, survey), now()),
    one: async (who, { survey, alertId, locale }) =>
      readAlert(stores, who, await open(who, survey), alertId, locale ?? who.locale, now()),
    ofInterview: async (who, { survey, interviewId, locale }) =>
      alertsOfInterview(stores, who, await open(who, survey), interviewId, locale ?? who.locale, now()),
    people: async (who, asked) => alertPeople(stores, who, await open(who, asked.survey), asked),
    change: async (who, asked) => changeAlert(stores, who, await open(who, asked.survey), asked, now()),
    note: async (who, asked) => noteOnAlert(stores, who, await open(who, asked.survey), asked, now()),
    bulk: async (who, asked) => changeAlerts(stores, who, await open(who, asked.survey), asked, now()),
    undo: async (who, asked) => undoChanges(stores, who, await open(who, asked.survey), asked.bulkId, now()),
  })
  mount(app, alertLoopCalls, {
    recovery: async (who, asked) => alertRecovery(stores, who, await open(who, asked.survey), asked, now()),
    loop: async (who, asked) => alertLoop(stores, who, await open(who, asked.survey), asked, now()),
  })
}
