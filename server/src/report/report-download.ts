import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Viewer } from '@kaiku/core/access.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { actorOf, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { keepOnce, useOnce } from '../session/ticket.ts'
import { newToken } from '../session/token.ts'
import { viewerNow } from '../session/who.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { anyTask, type StoredTask } from '../task/task.ts'
import { pieces } from '../task/task-file.ts'
import { inputOf, outputOf, rightsOf } from './report.ts'

const purpose = 'report'
/** Minutes within which a download begins. */
const patience = 5

/** What is kept of a ticket: it opens this one report. */
const hashOf = (ticket: string, report: string) => createHash('sha256').update(`${ticket} ${report}`).digest()

/** An address that opens a report once. Throws Faults for a report that is not there to be fetched. */
export async function ticketFor(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  task: StoredTask,
): Promise<string> {
  refuseUnlessFetchable(task, who, dictionary)
  const ticket = newToken()
  await keepOnce(stores.service, hashOf(ticket, task.id), purpose, null, patience)
  return `/api/vuejs/reports/download/${encodeURIComponent(dictionary.extName)}/${task.id}/${ticket}`
}

/** The report of a ticket, which is used up, as its person may have it now. Throws Faults. */
export async function fetchReport(
  stores: Stores,
  { reportUUID, ticket }: { readonly reportUUID: string; readonly ticket: string },
  address: string,
): Promise<{ readonly name: string; readonly type: string; readonly content: Readable }> {
  if (!(await useOnce(stores.service, hashOf(ticket, reportUUID), purpose, null))) throw refuse('not_found', 'link.old')
  const task = await anyTask(stores, reportUUID)
  const viewer = task && (await viewerNow(stores, task.person, task.universe))
  if (!task || !viewer || task.survey === null) throw refuse('not_found', 'link.old')
  const dictionary = await surveyByNumber(stores, task.survey)
  const { name, type } = refuseUnlessFetchable(task, viewer.who, dictionary)
  await record(stores, actorOf(viewer.who, address), {
    action: 'data.export',
    subject: dictionary.extName,
    after: { report: inputOf(task).kind, path: inputOf(task).path, file: name },
  })
  return { name, type, content: pieces(stores.service, task.universe, task.id) }
}

function refuseUnlessFetchable(task: StoredTask, who: Viewer, dictionary: Dictionary) {
  const { state, fileName: name, fileType: type } = task
  if (state !== 'done') throw refuse('conflict', 'report.unfinished')
  if (name === null || type === null) throw refuse('not_found', 'report.expired')
  if (outputOf(task)?.rights !== rightsOf(who, dictionary)) throw refuse('forbidden', 'report.right')
  return { name, type }
}
