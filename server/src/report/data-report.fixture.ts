import type { ReportState } from '@kaiku/contract/report.ts'
import type { ReportKind } from '@kaiku/contract/report-kind.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import type { AlertWorld } from '../alert/alert.fixture.ts'
import { WorkLanes } from '../background-work/work-lanes.ts'
import { runTasks, taskQueue } from '../task/task-work.ts'
import { reportWorker } from './report-work.ts'

type Headers = { authorization: string }
export type List = AnswerOf<'InterviewList'>
export type MadeFile = { readonly name: string; readonly type: string; readonly bytes: Buffer }

/** Does what somebody does who asks for reports and looks at lists. */
export function dataClient(world: Pick<AlertWorld, 'app' | 'stores'>, survey = 'visits') {
  const inject = async (method: 'GET' | 'POST', url: string, headers: Headers, payload?: object) =>
    world.app.inject({ method, url: `/api/${url}`, headers, ...(payload && { payload }) })
  const ask = (headers: Headers, kind: ReportKind, path = 'region,all', locale = 'en', of = survey) =>
    inject('POST', `vuejs/reports/createreport/${of}/${encodeURIComponent(path)}/${kind}`, headers, {
      ...{ compare: 'none', locale },
    })
  const work = async () => {
    const failing = (error: unknown) => {
      throw error
    }
    const lanes = new WorkLanes(taskQueue.limits, failing)
    const workers = [reportWorker({ publicUrl: 'https://kaiku.example' })]
    const { signal } = new AbortController()
    while ((await runTasks(world.stores, workers, failing, lanes, signal)) > 0) await lanes.allEnd()
  }
  return {
    inject,
    ask,
    /** A report that is made now, with what its screen tells of it. */
    async made(...asked: Parameters<typeof ask>) {
      const [headers] = asked
      const begun = await ask(...asked)
      if (begun.statusCode !== 200) throw new Error(begun.body)
      const { reportUUID }: ReportState = begun.json()
      await work()
      const ticket = await inject('POST', `vuejs/reports/ticket/${survey}/${reportUUID}`, headers)
      if (ticket.statusCode !== 200) throw new Error(ticket.body)
      const reply = await world.app.inject({ url: ticket.json().address })
      const shown = (await inject('GET', `vuejs/reports/one/${survey}/${reportUUID}`, headers)).json()
      const file: MadeFile = {
        name: shown.file.name,
        type: String(reply.headers['content-type']),
        bytes: reply.rawPayload,
      }
      return { file, facts: shown.facts as { title: string; text: string }[] }
    },
    async list(headers: Headers, columns: readonly string[], path = 'region,all'): Promise<List> {
      const reply = await inject('POST', `result/query/${survey}/${encodeURIComponent(path)}?compare=none`, headers, {
        components: [{ type: 'InterviewList', limit: 200, columns }],
      })
      if (reply.statusCode !== 200) throw new Error(reply.body)
      return reply.json().answers[0]
    },
  }
}
