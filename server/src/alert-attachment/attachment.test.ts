import type { Alert } from '@kaiku/contract/alert.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlertWorld, openAlertWorld } from '../alert/alert.fixture.ts'
import { eraseInterview } from '../interview-erasure/erase-interview.ts'
import { findSurvey } from '../survey/survey.ts'
import { jpeg, png } from './file.fixture.ts'

type Headers = { authorization: string }
let world: AlertWorld
let all: Headers
let kamppi: Headers
let alertId: string

beforeAll(async () => {
  world = await openAlertWorld()
  all = await world.person('CX manager', [])
  kamppi = await world.person('Store manager Kamppi', ['fi', 'south', 'kamppi'])
  const answers = { day: '2026-11-18', channel: 'web', spent: 1, nps: 2 }
  await world.answer([
    { ...answers, who: 'one', store: 'kamppi' },
    { ...answers, who: 'two', store: 'lund' },
  ])
  alertId = (await world.list(kamppi)).rows[0]?.alertId ?? ''
})
afterAll(() => world?.close())

const attach = (headers: Headers, id: string, name: string, bytes: Buffer, declared = 'application/octet-stream') => {
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${declared}\r\n\r\n`
  return world.app.inject({
    ...{ method: 'POST', url: `/api/vuejs/alerts/attach/visits/${id}` },
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]),
  })
}
const one = async (id = alertId) => (await world.get(all, `one/visits/${id}`)).json() as Alert
const fileUrl = (attachmentId: string, id = alertId) => `attachment/visits/${id}/${attachmentId}`

describe('a file of an alert', () => {
  it('is kept without where it was taken, and is only for keeping', async () => {
    const reply = await attach(kamppi, alertId, 'till “2”\u202E.jpg', jpeg('60.17 N'), 'image/jpeg')
    expect(reply.statusCode, reply.body).toBe(200)
    const [file] = (await one()).attachments
    expect(file).toMatchObject({ name: 'till “2”.jpg', type: 'image/jpeg' })
    const { headers, rawPayload } = await world.app.inject({
      ...{ url: `/api/vuejs/alerts/${fileUrl(file?.attachmentId ?? '')}`, headers: kamppi },
    })
    expect(headers).toMatchObject({
      ...{ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' },
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': `attachment; filename="till _2_.jpg"; filename*=UTF-8''till%20%E2%80%9C2%E2%80%9D.jpg`,
    })
    expect([rawPayload.length, rawPayload.includes('60.17')]).toEqual([file?.size, false])
  })

  it('stands in the timeline, and so does who removed it', async () => {
    await attach(kamppi, alertId, 'plan.txt', Buffer.from('Open the second till.'), 'text/plain')
    const { attachments, timeline, version } = await one()
    const plan = attachments.find(({ name }) => name === 'plan.txt')?.attachmentId ?? ''
    expect(timeline.at(-1)).toMatchObject({
      ...{ kind: 'attached', changes: [{ field: 'attachment', before: null, after: 'plan.txt' }] },
    })
    const url = `/api/vuejs/alerts/${fileUrl(plan)}`
    const removed = await world.app.inject({ method: 'DELETE', url, headers: all })
    expect((removed.json() as Alert).timeline.at(-1)).toMatchObject({
      ...{ kind: 'detached', changes: [{ field: 'attachment', before: 'plan.txt', after: null }] },
    })
    expect((await world.app.inject({ method: 'DELETE', url, headers: all })).statusCode).toBe(404)
    expect((await one()).version).toBe(version)
  })

  it('is nobody’s who does not handle the alert, nor another alert’s', async () => {
    const file = (await one()).attachments[0]?.attachmentId ?? ''
    const sweden = await world.person('Regional manager Sweden', ['se'])
    const other = (await world.list(sweden)).rows[0]?.alertId ?? ''
    expect((await world.get(sweden, fileUrl(file))).statusCode).toBe(404)
    expect((await world.get(all, fileUrl(file, other))).statusCode).toBe(404)
    expect((await attach(sweden, alertId, 'a.txt', Buffer.from('x'))).statusCode).toBe(404)
  })

  it('is refused with what is wrong, and leaves nothing', async () => {
    const before = (await one()).timeline.length
    const told = async (name: string, bytes: Buffer) => {
      const reply = await attach(all, alertId, name, bytes)
      return [reply.statusCode, (reply.json() as { reason: { key: string } }).reason?.key]
    }
    expect(await told('a.html', Buffer.from('x'))).toEqual([400, 'attachment.type'])
    expect(await told('a.png', Buffer.from('<html>'))).toEqual([400, 'attachment.content'])
    expect(await told('a.txt', Buffer.alloc(10 * 2 ** 20 + 1, 'x'))).toEqual([413, 'attachment.large'])
    expect((await one()).timeline.length).toBe(before)
  })

  it('has room for twenty, however many come at once', async () => {
    const id = (await world.list(all, 'region,all,se')).rows[0]?.alertId ?? ''
    const codes = await Promise.all(
      Array.from({ length: 23 }, async (_, at) => (await attach(all, id, `${at}.png`, png())).statusCode),
    )
    expect(codes.filter((code) => code === 200).length).toBe(20)
    expect((await one(id)).attachments.length).toBe(20)
  })

  it('goes with the interview, its name too', async () => {
    const { interviewId, timeline } = await one()
    expect(JSON.stringify(timeline)).toContain('.jpg')
    const { survey } = await findSurvey(world.stores, world.acme, 'visits')
    const { rows } = await world.stores.service.query('select number::int from interview where id = $1', [interviewId])
    await eraseInterview(world.stores, world.acme, survey, rows[0].number, 'test')
    const after = await one()
    expect(after.attachments).toEqual([])
    expect(JSON.stringify(after.timeline)).not.toContain('.jpg')
  })
})
