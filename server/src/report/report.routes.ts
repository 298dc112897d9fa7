import { reportCalls } from '@kaiku/contract/report.ts'
import type { ReportKind } from '@kaiku/contract/report-kind.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { ownName } from '../person/person-name.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { findSurvey } from '../survey/survey.ts'
import { asFile } from '../upload/file-reply.ts'
import { beginReport, ownReport, shownReport, stateOf } from './report.ts'
import { fetchReport, ticketFor } from './report-download.ts'

type More = Omit<Parameters<typeof beginReport>[3], 'kind' | 'path'>

export const reportRoutes = (app: FastifyInstance, stores: Stores) => {
  const begin = async (
    who: Viewer,
    survey: string,
    path: string,
    kind: ReportKind,
    { compare, page, locale, paper, orientation }: More,
  ) => {
    const dictionary = await permittedSurvey(stores, who, survey, 'export')
    return beginReport(stores, who, dictionary, { kind, path, compare, page, locale, paper, orientation })
  }
  type Asked = More & { readonly survey: string; readonly drillPathFiltered: string }
  const posted = (kind: ReportKind) => (who: Viewer, asked: Asked) =>
    begin(who, asked.survey, asked.drillPathFiltered, kind, asked)
  const got = (kind: ReportKind) => (who: Viewer, asked: Asked, request: FastifyRequest) => {
    refuseUnasked(request)
    return posted(kind)(who, asked)
  }
  const own = async (who: Viewer, { survey, reportUUID }: { survey: string; reportUUID: string }) => {
    const dictionary = await findSurvey(stores, who.universe, survey)
    return { dictionary, task: await ownReport(stores, who, dictionary, reportUUID) }
  }
  mount(app, reportCalls, {
    ranking: got('ranking'),
    beginRanking: posted('ranking'),
    indicators: got('indicators'),
    beginIndicators: posted('indicators'),
    interviews: got('interviews'),
    beginInterviews: posted('interviews'),
    alerts: got('alerts'),
    beginAlerts: posted('alerts'),
    actions: got('actions'),
    beginActions: posted('actions'),
    async create(who, { survey, path, kind, ...more }, request) {
      refuseUnasked(request)
      return begin(who, survey, path, kind, more)
    },
    async begin(who, { survey, path, kind, ...more }) {
      return begin(who, survey, path, kind, more)
    },
    async status(who, input) {
      return stateOf((await own(who, input)).task)
    },
    async one(who, input) {
      const { task } = await own(who, input)
      return shownReport(task, await ownName(stores, who))
    },
    async ticket(who, input) {
      const { dictionary, task } = await own(who, input)
      return { address: await ticketFor(stores, who, dictionary, task) }
    },
    async download(_, input, { ip }, reply) {
      return asFile(reply, await fetchReport(stores, input, ip))
    },
  })
}

/** A browser that fetches ahead, or another site, begins nothing. */
function refuseUnasked({ headers }: FastifyRequest): void {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-moz']].join(' ')
  if (/prefetch|prerender/i.test(purposes) || headers['sec-fetch-site'] === 'cross-site')
    throw new Fault('forbidden', 'A report begins where somebody asks for it.')
}
