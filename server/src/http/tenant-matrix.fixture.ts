import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Call } from '@kaiku/contract/call.ts'
import { fullGrant } from '@kaiku/core/access.ts'
import { apiScopes } from '@kaiku/core/api-scope.ts'
import type { FastifyInstance } from 'fastify'
import { raiseAlerts } from '../alert-raising/raise.ts'
import { openTestStores } from '../app/app.fixture.ts'
import { buildApp } from '../app/app.ts'
import { WorkLanes } from '../background-work/work-lanes.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { catchUp } from '../feed/feed.ts'
import { storeInterviews } from '../import/import.ts'
import { publish } from '../publishing/definition.ts'
import { reportWorker } from '../report/report-work.ts'
import { importSamples } from '../sample-import/sample-import.ts'
import { storeSentSamples } from '../sample-import/sent-sample.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { runTasks, taskQueue } from '../task/task-work.ts'
import { createUniverse } from '../universe/universe.ts'
import { createUniverseKey } from '../universe-key/universe-key.ts'
import { daily, rows, type Sent } from './tenant-matrix.rows.ts'
import { makeCampaign } from './tenant-matrix-campaign.fixture.ts'
import { answers, definition } from './tenant-matrix-survey.fixture.ts'

/** Stands in the name of everything that the first universe owns: no answer to another may hold it. */
export const mark = 'Zanzibar'
/** A well-formed id that nothing has. */
export const nothing = '01890000-0000-7000-8000-000000000000'

const contract = fileURLToPath(new URL('../../../contract/src/', import.meta.url))
export const calls = new Map<string, Call>()
for (const file of readdirSync(contract).filter((name) => !name.endsWith('.test.ts'))) {
  const module: Record<string, unknown> = await import(join(contract, file))
  for (const [name, group] of Object.entries(module))
    if (name.endsWith('Calls'))
      for (const one of Object.values(group as Record<string, Call>)) calls.set(`${one.method} ${one.path}`, one)
}

/** What the owner of everything has, by the name that the rows use. */
export type World = Readonly<
  Record<
    | 'survey'
    | 'path'
    | 'hiddenPath'
    | 'user'
    | 'role'
    | 'assertion'
    | 'import'
    | 'session'
    | 'scimToken'
    | 'apiKey'
    | 'universeKey'
    | 'webhook'
    | 'personalPage'
    | 'savedFilter'
    | 'countedLink'
    | keyof Awaited<ReturnType<typeof makeCampaign>>
    | 'columnSet'
    | 'sqlQuestion'
    | 'keptToken'
    | 'interview'
    | 'share'
    | 'note'
    | 'hiddenInterview'
    | 'alert'
    | 'hiddenAlert'
    | 'attachment'
    | 'bulk'
    | 'tagBulk'
    | 'sample'
    | 'hiddenSample'
    | 'sampleBulk'
    | 'sampleImport'
    | 'report'
    | 'task'
    | 'schedule',
    string
  >
>

type Headers = Record<string, string>
export type TenantMatrix = Awaited<ReturnType<typeof openTenantMatrix>>

/** Two universes; the first owns one of everything, and everything of it bears its mark. */
export async function openTenantMatrix(logLevel = 'silent') {
  const opened = await openTestStores()
  const { stores, data } = opened
  const acme = (await createUniverse(stores, { name: 'acme', title: `${mark} Acme`, timeZone: 'UTC' })).id
  const globex = (await createUniverse(stores, { name: 'globex', title: 'Globex', timeZone: 'UTC' })).id
  await publish(stores, acme, definition('retail', mark), 'test')
  await publish(stores, globex, definition('hotel', 'Hotel'), 'test')
  const imported = await storeInterviews(
    stores,
    await findSurvey(stores, acme, 'retail'),
    answers([`${mark} one`, `${mark} two`]),
    { import: mark },
  )
  await storeInterviews(stores, await findSurvey(stores, globex, 'hotel'), answers(['a', 'b']), { import: 'test' })
  await catchUp(stores)
  await raiseAlerts(stores, Date.now())
  const app = await buildApp(stores, readConfiguration({ KAIKU_DATA: data, LOG_LEVEL: logLevel }))
  const get = (url: string) => app.inject({ url: `/api/${url}`, headers: owner })
  const ask = asking(app)
  const grants = [fullGrant(`${mark} role`)]
  const owner = await signedIn(stores, { universe: acme, grants, username: `${mark}-owner` })
  const powerless = await signedIn(stores, { universe: acme, grants: [], username: `${mark}-guest` })
  const narrow = await signedIn(stores, {
    ...{ universe: acme, username: `${mark}-narrow` },
    grants: [{ ...fullGrant('narrow'), rows: { stores: [[`${mark} one`]] } }],
  })
  const root = await signedIn(stores, 'root')
  const stranger = await signedIn(stores, { universe: globex, grants: [fullGrant('all')], username: 'stranger' })
  const [user] = (await get('user/list?search=narrow')).json()
  const [role] = (await get('role/list')).json()
  const [session] = (await get('account/sessions')).json()
  const path = 'stores,all'
  const asserted = await app.inject({
    ...{ method: 'POST', url: '/api/access/assertion', headers: owner },
    payload: { userId: user.userId, survey: 'retail', permission: 'seeIndicators', path, may: true, note: mark },
  })
  const scimToken = await app.inject({
    ...{ method: 'POST', url: '/api/scim/create', headers: owner, payload: { name: mark } },
  })
  const apiKey = await app.inject({
    url: `/api/vuejs/surveys/apikey/create/retail?label=${mark}&pages=overview`,
    headers: { ...root, 'kaiku-universe': 'acme' },
  })
  const personalPage = await app.inject({
    ...{ method: 'POST', url: '/api/page/personal/retail', headers: owner },
    payload: { page: { title: mark, components: [] } },
  })
  const savedFilter = await app.inject({
    ...{ method: 'POST', url: '/api/vuejs/filters/saved/retail', headers: owner },
    payload: { title: mark, token: 'store=x', isShared: false },
  })
  const countedLink = await app.inject({
    ...{ method: 'POST', url: '/api/vuejs/links/retail', headers: owner },
    payload: { title: mark, path: '/page/overview/retail/stores,all' },
  })
  const columnSet = await app.inject({
    ...{ method: 'PUT', url: '/api/vuejs/columns/retail', headers: owner },
    payload: { title: mark, columns: 'n' },
  })
  const sqlQuestion = await app.inject({
    ...{ method: 'PUT', url: '/api/vuejs/sql/questions/retail', headers: owner },
    payload: { title: mark, statement: 'select 1' },
  })
  const keptToken = await app.inject({
    ...{ method: 'POST', url: '/api/vuejs/filters/kept/retail', headers: owner },
    payload: { token: `store=${mark}` },
  })
  const interviewAt = async (at: string): Promise<string> => {
    const listed = await app.inject({
      ...{ method: 'POST', url: `/api/result/query/retail/${encodeURIComponent(at)}`, headers: owner },
      payload: { components: [{ type: 'InterviewList' }] },
    })
    return listed.json().answers[0].rows[0].interviewId
  }
  const alertsAt = async (at: string): Promise<{ alertId: string; version: number }[]> =>
    (await get(`vuejs/alerts/list/retail/${encodeURIComponent(at)}`)).json().rows
  const [alert, changed] = await alertsAt(`${path},${mark} one`)
  const [hiddenAlert] = await alertsAt(`${path},${mark} two`)
  const bulk = await app.inject({
    ...{ method: 'POST', url: '/api/vuejs/alerts/bulk/retail', headers: owner },
    payload: { alerts: [{ alertId: changed?.alertId, version: 1 }], change: { severity: 'high' } },
  })
  const attached = await ask(
    'POST vuejs/alerts/attach/:survey/:alertId',
    { params: { survey: 'retail', alertId: alert?.alertId ?? '' } },
    owner,
  )
  const person = (at: string, email: string) => ({ name: `${mark} ${email}`, email, background: { store: at } })
  const { stored: asked } = await storeSentSamples(
    stores,
    acme,
    'retail',
    'merge',
    [
      person(`${mark} one`, 'a@example.com'),
      person(`${mark} two`, 'b@example.com'),
      person(`${mark} one`, 'd@example.com'),
      Object.assign(person(`${mark} one`, 'l@example.com'), { street: 'Tie 1', town: 'Espoo' }),
    ],
    Date.now(),
  )
  const people = join(data, 'people.csv')
  writeFileSync(people, `id;email;name;store\nz1;z1@example.com;${mark};${mark} one`)
  const sampleImport = await importSamples(stores, await findSurvey(stores, acme, 'retail'), people, {
    ...{ mode: 'merge', preview: false, person: null, mayPlace: () => true, now: Date.now() },
  })
  const sampleBulk = await app.inject({
    ...{ method: 'POST', url: '/api/vuejs/samples/bulk/retail', headers: owner },
    payload: { samples: [{ sampleId: asked[2]?.sampleId, version: 1 }], state: 'refused' },
  })
  const program = async (universe: string, label: string) => {
    const settings = { label, scopes: apiScopes, expiresOn: null }
    const { keyId, token } = await createUniverseKey(stores, universe, settings, {
      ...{ universe, userId: null, name: 'test', actingAs: null, address: '' },
    })
    return { keyId, headers: { authorization: `Bearer ${token}` } }
  }
  const revocable = await program(acme, mark)
  const webhook = await app.inject({
    ...{ method: 'POST', url: '/api/webhook/create', headers: owner },
    payload: { label: mark, url: 'https://example.com/', events: ['alert.raised'] },
  })
  /** Of the public API, by universe. */
  const programs = { acme: (await program(acme, mark)).headers, globex: (await program(globex, 'x')).headers }
  const sharable = await interviewAt(`${path},${mark} one`)
  const note = await app.inject({
    ...{ method: 'POST', url: `/api/vuejs/interview/addcomment/retail/${sharable}`, headers: owner },
    payload: { message: mark },
  })
  const tagged = await app.inject({
    ...{ method: 'POST', url: '/api/vuejs/interview/tags/retail', headers: owner },
    payload: { interviews: [sharable], add: [mark] },
  })
  const share = await app.inject({
    ...{ method: 'POST', url: `/api/vuejs/interview/shares/retail/${sharable}`, headers: owner },
    payload: { days: 1 },
  })
  const begin = async (kind: string): Promise<string> => {
    const url = `/api/vuejs/reports/createreport/retail/${encodeURIComponent(path)}/${kind}`
    return (await app.inject({ method: 'POST', url, headers: owner, payload: {} })).json().reportUUID
  }
  const report = await begin('ranking')
  const lanes = new WorkLanes(taskQueue.limits, (error) => {
    throw error
  })
  const { signal } = new AbortController()
  await runTasks(stores, [reportWorker({ publicUrl: 'https://kaiku.example' })], () => {}, lanes, signal)
  await lanes.allEnd()
  const schedule = await app.inject({
    ...{ method: 'POST', url: '/api/report-schedule/create/retail', headers: owner },
    payload: { ...daily, title: mark, path, people: [(await get('account')).json().userId] },
  })
  const world: World = {
    ...(await makeCampaign(app, stores, owner, { path, title: mark })),
    ...{ survey: 'retail', path, hiddenPath: `stores,all,${mark} two`, user: user.userId, role: role.roleId },
    ...{ assertion: asserted.json().assertionId, import: imported.importId ?? '', session: session.sessionId },
    ...{ scimToken: scimToken.json().tokenId, apiKey: apiKey.json().keyId },
    ...{ universeKey: revocable.keyId, webhook: webhook.json().hookId },
    ...{ personalPage: personalPage.json().id, savedFilter: savedFilter.json().savedFilterId },
    ...{ countedLink: countedLink.json().linkable, sqlQuestion: sqlQuestion.json().questionId },
    ...{ columnSet: columnSet.json().columnSetId, keptToken: keptToken.json().reference },
    ...{ interview: sharable, share: share.json().shareId, note: note.json().noteId },
    ...{ tagBulk: tagged.json().bulkId, hiddenInterview: await interviewAt(`${path},${mark} two`) },
    ...{ alert: alert?.alertId ?? '', hiddenAlert: hiddenAlert?.alertId ?? '', bulk: bulk.json().bulkId },
    attachment: attached.json().attachments[0].attachmentId,
    ...{ sample: asked[0]?.sampleId ?? '', hiddenSample: asked[1]?.sampleId ?? '' },
    ...{ sampleBulk: sampleBulk.json().bulkId, sampleImport: sampleImport.importId ?? '' },
    ...{ report, task: await begin('ranking'), schedule: schedule.json().scheduleId },
  }
  /** Who may make a call in a universe. */
  const callerIn = (universe: 'acme' | 'globex', key: string): Headers => {
    if (calls.get(key)?.scope) return programs[universe]
    if (rows[key]?.by === 'root') return { ...root, 'kaiku-universe': universe }
    return universe === 'acme' ? owner : stranger
  }
  const close = async () => {
    await app.close()
    await opened.close()
  }
  return { app, stores, world, owner, powerless, narrow, stranger, programs, ask, callerIn, close }
}

/** Asks a call, filled with what is sent. */
const asking =
  (app: FastifyInstance) =>
  async (key: string, { params = {}, query = {}, body }: Sent, headers: Headers) => {
    const { method, path, kind } = calls.get(key) ?? { method: 'GET' as const, path: '' }
    const filled = path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent((params[name] ?? nothing).replace(/\p{Surrogate}/gu, '\ufffd')),
    )
    const search = new URLSearchParams(query).toString()
    const url = `/api/${filled}${search ? `?${search}` : ''}`
    if (kind === 'upload') {
      const boundary = 'kaiku-matrix'
      const payload = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\nusername;email\r\nnew;\r\n--${boundary}--\r\n`
      const type = `multipart/form-data; boundary=${boundary}`
      return app.inject({ method, url, headers: { ...headers, 'content-type': type }, payload })
    }
    if (kind === 'events') return askForEvents(app, url, headers)
    return app.inject({ method, url, headers, ...(body && { payload: body }) })
  }

/** What a stream begins with, or how it is refused. */
async function askForEvents(app: FastifyInstance, url: string, headers: Record<string, string>) {
  const { statusCode, stream } = await app.inject({ url, headers, payloadAsStream: true }).then((reply) => ({
    ...{ statusCode: reply.statusCode, stream: reply.stream() },
  }))
  for await (const part of stream) {
    const body = String(part)
    return { statusCode, body, json: () => JSON.parse(body) }
  }
  throw new Error('the stream ended before it began')
}
