import type { FetchRun, FileAddress } from '@kaiku/contract/fetched-file.ts'
import type { ImportReport } from '@kaiku/contract/import.ts'
import { openTestApp, type TestOptions } from '../app/app.fixture.ts'
import { WorkLanes } from '../background-work/work-lanes.ts'
import { publish } from '../publishing/definition.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { forgetRights } from '../session/who.ts'
import { runTasks, taskQueue } from '../task/task-work.ts'
import { fetchWorker } from './fetch-task.ts'
import { fetchQueue, runFetches } from './fetch-work.ts'
import type { Fetching } from './source.ts'

export type Headers = { authorization: string }
const rethrow = (error: unknown) => {
  throw error
}
const { signal } = new AbortController()
export const own = ['127.0.0.1', 'localhost']
export const publicUrl = 'https://kaiku.example.com'

/** A survey whose interviews have keys, scores and stores. */
export const files = (more: object = {}) =>
  new Map(
    Object.entries({
      'settings.json': Object.assign({ extName: 'retail', title: 'Retail', timeZone: 'UTC' }, more),
      'questions.json': {
        questions: [
          { id: 'score', type: 'scale', title: 'Score', min: 1, max: 5 },
          { id: 'store', type: 'choice', title: 'Store', open: true },
        ],
      },
      'views.json': {
        views: [
          { extName: 'org', title: 'Org', root: { title: 'All' }, levels: [{ question: 'store', title: 'Store' }] },
        ],
      },
      'imports.json': {
        imports: [
          {
            ...{ name: 'all', match: { headers: ['id'] }, key: ['id'] },
            columns: [
              { column: 'score', question: 'score' },
              { column: 'store', question: 'store' },
            ],
          },
        ],
      },
    }).map(([name, block]) => [name, JSON.stringify(block)]),
  )

/** A file of answers, one per score. */
export const answers = (scores: readonly (number | string)[], first = 1) =>
  Buffer.from(`id,score,store\n${scores.map((score, at) => `${first + at},${score},s${at % 3}\n`).join('')}`)

export type FetchWorld = Awaited<ReturnType<typeof openFetchWorld>>

/** A survey into which files are fetched, another of another universe, and who may and may not. */
export async function openFetchWorld(options: TestOptions = {}) {
  const test = await openTestApp({ WEBHOOK_HOSTS: own.join() }, options)
  const { stores, app } = test
  const acme = await test.universe('acme')
  const globex = await test.universe('globex')
  for (const universe of [acme, globex]) await publish(stores, universe, files(), 'test')
  const as = (
    universe: string,
    grants: Parameters<typeof signedIn>[1] extends infer T ? (T extends { grants: infer G } ? G : never) : never,
  ) => signedIn(stores, { universe, grants })
  const admin = await as(acme, [usualRoles.Administrator])
  const { userId } = (await app.inject({ url: '/api/account', headers: admin })).json()
  await stores.service.query(`update person set email = 'admin@acme.example' where id = $1`, [userId])
  forgetRights(stores)
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, headers: Headers, payload?: object) =>
    app.inject({ method, url: `/api/fetched-file/${url}`, headers, ...(payload && { payload }) })
  const usual = { title: 'Agency', rule: { every: 'day', minutes: 360 }, zone: 'UTC' }
  const world = {
    ...test,
    ...{ acme, globex, admin, call, usual, as },
    colleague: await as(acme, [usualRoles.Administrator]),
    viewer: await as(acme, [usualRoles.Viewer]),
    foreign: await as(globex, [usualRoles.Administrator]),
    async create(wanted: object, headers = admin): Promise<FileAddress> {
      const reply = await call('POST', 'create/retail', headers, Object.assign({}, usual, wanted))
      if (reply.statusCode !== 200) throw new Error(reply.body)
      return reply.json()
    },
    async accept({ addressId }: FileAddress, hostKey: string): Promise<FileAddress> {
      const reply = await call('POST', `accept/retail/${addressId}`, admin, { hostKey })
      if (reply.statusCode !== 200) throw new Error(reply.body)
      return reply.json()
    },
    /** Asks for what is due at a moment. */
    async plan(clock: number): Promise<void> {
      const lanes = new WorkLanes(fetchQueue.limits, rethrow)
      await runFetches(stores, () => {}, lanes, signal, clock)
      await lanes.allEnd()
    },
    /** Does the tasks that wait, each once, with what they said when they broke. */
    async work(more: Partial<Fetching> = {}): Promise<readonly string[]> {
      const said: string[] = []
      const lanes = new WorkLanes(taskQueue.limits, rethrow)
      const worker = fetchWorker(Object.assign({ own, publicUrl }, more))
      await runTasks(stores, [worker], (line) => said.push(line), lanes, signal)
      await lanes.allEnd()
      return said
    },
    async runs({ addressId }: FileAddress): Promise<FetchRun[]> {
      return (await call('GET', `runs/retail/${addressId}`, admin)).json()
    },
    async imports(): Promise<ImportReport[]> {
      return (await app.inject({ url: '/api/imports/retail', headers: admin })).json()
    },
    async count(): Promise<number> {
      const { rows } = await stores.service.query('select count(*)::int as n from interview where universe = $1', [
        acme,
      ])
      return rows[0].n
    },
    async mails(): Promise<{ recipient: string; text: string }[]> {
      return (await stores.service.query('select recipient, text from mailbox order by id')).rows
    },
  }
  return {
    ...world,
    /** Fetches now, with what became of it. */
    async now(address: FileAddress, more: Partial<Fetching> = {}): Promise<FetchRun | undefined> {
      const reply = await call('POST', `run/retail/${address.addressId}`, admin)
      if (reply.statusCode !== 200) throw new Error(reply.body)
      await world.work(more)
      return (await world.runs(address))[0]
    },
  }
}
