import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { query, text } from '../db/rows.ts'
import { catchUp } from '../feed/feed.ts'
import { addMember, createPerson } from '../person/person.ts'
import { leaveToken } from '../report-schedule/leave-link.ts'
import { ensureRole, giveRole, usualRoles } from '../role/role.ts'
import { openSession } from '../session/session.ts'
import { issueTicket } from '../session/ticket.ts'
import type { TenantMatrix } from './tenant-matrix.fixture.ts'
import { effectBlock, rows as matrixRows, type Sent, writtenMessage } from './tenant-matrix.rows.ts'

export type Seed = Sent & { readonly headers?: Record<string, string> }
type MakeSeed = (matrix: TenantMatrix) => Promise<Seed>

const password = 'six ducks on a quiet pond'

/** Somebody new with a password, who may everything in the first universe, signed in. */
async function somebody({ stores, app, owner }: TenantMatrix) {
  const { universe } = (await app.inject({ url: '/api/session/identity', headers: owner })).json()
  const { rows } = await query(stores.owner, { id: text }, 'select id from universe where name = $1', [universe])
  const id = rows[0]?.id ?? ''
  const person = await createPerson(stores, { username: randomUUID(), password, email: 'x@example.com' })
  await addMember(stores.service, id, person.id)
  await giveRole(stores.service, id, await ensureRole(stores.service, id, usualRoles.Administrator), person.id)
  const asked = { person: person.id, universe: id, isRemembered: false, address: '', agent: '' }
  const headers = { authorization: `Bearer ${await openSession(stores, asked)}` }
  await openSession(stores, asked)
  return { person, headers, universe: id }
}

const again: MakeSeed = async (matrix) => ({ headers: (await somebody(matrix)).headers, body: { password } })

const ticket =
  (purpose: 'reset' | 'enter', more: object): MakeSeed =>
  async (matrix) => {
    const { person, universe } = await somebody(matrix)
    return { body: { token: await issueTicket(matrix.stores, { purpose, person: person.id, universe }), ...more } }
  }

/** Mappings as they are, by the drafts that there are. */
async function noMappingChange(matrix: TenantMatrix) {
  const { version, draft } = await get(matrix, 'mapping/retail')
  const revisions = { imports: draft.imports?.revision ?? 0, questions: draft.questions?.revision ?? 0 }
  const change = { put: [], gone: [], order: [], questions: [], options: [] }
  return { params: { survey: 'retail' }, body: { change, version, revisions } }
}

/** The link of a mail of the schedule, as somebody has it. */
async function leaveLink(matrix: TenantMatrix) {
  const { person, universe } = await somebody(matrix)
  const schedule = matrix.world.schedule
  return { params: { token: await leaveToken(matrix.stores, { universe, schedule, person: person.id }) } }
}

async function withTotp(matrix: TenantMatrix) {
  const { headers, person } = await somebody(matrix)
  const post = (path: string, payload: object) =>
    matrix.app.inject({ method: 'POST', url: `/api/secondfactor/${path}`, headers, payload })
  const { secret } = (await post('totp/begin', { password })).json()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  return { headers, person, code, confirm: () => post('totp/confirm', { code }) }
}

const get = async ({ app, owner }: TenantMatrix, url: string) =>
  (await app.inject({ url: `/api/${url}`, headers: owner })).json()

/** A key for big screens. */
const screen = async ({ app, callerIn }: TenantMatrix) => {
  const url = '/api/vuejs/surveys/apikey/create/retail?label=Wall&pages=overview'
  const { token } = (await app.inject({ url, headers: callerIn('acme', 'GET backend/surveys') })).json()
  return { authorization: `Bearer ${token}` }
}

/** One that no import brought, so that it may be corrected. */
async function ownInterview({ app, programs, stores }: TenantMatrix): Promise<string> {
  const made = await app.inject({
    method: 'POST',
    url: '/api/v1/surveys/retail/interviews',
    headers: programs.acme,
    payload: { externalId: randomUUID(), answers: { store: 'Zanzibar one', nps: 1 } },
  })
  await catchUp(stores)
  return made.json().interviewId
}

const account = { email: 'n@example.com', givenName: 'A', familyName: 'B', locale: 'en' }
const roleFields = { description: '', permissions: [], surveys: null, rows: {}, figures: null, rules: [] }
const page = { extname: 'overview', title: 'Overview', components: [] }
const form = { id: 'visit', title: 'Visit', pages: [{ parts: [{ question: 'nps' }] }] }
const inSurvey = { params: { survey: 'retail' } }

/** Begun by somebody new: not many may wait for one person. */
const reported = (key: string): [string, MakeSeed] => [
  key,
  async (matrix) => ({ ...matrixRows[key]?.sent?.(matrix.world), headers: (await somebody(matrix)).headers }),
]

/** Of a message that was written just now. */
const message =
  (home: 'systemmessage' | 'backend/messages', content: object = {}): MakeSeed =>
  async ({ app, callerIn }) => {
    const headers = callerIn('acme', `GET ${home}/list`)
    const body = home === 'systemmessage' ? { ...writtenMessage, audience: { to: 'everybody' } } : writtenMessage
    const { messageId } = (
      await app.inject({ method: 'POST', url: `/api/${home}/create`, headers, payload: body })
    ).json()
    return { params: { messageId }, body: { ...('importance' in content && body), ...content } }
  }

/** What each call is sent so that it does what it is for, where that is not what the tenant matrix sends. */
export const seeds: Readonly<Record<string, MakeSeed>> = {
  'PUT systemmessage/change/:messageId': message('systemmessage', { ...writtenMessage, version: 1 }),
  'POST systemmessage/end/:messageId': message('systemmessage', { version: 1 }),
  'PUT backend/messages/change/:messageId': message('backend/messages', { ...writtenMessage, version: 1 }),
  'POST backend/messages/end/:messageId': message('backend/messages', { version: 1 }),
  'DELETE backend/messages/remove/:messageId': message('backend/messages'),
  'POST backend/universes/:universe/export': async () => ({
    params: { universe: 'globex' },
    body: { withAnswers: false },
  }),
  'POST backend/universes/:universe/copy': async () => ({
    params: { universe: 'globex' },
    body: { name: 'fuzz-made-up', answers: 5, seed: 1 },
  }),
  'POST vuejs/auth/login': async (matrix) => ({
    headers: {},
    body: { username: (await somebody(matrix)).person.username, password },
  }),
  'POST vuejs/auth/validatecookie': async (matrix) => {
    const { headers } = await somebody(matrix)
    return { body: { sessionId: headers.authorization.replace('Bearer ', '') } }
  },
  'POST vuejs/auth/reset': ticket('reset', { password: 'a heron by the river' }),
  'POST session/ticket': ticket('reset', {}),
  'POST session/enter': ticket('enter', {}),
  'POST account/password': async (matrix) => ({
    headers: (await somebody(matrix)).headers,
    body: { current: password, password: 'a heron by the river' },
  }),
  'DELETE account/sessions/:session': async (matrix) => {
    const { headers } = await somebody(matrix)
    const sessions: readonly { id: string; isThis: boolean }[] = await matrix.app
      .inject({ url: '/api/account/sessions', headers })
      .then((reply) => reply.json())
    return { headers, params: { session: sessions.find(({ isThis }) => !isThis)?.id ?? '' } }
  },
  'POST session/logout': async (matrix) => ({ headers: (await somebody(matrix)).headers }),
  'POST analytics/hit': async () => ({ body: { path: '/', linkable: 'x', anonymous: randomUUID() } }),
  'POST secondfactor/totp/begin': again,
  'POST secondfactor/totp/confirm': async (matrix) => {
    const { headers, code } = await withTotp(matrix)
    return { headers, body: { code } }
  },
  'POST secondfactor/totp/remove': async (matrix) => {
    const { headers, confirm } = await withTotp(matrix)
    await confirm()
    return { headers, body: { password } }
  },
  'POST secondfactor/recovery': async (matrix) => {
    const { headers, confirm } = await withTotp(matrix)
    await confirm()
    return { headers, body: { password } }
  },
  'POST secondfactor/passkey/begin': again,
  'POST user/secondfactor/reset/:userId': async (matrix) => {
    const { person, confirm } = await withTotp(matrix)
    await confirm()
    return { params: { userId: person.id } }
  },
  'POST user/invite/:userId': async (matrix) => ({ params: { userId: (await somebody(matrix)).person.id } }),
  'PUT user/save/:userId': async (matrix) => {
    const userId = (await somebody(matrix)).person.id
    const { version } = await get(matrix, `user/one/${userId}`)
    return { params: { userId }, body: { ...account, roles: [], version } }
  },
  'PUT role/save/:roleId': async (matrix) => {
    const payload = { ...roleFields, name: randomUUID() }
    const made = await matrix.app.inject({ method: 'POST', url: '/api/role/create', headers: matrix.owner, payload })
    const { roleId, version } = made.json()
    return { params: { roleId }, body: { ...payload, version } }
  },
  'DELETE role/remove/:roleId': async (matrix) => {
    const payload = { ...roleFields, name: randomUUID() }
    const made = await matrix.app.inject({ method: 'POST', url: '/api/role/create', headers: matrix.owner, payload })
    return { params: { roleId: made.json().roleId } }
  },
  'PUT universedata': async (matrix) => {
    const { version } = await get(matrix, 'universedata/settings')
    return { body: { title: 'New', timeZone: 'UTC', settings: {}, version } }
  },
  'GET bigscreen/state': async (matrix) => ({ headers: await screen(matrix) }),
  'GET bigscreen/page/:page': async (matrix) => ({ headers: await screen(matrix), params: { page: 'overview' } }),
  'GET report-schedule/by-link/:token': leaveLink,
  'POST report-schedule/by-link/:token': async (matrix) => ({ ...(await leaveLink(matrix)), body: { hasLeft: true } }),
  'GET vuejs/sharing/interview/:survey/:interviewId/:secret': async ({ app, owner, world }) => {
    const url = `/api/vuejs/interview/shares/retail/${world.interview}`
    const shared = await app.inject({ method: 'POST', url, headers: owner, payload: { days: 1 } })
    const secret = new URL(shared.json().address).pathname.split('/').at(-1) ?? ''
    return { params: { survey: 'retail', interviewId: world.interview, secret } }
  },
  ...Object.fromEntries(
    Object.keys(matrixRows)
      .filter((key) => /report\/:/.test(key))
      .map(reported),
  ),
  'GET vuejs/reports/letterrender/:survey/:letterId/:ticket': async ({ app, owner, world: { letter } }) => {
    const url = `/api/vuejs/reports/letterticket/retail/${letter}`
    const { address } = (await app.inject({ method: 'POST', url, headers: owner, payload: {} })).json()
    return { params: { survey: 'retail', letterId: letter, ticket: address.split('/').at(-1) } }
  },
  'GET vuejs/reports/letterbatch/:survey/:batchId/:ticket': async ({ app, owner, world: { letterBatch } }) => {
    const url = `/api/vuejs/reports/letterbatchticket/retail/${letterBatch}`
    const { address = '' } = (await app.inject({ method: 'POST', url, headers: owner, payload: {} })).json()
    return { params: { survey: 'retail', batchId: letterBatch, ticket: address.split('/').at(-1) } }
  },
  'GET vuejs/reports/download/:survey/:reportUUID/:ticket': async ({ app, owner, world }) => {
    const url = `/api/vuejs/reports/ticket/retail/${world.report}`
    const { address } = (await app.inject({ method: 'POST', url, headers: owner, payload: {} })).json()
    return { params: { survey: 'retail', reportUUID: world.report, ticket: address.split('/').at(-1) } }
  },
  'POST vuejs/surveys/configblocks/create/:survey': async (matrix) => {
    const { blocks } = await get(matrix, 'vuejs/surveys/configblocks/retail')
    const absent: unknown = blocks.find(
      ({ changed, draft }: { changed: unknown; draft: unknown }) => changed === null && draft === null,
    )?.file
    return { ...inSurvey, body: { file: absent, template: 'usual' } }
  },
  'PUT vuejs/surveys/configblocks/:survey/:file': async (matrix) => {
    const { version, draft } = await get(matrix, 'vuejs/surveys/configblocks/one/retail/topics.json')
    const params = { survey: 'retail', file: 'topics.json' }
    return { params, body: { text: '{}', version, revision: draft?.revision ?? 0 } }
  },
  'DELETE vuejs/surveys/configblocks/:survey/:file/:revision': async (matrix) => {
    const { version, draft } = await get(matrix, 'vuejs/surveys/configblocks/one/retail/topics.json')
    const kept = await matrix.app.inject({
      method: 'PUT',
      url: '/api/vuejs/surveys/configblocks/retail/topics.json',
      headers: matrix.owner,
      payload: { text: '{}', version, revision: draft?.revision ?? 0 },
    })
    return { params: { survey: 'retail', file: 'topics.json', revision: String(kept.json().revision) } }
  },
  'POST vuejs/surveys/configblocks/:survey': async (matrix) => {
    const { app, owner: headers } = matrix
    const address = '/api/vuejs/surveys/configblocks/retail'
    const { version, blocks } = await get(matrix, 'vuejs/surveys/configblocks/retail')
    for (const { file, draft } of blocks)
      if (draft) await app.inject({ method: 'DELETE', url: `${address}/${file}/${draft.revision}`, headers })
    const payload = { text: '{}', version, revision: 0 }
    const kept = await app.inject({ method: 'PUT', url: `${address}/topics.json`, headers, payload })
    return { ...inSurvey, body: { version, drafts: [{ file: 'topics.json', revision: kept.json().revision }] } }
  },
  // After all that needs one: what is drawn at random may say how many there are, too.
  'POST vuejs/tasks/delete': async (matrix) => ({
    body: { count: (await get(matrix, 'vuejs/tasks/list')).length },
  }),
  'POST place/arrange/:survey/:view': async (matrix) => {
    const { version, draft } = await get(matrix, 'place/tree/retail/stores')
    return {
      params: { survey: 'retail', view: 'stores' },
      body: { version, revision: draft?.revision ?? 0 },
    }
  },
  'PUT mapping/:survey': noMappingChange,
  'POST mapping/check/:survey': noMappingChange,
  'POST mapping/publish/:survey': noMappingChange,
  'POST form/publish/:survey': async (matrix) => {
    const { version, draft } = await get(matrix, 'form/draft/retail')
    return { ...inSurvey, body: { forms: [form], version, revision: draft?.revision ?? 0 } }
  },
  'PUT form/draft/:survey': async (matrix) => {
    const { version, draft } = await get(matrix, 'form/draft/retail')
    return { ...inSurvey, body: { forms: [form], version, revision: draft?.revision ?? 0 } }
  },
  'DELETE form/draft/:survey/:revision': async (matrix) => {
    const { version, draft } = await get(matrix, 'form/draft/retail')
    const kept = await matrix.app.inject({
      method: 'PUT',
      url: '/api/form/draft/retail',
      headers: matrix.owner,
      payload: { forms: [form], version, revision: draft?.revision ?? 0 },
    })
    return { params: { survey: 'retail', revision: String(kept.json().revision) } }
  },
  'POST page/publish/:survey': async (matrix) => {
    const { version, draft } = await get(matrix, 'page/draft/retail')
    return { ...inSurvey, body: { pages: [page], version, revision: draft?.revision ?? 0 } }
  },
  'POST vuejs/alerts/publishrules/:survey': async (matrix) => {
    const { edit } = await get(matrix, 'vuejs/alerts/rules/retail')
    return { ...inSurvey, body: { rules: edit.text, version: edit.version } }
  },
  'POST vuejs/surveys/effectblocks/create/:survey': async (matrix) => {
    const { version } = await get(matrix, 'vuejs/surveys/effectblocks/retail')
    return { ...inSurvey, body: { block: { ...effectBlock, id: randomUUID() }, version } }
  },
  'POST vuejs/surveys/effectblocks/:survey': async (matrix) => {
    const { version } = await get(matrix, 'vuejs/surveys/effectblocks/retail')
    return { ...inSurvey, body: { block: effectBlock, version } }
  },
  'DELETE vuejs/surveys/effectblocks/:survey/:blockId/:version': async (matrix) => {
    const { version } = await get(matrix, 'vuejs/surveys/effectblocks/retail')
    const [url, blockId] = ['/api/vuejs/surveys/effectblocks/create/retail', randomUUID()]
    const payload = { block: { ...effectBlock, id: blockId }, version }
    const made = await matrix.app.inject({ method: 'POST', url, headers: matrix.owner, payload })
    return { params: { survey: 'retail', blockId, version: String(made.json().version) } }
  },
  'PUT page/draft/:survey': async (matrix) => {
    const { version, draft } = await get(matrix, 'page/draft/retail')
    return { ...inSurvey, body: { pages: [page], version, revision: draft?.revision ?? 0 } }
  },
  'DELETE page/draft/:survey/:revision': async (matrix) => {
    const { version, draft } = await get(matrix, 'page/draft/retail')
    const kept = await matrix.app.inject({
      method: 'PUT',
      url: '/api/page/draft/retail',
      headers: matrix.owner,
      payload: { pages: [page], version, revision: draft?.revision ?? 0 },
    })
    return { params: { survey: 'retail', revision: String(kept.json().revision) } }
  },
  'PUT page/personal/:survey/:pageId': async (matrix) => {
    const written = { page: { title: 'New', components: [] } }
    const url = '/api/page/personal/retail'
    const made = await matrix.app.inject({ method: 'POST', url, headers: matrix.owner, payload: written })
    const { id, revision } = made.json()
    return { params: { survey: 'retail', pageId: id }, body: { ...written, revision } }
  },
  'POST vuejs/samples/change/:survey/:sampleId': async (matrix) => {
    const { sample: sampleId } = matrix.world
    const { version } = await get(matrix, `vuejs/samples/one/retail/${sampleId}`)
    return { params: { survey: 'retail', sampleId }, body: { version, name: 'Zanzibar two' } }
  },
  'POST vuejs/surveys/metaproperty/:survey': async (matrix) => {
    const { version } = await get(matrix, 'vuejs/surveys/metaproperty/retail')
    const change = { property: 'minimumN', value: 5 }
    return { ...inSurvey, body: { question: 'nps', version, change } }
  },
  'POST vuejs/surveys/metainterviewdata/:survey/:interviewId': async (matrix) => ({
    params: { survey: 'retail', interviewId: await ownInterview(matrix) },
    body: { changes: [{ question: 'nps', before: 1, value: 7 }] },
  }),
  'PATCH v1/surveys/:survey/interviews/:interviewId': async (matrix) => ({
    params: { survey: 'retail', interviewId: await ownInterview(matrix) },
    body: { answers: { nps: 7 } },
  }),
}

/** Calls that cannot succeed here, and why. */
export const neverSucceeds: Readonly<Record<string, string>> = {
  'POST backend/universes/:universe/suspend': 'would let nobody in any more; suspension.test.ts',
  'POST backend/universes/:universe/delete': 'no universe is suspended; delete-universe.test.ts',
  'GET backend/copies/:taskId/file': 'nothing was exported; universe-copy.test.ts',
  'GET surveycopy/:taskId/file': 'nothing was exported; survey-copy-door.test.ts',
  'GET backend/deletions/:deletionId/certificate': 'nothing was deleted; delete-universe.test.ts',
  'POST universedata/rollback': 'there is no such version; universe-version.test.ts',
  'PUT place/tree/:survey/:view': 'the tree is made of answers; place-editor.test.ts',
  'POST place/check/:survey/:view': 'the tree is made of answers; place-editor.test.ts',
  'POST place/publish/:survey/:view': 'the tree is made of answers; place-editor.test.ts',
  'POST place/file/:survey/:view': 'the file names no places; place-table.test.ts',
  'POST session/setup': 'this Kaiku has an operator',
  'POST session/stop': 'nobody acts as somebody else; session.test.ts',
  'POST secondfactor/passkey/confirm': 'needs a security key; second-factor.test.ts',
  'POST secondfactor/passkey/remove': 'needs a security key; second-factor.test.ts',
  'PUT account/push': 'needs a browser’s subscription; push.test.ts',
  'DELETE account/push/:device': 'needs a browser’s subscription; push.test.ts',
  'POST vuejs/surveys/metainterviewdata/:survey': 'the file names no interviews; correction-file.test.ts',
  'POST vuejs/surveys/metainterviewdata/:survey/undo/:fileId': 'no file is stored; correction-file.test.ts',
  'PUT fetched-file/change/:survey/:addressId': 'no address is kept; fetched-file.test.ts',
  'DELETE fetched-file/remove/:survey/:addressId': 'no address is kept; fetched-file.test.ts',
  'POST fetched-file/pause/:survey/:addressId': 'no address is kept; fetched-file.test.ts',
  'POST fetched-file/try/:survey/:addressId': 'no address is kept; fetched-file.test.ts',
  'POST fetched-file/accept/:survey/:addressId': 'no address is kept; fetched-file.test.ts',
  'POST fetched-file/run/:survey/:addressId': 'no address is kept; fetched-file.test.ts',
  'GET fetched-file/runs/:survey/:addressId': 'no address is kept; fetched-file.test.ts',
  'GET newsurvey/:newSurveyId': 'there is no file of an upload; new-survey.test.ts',
  'PUT newsurvey/:newSurveyId': 'there is no file of an upload; new-survey.test.ts',
  'DELETE newsurvey/:newSurveyId': 'there is no file of an upload; new-survey.test.ts',
  'GET newsurvey/:newSurveyId/preview': 'there is no file of an upload; new-survey.test.ts',
  'GET newsurvey/:newSurveyId/definition': 'there is no file of an upload; new-survey.test.ts',
  'GET newsurvey/:newSurveyId/standing': 'there is no file of an upload; new-survey.test.ts',
  'POST newsurvey/:newSurveyId/publish': 'there is no file of an upload; new-survey.test.ts',
  'POST mapping/entry/:survey/:fileId': 'there is no file of an upload; mapping.test.ts',
  'GET mapping/file/:survey/:fileId': 'there is no file of an upload; mapping.test.ts',
  'DELETE mapping/file/:survey/:fileId': 'there is no file of an upload; mapping.test.ts',
  'POST imports/:survey': 'no mapping fits the file; import-door.test.ts',
  'POST vuejs/alerts/reply/:survey/:alertId': 'its customer has no mail address; reply.test.ts',
  'POST vuejs/reports/letterbatchagain/:survey/:batchId': 'its file is still there; letter-campaign.test.ts',
  'POST vuejs/surveys/effectblocks/backfill/:survey': 'there are not as many as it says; effect.test.ts',
  'GET vuejs/responsecheck/interviews/:survey/:findingId': 'nothing looks made; response-check.test.ts',
  'POST vuejs/responsecheck/state/:survey/:findingId': 'nothing looks made; response-check.test.ts',
  'GET script/:level/:survey/version/:version': 'none is published; script.test.ts',
  'POST script/:level/:survey/publish': 'no draft has tests that pass; script.test.ts',
  'POST script/recalculate/:survey': 'no script computes anything; script.test.ts',
  'POST script/take/:survey': 'there is no wider script; script.test.ts',
  'POST vuejs/interview/topics/:survey/:interviewId': 'there is no comment; topic-correction.test.ts',
  'PUT vuejs/comments/stars/:survey': 'there is no comment; comment-star.test.ts',
  'PUT vuejs/interview/translation/:survey/:interviewId': 'there is no open answer; interview-translation.test.ts',
}
