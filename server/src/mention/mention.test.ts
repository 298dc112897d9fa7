import type { Mention } from '@kaiku/contract/mention.ts'
import { fullGrant } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlertWorld, openAlertWorld } from '../alert/alert.fixture.ts'
import { hear, type Listener } from '../live-event/stream.fixture.ts'
import { signedIn } from '../session/signed-in.fixture.ts'

type Headers = { authorization: string }
type Reply = { statusCode: number; body: string; json: () => unknown }

let world: AlertWorld
let anna: Headers
let bert: Headers
let cleo: Headers
let interview: string
const ids = new Map<Headers, string>()
let listener: Listener

beforeAll(async () => {
  world = await openAlertWorld()
  const now = Date.now()
  const day = new Date(now).toISOString().slice(0, 10)
  await world.answer([{ day, store: 'lund', channel: 'web', nps: 0 }], now)
  for (const place of [[], [], ['fi']]) {
    const headers = await signedIn(world.stores, {
      universe: world.acme,
      grants: [{ ...fullGrant(`role ${ids.size}`), rows: place.length > 0 ? { region: [place] } : {} }],
    })
    ids.set(headers, (await request('GET', 'account', undefined, headers)).userId as string)
  }
  ;[anna, bert, cleo] = [...ids.keys()] as [Headers, Headers, Headers]
  const { rows } = await world.stores.service.query<{ id: string }>('select id from interview')
  interview = rows[0]?.id ?? ''
  listener = await hear(world.app, bert)
  await listener.next()
})
afterAll(async () => {
  listener?.stop()
  await world?.close()
})

async function inject(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  headers = anna,
): Promise<Reply> {
  return world.app.inject({ method, url: `/api/${path}`, headers, ...(payload && { payload }) })
}
async function request(...asked: Parameters<typeof inject>): Promise<Record<string, unknown>> {
  const reply = await inject(...asked)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json() as Record<string, unknown>
}
const unread = async (headers: Headers) =>
  (await request('GET', 'vuejs/mentions/list', undefined, headers)) as unknown as Mention[]
const to = (...people: Headers[]) => people.map((headers) => ids.get(headers) ?? '')
const note = async (message: string, mentions: string[]) =>
  (await request('POST', `vuejs/interview/addcomment/visits/${interview}`, { message, mentions })).noteId as string
const edit = (noteId: string, message: string, mentions?: string[]) =>
  inject('PUT', `vuejs/interview/comment/visits/${interview}/${noteId}`, { message, ...(mentions && { mentions }) })
const read = (mentions: readonly Mention[], headers: Headers) =>
  request('POST', 'vuejs/mentions/read', { mentionIds: mentions.map(({ mentionId }) => mentionId) }, headers)
const mails = async () =>
  (await world.stores.service.query('select person from alert_notice where interview is not null')).rows.length

describe('mentions', () => {
  it('wait until they are read, for whom they are and nobody else', async () => {
    const noteId = await note('Please look at this', to(bert, anna))
    expect((await listener.next())[0]?.data).toMatchObject({ kind: 'mention', interviewId: interview, noteId })
    const found = await unread(bert)
    expect(found).toMatchObject([
      {
        survey: 'visits',
        interviewId: interview,
        alertId: null,
        noteId,
        place: 'Lund',
        excerpt: 'Please look at this',
      },
    ])
    expect(await unread(anna)).toEqual([])
    expect(await read(found, anna)).toEqual({ read: 0 })
    expect(await unread(bert)).toHaveLength(1)
    expect(await read(found, bert)).toEqual({ read: 1 })
    expect(await unread(bert)).toEqual([])
    expect(await read(found, bert)).toEqual({ read: 0 })
  })

  it('are told by an edit to whom it is news, and to nobody twice', async () => {
    const [before, noteId] = [await mails(), await note('Nobody yet', [])]
    expect((await edit(noteId, 'Now you', to(bert))).statusCode).toBe(200)
    expect(await unread(bert)).toMatchObject([{ noteId, excerpt: 'Now you' }])
    expect((await edit(noteId, 'Not you', [])).json()).toMatchObject({ mentions: [] })
    expect((await edit(noteId, 'You again', to(bert))).json()).toMatchObject({ mentions: [{ userId: ids.get(bert) }] })
    expect((await edit(noteId, 'And still')).json()).toMatchObject({ mentions: [{ userId: ids.get(bert) }] })
    expect(await unread(bert)).toHaveLength(1)
    expect(await mails()).toBe(before + 1)
    expect((await edit(noteId, 'Whom it is not for', to(cleo))).statusCode).toBe(400)
    await request('DELETE', `vuejs/interview/comment/visits/${interview}/${noteId}`)
    expect(await unread(bert)).toEqual([])
  })

  it('come from notes on alerts as well, and go where nobody may look any more', async () => {
    const { rows } = await world.list(anna, 'region,all')
    const alertId = rows[0]?.alertId
    await request('POST', `vuejs/alerts/note/visits/${alertId}`, { message: 'Call them', mentions: to(bert) })
    expect(await unread(bert)).toMatchObject([{ alertId, interviewId: null, excerpt: 'Call them', place: 'Lund' }])
    await world.stores.service.query('update alert set withdrawn_at = now() where id = $1', [alertId])
    expect(await unread(bert)).toEqual([])
  })
})
