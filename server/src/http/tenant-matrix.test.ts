import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Call } from '@kaiku/contract/call.ts'
import { fullGrant } from '@kaiku/core/access.ts'
import { apiScopes } from '@kaiku/core/api-scope.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { raiseAlerts } from '../alert-raising/raise.ts'
import { openTestStores, type TestStores } from '../app.fixture.ts'
import { buildApp } from '../app.ts'
import { readConfiguration } from '../configuration.ts'
import { publish } from '../definition/definition.ts'
import { storeInterviews } from '../import/import.ts'
import { catchUp } from '../projection/feed.ts'
import { importSamples } from '../sample/sample-import.ts'
import { storeSentSamples } from '../sample/sent-sample.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import type { Stores } from '../stores.ts'
import { findSurvey } from '../survey/survey.ts'
import { createUniverse } from '../universe/universe.ts'
import { createUniverseKey } from '../universe-key/universe-key.ts'
import { rows, type Sent } from './tenant-matrix.rows.ts'

/** Stands in the name of everything that the first universe owns: no answer to another may hold it. */
const mark = 'Zanzibar'
/** A well-formed id that nothing has. */
const nothing = '01890000-0000-7000-8000-000000000000'

const contract = fileURLToPath(new URL('../../../contract/src/', import.meta.url))
const calls = new Map<string, Call>()
for (const file of readdirSync(contract).filter((name) => name.endsWith('.ts'))) {
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
    | 'columnSet'
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
    | 'sampleImport',
    string
  >
>

let opened: TestStores
let stores: Stores
let app: FastifyInstance
let owner: { authorization: string }
let powerless: { authorization: string }
let root: { authorization: string }
let stranger: { authorization: string }
/** Of the public API, by universe. */
let programs: Readonly<Record<'acme' | 'globex', { authorization: string }>>
let narrow: { authorization: string }
let world: World

const definition = (extName: string, title: string) =>
  new Map(
    Object.entries({
      'settings.json': { extName, title },
      'questions.json': {
        questions: [
          { id: 'store', type: 'choice', title: `${title} store`, open: true },
          { id: 'nps', type: 'scale', title: 'NPS', min: 0, max: 10 },
        ],
      },
      'views.json': {
        views: [
          {
            ...{ extName: 'stores', title: `${title} stores`, root: { title: `All of ${title}` } },
            levels: [{ question: 'store', title: 'Store' }],
          },
        ],
      },
      'indicators.json': { indicators: [{ id: 'nps', measure: 'nps', title: 'NPS', question: 'nps' }] },
      'filters.json': {
        standard: {
          filterGroups: [
            {
              title: 'All',
              filters: [{ extName: 'store', title: 'Store', question: 'store', multipleSelections: true }],
            },
          ],
        },
        time: { filterGroups: [] },
      },
      'alert-rules.json': {
        rules: [{ id: 'low', title: `${title} low`, when: 'store=_x', alert: { title: `${title} {store}` } }],
      },
      'pages.json': { pages: [{ extname: 'overview', title: 'Overview', components: [{ type: 'IndicatorTiles' }] }] },
    }).map(([name, content]) => [name, JSON.stringify(content)]),
  )

async function* answers(places: readonly string[]) {
  for (let at = 0; at < 20; at++) yield { key: String(at), answers: { store: places[at % 2] ?? '', nps: at % 11 } }
}

beforeAll(async () => {
  opened = await openTestStores()
  stores = opened.stores
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
  app = await buildApp(stores, readConfiguration({ KAIKU_DATA: opened.data, LOG_LEVEL: 'silent' }))
  const grants = [fullGrant(`${mark} role`)]
  owner = await signedIn(stores, { universe: acme, grants, username: `${mark}-owner` })
  powerless = await signedIn(stores, { universe: acme, grants: [], username: `${mark}-guest` })
  narrow = await signedIn(stores, {
    ...{ universe: acme, username: `${mark}-narrow` },
    grants: [{ ...fullGrant('narrow'), rows: { stores: [[`${mark} one`]] } }],
  })
  root = await signedIn(stores, 'root')
  stranger = await signedIn(stores, { universe: globex, grants: [fullGrant('all')], username: 'stranger' })
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
  const columnSet = await app.inject({
    ...{ method: 'PUT', url: '/api/vuejs/columns/retail', headers: owner },
    payload: { title: mark, columns: 'n' },
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
    ],
    Date.now(),
  )
  const people = join(opened.data, 'people.csv')
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
  programs = { acme: (await program(acme, mark)).headers, globex: (await program(globex, 'x')).headers }
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
  world = {
    ...{ survey: 'retail', path, hiddenPath: `stores,all,${mark} two`, user: user.userId, role: role.roleId },
    ...{ assertion: asserted.json().assertionId, import: imported.importId ?? '', session: session.sessionId },
    ...{ scimToken: scimToken.json().tokenId, apiKey: apiKey.json().keyId },
    ...{ universeKey: revocable.keyId, webhook: webhook.json().hookId },
    personalPage: personalPage.json().id,
    savedFilter: savedFilter.json().savedFilterId,
    columnSet: columnSet.json().columnSetId,
    keptToken: keptToken.json().reference,
    ...{ interview: sharable, share: share.json().shareId, note: note.json().noteId },
    tagBulk: tagged.json().bulkId,
    hiddenInterview: await interviewAt(`${path},${mark} two`),
    ...{ alert: alert?.alertId ?? '', hiddenAlert: hiddenAlert?.alertId ?? '', bulk: bulk.json().bulkId },
    attachment: attached.json().attachments[0].attachmentId,
    ...{ sample: asked[0]?.sampleId ?? '', hiddenSample: asked[1]?.sampleId ?? '' },
    sampleBulk: sampleBulk.json().bulkId,
    sampleImport: sampleImport.importId ?? '',
  }
})
afterAll(async () => {
  await app?.close()
  await opened?.close()
})

/** Who may make a call in a universe. */
const callerIn = (universe: 'acme' | 'globex', key: string) => {
  if (calls.get(key)?.scope) return programs[universe]
  if (rows[key]?.by === 'root') return { ...root, 'kaiku-universe': universe }
  return universe === 'acme' ? owner : stranger
}

const get = (url: string) => app.inject({ url: `/api/${url}`, headers: owner })

async function ask(key: string, { params = {}, query = {}, body }: Sent, headers: Record<string, string>) {
  const { method, path, kind } = calls.get(key) ?? { method: 'GET' as const, path: '' }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? nothing))
  const search = new URLSearchParams(query).toString()
  const url = `/api/${filled}${search ? `?${search}` : ''}`
  if (kind === 'upload') {
    const boundary = 'kaiku-matrix'
    const payload = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\nusername;email\r\nnew;\r\n--${boundary}--\r\n`
    const type = `multipart/form-data; boundary=${boundary}`
    return app.inject({ method, url, headers: { ...headers, 'content-type': type }, payload })
  }
  if (kind === 'events') return askForEvents(url, headers)
  return app.inject({ method, url, headers, ...(body && { payload: body }) })
}

/** What a stream begins with, or how it is refused. */
async function askForEvents(url: string, headers: Record<string, string>) {
  const { statusCode, stream } = await app.inject({ url, headers, payloadAsStream: true }).then((reply) => ({
    ...{ statusCode: reply.statusCode, stream: reply.stream() },
  }))
  for await (const part of stream) {
    const body = String(part)
    return { statusCode, body, json: () => JSON.parse(body) }
  }
  throw new Error('the stream ended before it began')
}

const messageOf = (body: string): unknown => ({ ...JSON.parse(body), requestId: '' })
const keys = [...calls.keys()]
const open = keys.filter((key) => calls.get(key)?.auth === 'none')
const orderOf = (key: string) => {
  const order = rows[key]?.order
  return typeof order === 'number' ? order : 0
}
// What takes something away comes last.
const closed = keys.filter((key) => calls.get(key)?.auth !== 'none').sort((a, b) => orderOf(a) - orderOf(b))

describe('every call of the contract', () => {
  it('has a row here', () => {
    expect(Object.keys(rows).sort()).toEqual([...keys].sort())
  })

  it('answers without sign-in only where its row says so', () => {
    expect(open.filter((key) => rows[key]?.open !== true)).toEqual([])
    expect(Object.keys(rows).filter((key) => rows[key]?.open === true && !open.includes(key))).toEqual([])
  })

  it.each(closed)('%s asks for sign-in', async (key) => {
    const row = rows[key]
    for (const headers of [{}, { authorization: 'Bearer x' }, { authorization: 'Bearer a.b.c' }]) {
      const reply = await ask(key, row?.sent?.(world) ?? {}, headers)
      expect([reply.statusCode, reply.json().code]).toEqual([401, 'unauthenticated'])
    }
  })

  it.each(closed.filter((key) => calls.get(key)?.needs))('%s is refused to who has no such right', async (key) => {
    const reply = await ask(key, rows[key]?.sent?.(world) ?? {}, powerless)
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'forbidden'])
  })

  it.each(closed.filter((key) => (rows[key]?.ids ?? []).length > 0))(
    '%s knows nothing of another universe’s ids',
    async (key) => {
      const row = rows[key]
      const sent = row?.sent?.(world) ?? {}
      const caller = callerIn('globex', key)
      const foreign = await ask(key, sent, caller)
      const ids = (row?.ids ?? []).map((id): [string, string] => [id, id === 'survey' ? 'nowhere' : nothing])
      const of = (part: object | undefined) => Object.fromEntries(ids.filter(([id]) => part && id in part))
      const absent = await ask(
        key,
        {
          ...sent,
          params: { ...sent.params, ...of(sent.params) },
          ...(sent.body && { body: { ...sent.body, ...of(sent.body) } }),
        },
        caller,
      )
      expect([foreign.statusCode, messageOf(foreign.body)]).toEqual([404, messageOf(absent.body)])
    },
  )

  it.each(closed)('%s tells another universe nothing of this one', async (key) => {
    const row = rows[key]
    const isForKeys = calls.get(key)?.scope !== undefined
    const named = await ask(key, row?.sent?.(world) ?? {}, { ...stranger, 'kaiku-universe': 'acme' })
    const refused = isForKeys ? [401, 'This needs a key of the public API.'] : [404, 'There is no such universe.']
    expect([named.statusCode, named.json().message]).toEqual(refused)
    const caller = isForKeys ? { ...programs.globex, 'kaiku-universe': 'acme' } : stranger
    const reply = await ask(key, row?.asStranger?.(world) ?? row?.sent?.(world) ?? {}, caller)
    expect(reply.body).not.toContain(mark)
  })

  it.each(closed.filter((key) => rows[key]?.outside))('%s does not know a place out of reach', async (key) => {
    const outside = await ask(key, rows[key]?.outside?.(world) ?? {}, narrow)
    expect([outside.statusCode, outside.json().code]).toEqual([404, 'not_found'])
    expect((await ask(key, rows[key]?.outside?.(world) ?? {}, owner)).statusCode).toBe(200)
  })

  it.each(closed.filter((key) => rows[key]?.order !== 'skip'))('%s answers its owner', async (key) => {
    const reply = await ask(key, rows[key]?.sent?.(world) ?? {}, callerIn('acme', key))
    expect([reply.statusCode, reply.body.slice(0, 300)]).toEqual([rows[key]?.status ?? 200, expect.anything()])
  })
})
