import { Readable } from 'node:stream'
import type { FetchedFile, FetchOutcome } from '@kaiku/contract/fetched-file.ts'
import type { ToldFault } from '@kaiku/contract/told-fault.ts'
import { csvFile } from '@kaiku/core/csv.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import type { Stores } from '../db/stores.ts'
import { sendMail } from '../mail/mail.ts'
import { scopeOf } from '../selection/scope.ts'
import { viewerNow } from '../session/who.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { anyTask, toldOf } from '../task/task.ts'
import { type TaskMade, type TaskRun, type TaskWorker, taskQueue } from '../task/task-work.ts'
import { type FetchedReject, fetchFiles } from './fetch-files.ts'
import { listRuns, noteRun, readAddress, runOfTask, type StoredAddress } from './fetched-file.store.ts'
import { type Fetching, openSource, reached, Unreached } from './source.ts'

/** Hours for which the rejected rows can be fetched. */
const hours = 7 * 24
const mostRejects = 100_000
const head = ['file', 'line', 'column', 'value', 'reason']
const isTrouble = { refused: true, kept: true, imported: false, same: false } satisfies Record<
  FetchedFile['outcome'],
  boolean
>

type Settings = Fetching & {
  /** Where Kaiku is reached. */
  readonly publicUrl: string
}

/** Fetches what is new at an address and imports it; what it makes is the list of rejected rows. */
export const fetchWorker = (settings: Settings): TaskWorker => ({
  type: 'fetch',
  async make(run: TaskRun): Promise<TaskMade> {
    const { stores, task } = run
    const found = await runOfTask(stores.service, task.universe, task.id)
    const address = found && (await readAddress(stores.service, { universe: task.universe, id: found.address }))
    if (!address) throw refuse('not_found', 'fetch.removed')
    const files: FetchedFile[] = []
    const note = async (outcome: FetchOutcome, fault: ToldFault | null) => {
      await noteRun(stores.service, task.universe, found.runId, { outcome, fault, files })
      if (outcome === 'refused' || outcome === 'failed') await tellOnce(stores, settings, address, fault)
    }
    await note('running', null)
    const rejects: FetchedReject[] = []
    try {
      await fetchAll(run, settings, address, found.isByHand, files, rejects)
    } catch (error) {
      const refusal = refusalOf(error, task.attempts)
      if (refusal === null || run.signal.aborted) throw error
      await note(error instanceof Unreached ? 'failed' : 'refused', toldOf(refusal))
      throw refusal
    }
    const trouble = files.find(({ outcome }) => isTrouble[outcome])?.fault ?? null
    const isImported = files.some(({ outcome }) => outcome === 'imported')
    await note(trouble ? 'refused' : isImported ? 'imported' : 'nothingNew', trouble)
    const fresh = files.find(({ outcome }) => outcome === 'refused')
    if (fresh?.fault) throw faultOf(fresh.fault)
    return {
      name: `${address.title}.rejects.csv`,
      type: 'text/csv; charset=utf-8',
      content: Readable.from([csvFile([head, ...rejects.map(cells)])]),
      hours,
      output: { files: files.length },
    }
  },
})

const cells = ({ file, line, column, value, reason }: FetchedReject) => [file, line, column, value, reason]

/** What its person is told at last; null: it is tried again. */
function refusalOf(error: unknown, attempts: number): Fault | null {
  if (error instanceof Unreached)
    return attempts < (taskQueue.mostAttempts ?? 0)
      ? null
      : refuse('invalid', 'fetch.unreachable', { why: error.message })
  return error instanceof Fault && error.code !== 'unavailable' && error.code !== 'busy' ? error : null
}

const faultOf = ({ message, reason }: ToldFault) => new Fault('invalid', message, [], reason)

async function fetchAll(
  { stores, task, progress, signal }: TaskRun,
  settings: Settings,
  address: StoredAddress,
  isByHand: boolean,
  files: FetchedFile[],
  rejects: FetchedReject[],
): Promise<void> {
  const { person, dictionary } = await inWhoseName(stores, address)
  // What is cancelled ends with the file that is being imported; where Kaiku stops it goes on later.
  let isStopping = false
  const look = async () => {
    isStopping = (await anyTask(stores, task.id).catch(() => null))?.state !== 'cancelled'
  }
  signal.addEventListener('abort', () => void look(), { once: true })
  const source = await reached(openSource(stores, address, settings, signal))
  try {
    await fetchFiles(
      {
        stores,
        address,
        dictionary,
        person,
        isByHand,
        progress,
        goOn: {
          toNext: () => signal.throwIfAborted(),
          within: () => {
            if (isStopping) signal.throwIfAborted()
          },
        },
        fetched: (file) => files.push(file),
        rejected: (reject) => {
          if (rejects.length < mostRejects) rejects.push(reject)
        },
      },
      source,
    )
  } finally {
    source.close()
  }
}

/** Throws Fault `invalid` where who saved the address may not import into the survey any more. */
async function inWhoseName(stores: Stores, { person, universe, survey }: StoredAddress) {
  const maker = person === null ? null : await viewerNow(stores, person, universe)
  const dictionary = await surveyByNumber(stores, survey)
  if (!maker) throw refuse('invalid', 'fetch.noRight')
  try {
    scopeOf(maker.who, dictionary, 'importData')
  } catch (error) {
    if (error instanceof Fault) throw refuse('invalid', 'fetch.noRight')
    throw error
  }
  return { person: maker.person, dictionary }
}

/** Tells who saved the address that it does not work, unless the run before failed for the same reason. */
async function tellOnce(stores: Stores, { publicUrl }: Settings, address: StoredAddress, fault: ToldFault | null) {
  const { universe, person, survey, title } = address
  const [, before] = await listRuns(stores.service, address, 2)
  if (fault === null || person === null || before?.fault?.message === fault.message) return
  const maker = await viewerNow(stores, person, universe)
  if (!maker?.person.email) return
  const { extName } = await surveyByNumber(stores, survey)
  await sendMail(stores, {
    to: maker.person.email,
    template: 'fetchFailed',
    locale: maker.who.locale,
    values: {
      name: maker.person.givenName || maker.person.username,
      title,
      survey: extName,
      why: fault.message,
      link: new URL(pathTo('work', { survey: extName }, { universe: maker.universe.name }), publicUrl).href,
    },
  })
}
