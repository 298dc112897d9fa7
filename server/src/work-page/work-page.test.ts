import type { BackgroundWork, ListedTask } from '@kaiku/contract/background-work.ts'
import { permissions } from '@kaiku/core/access.ts'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlertWorld, openAlertWorld, parts } from '../alert/alert.fixture.ts'
import { startRecurring } from '../background-work/recurring-work.ts'
import { signedIn } from '../session/signed-in.fixture.ts'

type Headers = { authorization: string }
const blocks = {
  ...parts,
  'settings.json': { ...parts['settings.json'], enableExcelBenchmarkReport: true, mainIndicators: ['nps'] },
}

/** Of no task. */
const unknown = '00000000-0000-7000-8000-000000000000'

let world: AlertWorld
let keeper: Headers
let importer: Headers
let asker: Headers
let root: Headers

beforeAll(async () => {
  world = await openAlertWorld(blocks)
  keeper = await world.person('Keeper', [], permissions)
  importer = await world.person('Importer', [], ['importData'])
  const permitted = ['seeIndicators', 'export'] as const
  const grants = [{ role: 'Asker', permissions: permitted, surveys: null, rows: { region: [['fi']] }, figures: null }]
  asker = await signedIn(world.stores, { universe: world.acme, grants, username: 'asker' })
  root = await signedIn(world.stores, 'root')
})
afterAll(() => world.close())

const inject = (method: 'GET' | 'POST', url: string, headers: Headers, universe = 'acme', payload?: object) =>
  world.app.inject({
    method,
    url: `/api/${url}`,
    headers: { ...headers, 'kaiku-universe': universe },
    ...(payload && { payload }),
  })
const standing = async (headers: Headers, universe?: string): Promise<BackgroundWork> =>
  (await inject('GET', 'backgroundwork/standing', headers, universe)).json()
const tasks = async (headers: Headers, query = '', universe?: string): Promise<ListedTask[]> =>
  (await inject('GET', `vuejs/tasks/list${query}`, headers, universe)).json()
const begin = async (headers: Headers): Promise<string> => {
  const path = encodeURIComponent('region,all,fi')
  const reply = await inject('POST', `vuejs/reports/createreport/visits/${path}/ranking`, headers, 'acme', {})
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json().reportUUID
}
const queueOf = ({ queues }: BackgroundWork, name: string) => queues.find(({ queue }) => queue === name)

describe('the tasks of everybody', () => {
  it('are listed for who looks after the universe, with who asked, and by state', async () => {
    const taskId = await begin(asker)
    const [task] = await tasks(keeper)
    expect(task).toMatchObject({ taskId, type: 'report', survey: 'visits', state: 'ready', by: 'asker' })
    expect(await tasks(keeper, '?state=failed')).toEqual([])
    expect((await tasks(keeper, '?state=ready&type=report')).map((one) => one.taskId)).toEqual([taskId])
    expect(await tasks(root, '', 'globex')).toEqual([])
  })

  it('are stopped and done again by them, which is written down, and by nobody else', async () => {
    const taskId = await begin(asker)
    expect((await inject('POST', `task/cancel/${taskId}`, importer)).statusCode).toBe(404)
    expect((await inject('POST', `task/cancel/${taskId}`, root, 'globex')).statusCode).toBe(404)
    expect((await inject('POST', `task/cancel/${taskId}`, keeper)).json()).toMatchObject({ state: 'cancelled' })
    expect((await inject('POST', `task/retry/${taskId}`, keeper)).json()).toMatchObject({ state: 'ready' })
    const { rows } = await world.stores.service.query(
      `select after from audit where action = 'task.change' and subject = $1 order by at`,
      [taskId],
    )
    expect(rows.map(({ after }) => Object.keys(after))).toEqual([['cancel'], ['retry']])
    const [told] = await tasks(keeper)
    expect(told?.log.map(({ step }) => step)).toEqual(['cancelled', 'again'])
    // What is one’s own is no news.
    await inject('POST', `task/cancel/${taskId}`, asker)
    const { rows: after } = await world.stores.service.query('select from audit where subject = $1', [taskId])
    expect(after).toHaveLength(2)
  })

  it('are a workbook, too, in the reader’s language', async () => {
    const reply = await inject('GET', 'vuejs/tasks/report?state=cancelled&locale=de', keeper)
    expect(reply.headers['content-disposition']).toContain('Aufgaben')
    const { sheets } = await readXlsx(reply.rawPayload)
    const [sheet] = sheets
    const [head, ...rows] = sheet?.rows ?? []
    expect(head?.slice(0, 4)).toEqual(['Was', 'Art', 'Umfrage', 'Status'])
    expect(rows.map((row) => [row[2], row[3], row[6]])).toEqual([['visits', 'Abgebrochen', 'asker']])
  })

  it('are brought into a state together, along steps that there are, in one universe', async () => {
    const [one, other] = [await begin(asker), await begin(asker)]
    const assign = (headers: Headers, newstate: string, universe?: string) =>
      inject('POST', 'vuejs/tasks/assignstate', headers, universe, { taskIds: [one, other, unknown], newstate })
    expect((await assign(root, 'cancelled', 'globex')).json()).toEqual({ changed: [], left: [one, other, unknown] })
    expect((await assign(keeper, 'cancelled')).json()).toEqual({ changed: [one, other], left: [unknown] })
    expect((await assign(keeper, 'cancelled')).json()).toEqual({ changed: [], left: [one, other, unknown] })
    expect((await assign(keeper, 'done')).statusCode).toBe(400)
    const again = await inject('POST', 'vuejs/tasks/process', keeper, 'acme', { taskIds: [other] })
    expect(again.json()).toEqual({ changed: [other], left: [] })
    const states = (await tasks(keeper)).map(({ taskId, state }) => [taskId, state])
    expect(states).toContainEqual([one, 'cancelled'])
    expect(states).toContainEqual([other, 'ready'])
  })

  it('are deleted alone or with all that are listed, but for those in progress and in other universes', async () => {
    const [one, running] = [await begin(asker), await begin(asker)]
    await world.stores.service.query(
      `update task set attempt = uuidv7(), next_at = now() + interval '1 minute' where id = $1`,
      [running],
    )
    const single = (id: string, headers: Headers, universe?: string) =>
      inject('POST', `vuejs/tasks/deletesingle/${id}`, headers, universe, {})
    expect((await single(one, root, 'globex')).statusCode).toBe(404)
    expect((await single(running, keeper)).json()).toMatchObject({ reason: { key: 'task.inProgress' } })
    expect((await single(one, keeper)).statusCode).toBe(200)
    expect((await single(one, keeper)).statusCode).toBe(404)

    const remove = (count: number, more: object = {}, headers = keeper, universe?: string) =>
      inject('POST', 'vuejs/tasks/delete', headers, universe, { count, ...more })
    const before = await tasks(keeper)
    const cancelled = before.filter(({ state }) => state === 'cancelled').length
    // Somebody else has cancelled one meanwhile.
    const told = (await remove(cancelled - 1, { state: 'cancelled' })).json()
    expect(told).toMatchObject({ reason: { key: 'task.others', values: { n: cancelled } } })
    expect(await tasks(keeper)).toHaveLength(before.length)
    expect((await remove(before.length, {}, root, 'globex')).statusCode).toBe(409)
    expect((await remove(cancelled, { state: 'cancelled', type: 'report' })).statusCode).toBe(200)
    expect((await remove(before.length - cancelled - 1)).statusCode).toBe(200)
    expect((await tasks(keeper)).map(({ taskId, state }) => [taskId, state])).toEqual([[running, 'processing']])
    const { rows } = await world.stores.service.query(
      `select after from audit where action = 'task.change' and subject in ('all', $1) order by at`,
      [one],
    )
    expect(rows.map(({ after }) => after)).toEqual([
      { delete: 'Ranking – Visits' },
      { delete: cancelled, state: 'cancelled', type: 'report' },
      { delete: before.length - cancelled - 1 },
    ])
  })

  it('are shown to nobody without the right, nor changed', async () => {
    const change = { process: {}, assignstate: { newstate: 'ready' }, delete: { count: 1 } }
    for (const headers of [importer, asker])
      for (const [what, more] of Object.entries(change)) {
        const body = what === 'delete' ? more : { taskIds: [unknown], ...more }
        expect((await inject('POST', `vuejs/tasks/${what}`, headers, 'acme', body)).statusCode).toBe(403)
      }
    for (const headers of [importer, asker])
      for (const url of ['vuejs/tasks/list', 'vuejs/tasks/report', 'backgroundwork/standing'])
        expect((await inject('GET', url, headers)).statusCode).toBe(403)
  })
})

describe('the background work', () => {
  it('says what waits in the universe and what was given up, and tries that again', async () => {
    expect(queueOf(await standing(keeper), 'mail')).toMatchObject({ waiting: 0, givenUp: 0, since: null })
    await world.stores.service.query(
      `insert into mailbox (universe, recipient, subject, text, html, state, fault) values
         ((select id from universe where name = 'acme'), 'anna@example.fi', 'Hello', 'Hello', '', 'failed', '550 anna@example.fi is unknown'),
         ((select id from universe where name = 'acme'), 'anna@example.fi', 'Hello', 'Hello', '', 'waiting', null)`,
    )
    const seen = queueOf(await standing(keeper), 'mail')
    expect(seen).toMatchObject({ waiting: 1, givenUp: 1, canRetry: true, fault: null })
    expect(Date.parse(seen?.since ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(queueOf(await standing(root), 'mail')?.fault).toBe('550 anna@example.fi is unknown')
    expect(queueOf(await standing(root, 'globex'), 'mail')).toMatchObject({ waiting: 0, givenUp: 0, fault: null })
    expect((await inject('POST', 'backgroundwork/retry/mail', root, 'globex')).json()).toEqual({ again: 0 })
    expect((await inject('POST', 'backgroundwork/retry/mail', keeper)).json()).toEqual({ again: 1 })
    expect(queueOf(await standing(keeper), 'mail')).toMatchObject({ waiting: 2, givenUp: 0 })
    expect((await inject('POST', 'backgroundwork/retry/shoes', keeper)).statusCode).toBe(400)
  })

  it('tells of what is done again and again: of the universe, and to operators of all of Kaiku', async () => {
    const work = (name: string, of: 'universe' | 'kaiku') =>
      ({ name, of, when: { every: 3_600_000 }, run: () => Promise.resolve(null) }) as const
    const job = startRecurring(world.stores, [work('place rules', 'universe'), work('events', 'kaiku')], () => {})
    await expect.poll(async () => (await standing(root)).steps.map(({ name }) => name)).toContain('events')
    await job.stop()
    const own = (await standing(keeper)).steps.map(({ name }) => name)
    expect(own).toContain('place rules')
    expect(own).not.toContain('events')
  })
})
