import { randomUUID } from 'node:crypto'
import type { Alert } from '@kaiku/contract/alert.ts'
import type { alertReplyCalls } from '@kaiku/contract/alert-reply.ts'
import type { ReplyOf } from '@kaiku/contract/call.ts'
import { permissions } from '@kaiku/core/access.ts'
import { contactKey } from '@kaiku/core/contact-key.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AlertWorld, openAlertWorld, parts } from '../alert/alert.fixture.ts'
import { openTransport, sendWaiting } from '../mail/outbox.ts'
import { smtp } from '../mail/smtp.fixture.ts'
import { saveConsents } from '../sample/consent.ts'

type Headers = { authorization: string }
type Offer = ReplyOf<(typeof alertReplyCalls)['offer']>
const replies = {
  replyTo: 'care@acme.example',
  templates: [
    {
      id: 'sorry',
      title: { en: 'We are sorry', fi: 'Olemme pahoillamme' },
      subject: { en: 'Your visit to {place}', fi: 'Käyntisi: {place}' },
      text: { en: 'Dear {name},\n\nyou gave {nps} of 10 ({channel}).\n\n{by}', fi: 'Hei {name},\n\nannoit {nps}/10.' },
    },
  ],
}
const from = { name: 'Kaiku', address: 'kaiku@example.com' }

let world: AlertWorld
let manager: Headers
let blind: Headers
let server: Awaited<ReturnType<typeof smtp>>
let transport: ReturnType<typeof openTransport>
beforeAll(async () => {
  world = await openAlertWorld({ ...parts, 'alert-rules.json': { ...parts['alert-rules.json'], replies } })
  manager = await world.person('CX manager', [], permissions)
  blind = await world.person('Store manager', [])
  server = await smtp()
  transport = openTransport(server.url)
})
beforeEach(async () => {
  await world.stores.service.query('delete from mailbox')
  server.taken.length = 0
  server.mood.isDown = false
})
afterAll(async () => {
  transport.close()
  await server.close()
  await world?.close()
})

/** An alert about what this customer said. */
async function about(who: string, more: object = {}): Promise<string> {
  await world.answer([{ day: '2026-11-18', who, store: 'kamppi', channel: 'web', nps: 2, spent: 1, ...more }])
  const [newest] = (await world.list(manager, 'region,all', 'sort=newest')).rows
  return newest?.alertId ?? ''
}
const offer = async (headers: Headers, id: string, query = ''): Promise<Offer> =>
  (await world.get(headers, `reply/visits/${id}?${query}`)).json()
const write = (headers: Headers, id: string, more: object = {}) =>
  world.post(headers, `reply/visits/${id}`, {
    ...{ replyId: randomUUID(), language: 'en', subject: 'Your visit', text: 'We are sorry.', ...more },
  })
const one = async (headers: Headers, id: string) => (await world.get(headers, `one/visits/${id}`)).json() as Alert
const sendAll = async () => {
  await world.stores.service.query('update mailbox set next_at = now()')
  return sendWaiting(world.stores, transport, from)
}

describe('a mail to the customer', () => {
  it('is written by a template in their language, with what they answered as nothing but text', async () => {
    const id = await about('Aino.Aalto@example.fi', { channel: '<b>{by}</b>\r\nBcc: all@example.fi' })
    const { mail, languages, templates } = await offer(manager, id)
    expect([languages, templates]).toEqual([['en', 'fi'], [{ id: 'sorry', title: 'We are sorry' }]])
    expect(mail).toMatchObject({ language: 'en', to: 'Aino.Aalto@example.fi', subject: 'Your visit to Kamppi' })
    expect(mail?.text).toContain('Dear customer,\n\nyou gave 2 of 10 (<b>{by}</b> Bcc: all@example.fi).')
    expect((await offer(manager, id, 'language=fi')).mail?.text).toBe('Hei asiakas,\n\nannoit 2/10.')
    expect((await world.get(manager, `reply/visits/${id}?template=none`)).statusCode).toBe(404)
  })

  it('is sent once however often it is asked for, answers go where they are read, and the alert waits', async () => {
    const id = await about('one@example.fi')
    const replyId = randomUUID()
    const text = 'Dear <script>,\n\nsorry.\u202E'
    const asked = await Promise.all([1, 2, 3].map(() => write(manager, id, { replyId, text, waits: true })))
    expect(asked.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await sendAll()).toBe(null)
    await sendAll()
    expect(server.taken.map(({ to }) => to)).toEqual([['one@example.fi']])
    const [{ mail } = { mail: null }] = server.taken
    expect(mail).toMatchObject({ subject: 'Your visit', replyTo: [{ address: 'care@acme.example' }] })
    expect(mail?.html).toContain('<p>Dear &lt;script&gt;,</p><p>sorry.</p>')
    const { state, timeline, replies: written } = await one(manager, id)
    expect([state, timeline.map(({ kind }) => kind)]).toEqual(['waiting', ['created', 'changed', 'replied']])
    expect(written).toMatchObject([
      { replyId, delivery: 'sent', words: { to: 'one@example.fi', subject: 'Your visit' } },
    ])
  })

  it('says what becomes of it: waiting with the reason, gone, or that nobody has the address', async () => {
    const id = await about('late@example.fi')
    await write(manager, id)
    const delivery = async (of = id) => {
      const [reply] = (await one(manager, of)).replies
      return [reply?.delivery, reply?.fault]
    }
    expect(await delivery()).toEqual(['queued', null])
    server.mood.isDown = true
    await sendAll()
    expect(await delivery()).toEqual(['queued', expect.stringContaining('come back later')])
    server.mood.isDown = false
    await sendAll()
    expect(await delivery()).toEqual(['sent', null])
    const lost = await about('refuse@example.fi')
    await write(manager, lost)
    await sendAll()
    expect(await delivery(lost)).toEqual(['bounced', expect.stringContaining('no such box')])
    const old = await about('old@example.fi')
    await write(manager, old)
    await world.stores.service.query(`update mailbox set at = now() - interval '3 days' where state = 'waiting'`)
    await sendAll()
    expect(await delivery(old)).toEqual(['failed', 'it waited too long'])
  })

  it('is told to who looks at the alert as its delivery goes on', async () => {
    const id = await about('live@example.fi')
    await write(manager, id)
    const events = async () =>
      (
        await world.stores.service.query(`select from live_event where kind = 'alert' and detail ->> 'alertId' = $1`, [
          id,
        ])
      ).rowCount ?? 0
    const before = await events()
    await sendAll()
    expect(await events()).toBe(before + 1)
  })

  it('is written by nobody who may not see contacts, and shown to nobody of them', async () => {
    const id = await about('hidden@example.fi')
    expect(await offer(blind, id)).toMatchObject({ reason: 'notYours', mail: null })
    expect((await write(blind, id)).statusCode).toBe(403)
    await write(manager, id)
    const seen = await world.get(blind, `one/visits/${id}`)
    expect((seen.json() as Alert).replies).toMatchObject([{ delivery: 'queued', words: null }])
    expect(seen.body).not.toContain('hidden@example.fi')
    const sweden = await world.person('Regional manager Sweden', ['se'], permissions)
    expect((await write(sweden, id)).statusCode).toBe(404)
  })

  it('is not written to who opted out, nor to who has no address', async () => {
    const out = await about('Out@Example.fi')
    const client = await world.stores.service.connect()
    await saveConsents(client, world.acme, [contactKey('out@example.fi') ?? ''], 'optedOut', 'person')
    client.release()
    expect((await offer(manager, out)).reason).toBe('optedOut')
    expect((await write(manager, out)).statusCode).toBe(409)
    for (const who of ['+358 40 1234567', 'Matti', 'a@b.fi, c@d.fi', 'x@y.fi\nBcc: z@w.fi']) {
      const id = await about(who)
      expect((await offer(manager, id)).reason, who).toBe('noAddress')
      expect((await write(manager, id)).statusCode, who).toBe(409)
    }
    const mails = await world.stores.service.query('select from mailbox')
    expect(mails.rowCount).toBe(0)
  })
})
