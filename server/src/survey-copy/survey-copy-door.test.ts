import { surveyCopyCalls } from '@kaiku/contract/survey-copy.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WorkLanes } from '../background-work/work-lanes.ts'
import { openTenantMatrix, type TenantMatrix } from '../http/tenant-matrix.fixture.ts'
import { runTasks, taskQueue } from '../task/task-work.ts'
import { surveyExportWorker, surveyImportWorker } from './survey-copy-work.ts'

type Headers = Record<string, string>

let matrix: TenantMatrix
beforeAll(async () => {
  matrix = await openTenantMatrix()
})
afterAll(() => matrix?.close())

const ask = async (sql: string, values: unknown[] = []) => (await matrix.stores.owner.query(sql, values)).rows
const call = (method: 'GET' | 'POST', path: string, headers: Headers, payload?: object) =>
  matrix.app.inject({ method, url: `/api/surveycopy${path}`, headers, ...(payload && { payload }) })
const exportAs = (headers: Headers, withAnswers = true, withContacts = false) =>
  call('POST', '/export/retail', headers, { withAnswers, withContacts })

async function work() {
  const lanes = new WorkLanes(taskQueue.limits, (error) => {
    throw error
  })
  const { signal } = new AbortController()
  const workers = [surveyExportWorker, surveyImportWorker]
  while ((await runTasks(matrix.stores, workers, () => {}, lanes, signal)) > 0) await lanes.allEnd()
}

function send(headers: Headers, content: Buffer, query = '') {
  const boundary = 'kaiku-test-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\ncontent-type: application/zip\r\n\r\n`
  return matrix.app.inject({
    ...{ method: 'POST', url: `/api/surveycopy${query}` },
    headers: Object.assign({ 'content-type': `multipart/form-data; boundary=${boundary}` }, headers),
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
}

let archive: Buffer = Buffer.alloc(0)

it('lets those take a survey along who may see all of what leaves, and nobody else', async () => {
  const { owner, narrow, stranger, powerless } = matrix
  expect((await exportAs({})).statusCode).toBe(401)
  expect((await exportAs(powerless)).statusCode).toBe(403)
  // A survey of that name is another one in the stranger’s universe.
  const strange = await call('POST', '/export/unknown', stranger, { withAnswers: false, withContacts: false })
  expect(strange.statusCode).toBe(404)
  const some = await exportAs(narrow)
  expect([some.statusCode, some.json().reason.key]).toEqual([403, 'surveyCopy.rights'])
  expect((await exportAs(narrow, false)).statusCode).toBe(200)

  const asked = await exportAs(owner, true, true)
  expect(asked.statusCode).toBe(200)
  const { taskId } = surveyCopyCalls.exportSurvey.reply.parse(asked.json())
  expect((await call('GET', `/${taskId}/file`, owner)).json().reason.key).toBe('universeCopy.gone')
  await work()
  for (const [headers, status] of [
    [{}, 401],
    [powerless, 403],
    [narrow, 404],
    [stranger, 404],
  ] as const)
    expect((await call('GET', `/${taskId}/file`, headers)).statusCode).toBe(status)
  const file = await call('GET', `/${taskId}/file`, owner)
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/zip'])
  expect(file.headers['content-disposition']).toMatch(/retail-survey-.*\.zip/)
  archive = file.rawPayload
  expect(surveyCopyCalls.list.reply.parse((await call('GET', '', narrow)).json()).map(({ kind }) => kind)).toEqual([
    'export',
  ])
})

it('makes the survey in the other universe for who may add surveys there, and tells what came along', async () => {
  const { stranger, powerless } = matrix
  expect((await send({}, archive)).statusCode).toBe(401)
  expect((await send(powerless, archive)).statusCode).toBe(403)
  const begun = surveyCopyCalls.importSurvey.reply.parse((await send(stranger, archive, '?as=brought')).json())
  await work()
  const [done] = surveyCopyCalls.list.reply.parse((await call('GET', '', stranger)).json())
  const [{ n }] = await ask(
    `select count(*)::int as n from interview i join survey s on s.number = i.survey join universe u on u.id = s.universe
     where s.ext_name = 'retail' and u.name = 'acme'`,
  )
  expect(n).toBeGreaterThan(0)
  expect(done).toMatchObject({ taskId: begun.taskId, state: 'done', made: { survey: 'brought', interviews: n } })
  expect((await call('GET', `/${begun.taskId}/file`, stranger)).payload).toContain('Not in the export:')
  const name = await send(stranger, archive, '?as=brought')
  await work()
  const [taken] = surveyCopyCalls.list.reply.parse((await call('GET', '', stranger)).json())
  expect(taken).toMatchObject({
    taskId: name.json().taskId,
    state: 'failed',
    refusal: { reason: { key: 'newSurvey.taken' } },
  })
  await send(stranger, Buffer.from('a,b\n1,2\n'), '?as=nothing')
  await work()
  const [broken] = surveyCopyCalls.list.reply.parse((await call('GET', '', stranger)).json())
  expect(broken).toMatchObject({ state: 'failed', refusal: { reason: { key: 'universeCopy.damaged' } } })
  const told = await ask(
    `select u.name, a.action, a.subject, a.after ? 'fetched' as fetched from audit a join universe u on u.id = a.universe
     where a.action in ('survey.export', 'survey.import') order by a.id`,
  )
  expect(told.map((one) => [one.name, one.action, one.subject, one.fetched])).toEqual([
    ['acme', 'survey.export', 'retail', false],
    ['acme', 'survey.export', 'retail', false],
    ['acme', 'survey.export', 'retail', true],
    ['globex', 'survey.import', 'brought', false],
  ])
})

it('lets no answers out of a protected survey, also where they were asked for or written before', async () => {
  const { owner } = matrix
  const written = surveyCopyCalls.exportSurvey.reply.parse((await exportAs(owner)).json())
  await work()
  const waiting = surveyCopyCalls.exportSurvey.reply.parse((await exportAs(owner)).json())
  await ask(
    `update universe set settings = settings || '{"protection": true}', version = version + 1 where name = 'acme'`,
  )
  const refused = await exportAs(owner)
  expect([refused.statusCode, refused.json().reason.key]).toEqual([403, 'surveyCopy.protected'])
  const root = matrix.callerIn('acme', 'GET backend/universes')
  expect((await exportAs(root)).json().reason.key).toBe('surveyCopy.protected')
  await work()
  const listed = surveyCopyCalls.list.reply.parse((await call('GET', '', owner)).json())
  expect(listed.find(({ taskId }) => taskId === waiting.taskId)).toMatchObject({
    ...{ state: 'failed', refusal: { reason: { key: 'surveyCopy.protected' } } },
  })
  expect((await call('GET', `/${written.taskId}/file`, owner)).json().reason.key).toBe('surveyCopy.protected')
  expect((await exportAs(owner, false)).statusCode).toBe(200)
})
