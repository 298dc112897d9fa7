import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { buildApp } from '../app/app.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { sendMail } from './mail.ts'
import { mailStatus } from './mail-status.ts'
import { openTransport, sendWaiting, startOutbox } from './outbox.ts'
import { dkimTags, isSigned, smtp } from './smtp.fixture.ts'

let opened: TestStores
let stores: Stores

beforeAll(async () => {
  opened = await openTestStores()
  stores = opened.stores
})
beforeEach(() => stores.service.query('delete from mailbox'))
afterAll(async () => {
  await opened?.close()
})

const from = { name: 'Kaiku', address: 'kaiku@example.com' }
const link = 'https://kaiku.example.com/?reset=secret-token'
const write = (to: string, name: string, locale = 'sv') =>
  sendMail(stores, { to, template: 'reset', locale, values: { link, name } })
const states = async () =>
  (await stores.service.query('select recipient, state, attempts, fault, text from mailbox order by id')).rows
const dueAtOnce = () => stores.service.query('update mailbox set next_at = now()')

describe('the outbox', () => {
  it('hands a mail to the mail server as text and HTML, umlauts whole, and empties what it kept', async () => {
    const server = await smtp()
    const transport = openTransport(server.url)
    await write('anna.åström@example.com', 'Åsa Öhman, Größe')
    expect(await sendWaiting(stores, transport, from)).toBeNull()
    const [{ mail, to } = { mail: null, to: [] }] = server.taken
    expect(to).toHaveLength(1)
    expect(mail).toMatchObject({ subject: 'Nytt lösenord till Kaiku', from })
    expect(mail?.text).toContain('Hej Åsa Öhman, Größe,')
    expect(mail?.html).toContain(`href="${link}"`)
    expect(mail?.messageId).toMatch(/^<[0-9a-f-]{36}@example\.com>$/)
    expect(await states()).toEqual([expect.objectContaining({ state: 'sent', text: '', fault: null })])
    expect(await sendWaiting(stores, transport, from)).toBeNull()
    expect(server.taken).toHaveLength(1)
    transport.close()
    await server.close()
  })

  it('signs each mail in the name of its sender’s domain, so that its text and headers can be proven', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
    const server = await smtp()
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const transport = openTransport(server.url, { domainName: 'example.com', keySelector: 'k1', privateKey: pem })
    await write('anna@example.com', 'Åsa Öhman')
    await sendWaiting(stores, transport, from)
    const raw = server.taken[0]?.raw ?? ''
    const tags = dkimTags(raw)
    expect([tags.get('d'), tags.get('s'), tags.get('a')]).toEqual(['example.com', 'k1', 'rsa-sha256'])
    expect(tags.get('h')?.split(':')).toEqual(expect.arrayContaining(['from', 'to', 'subject', 'message-id']))
    expect(isSigned(raw, publicKey)).toBe(true)
    expect(isSigned(raw.replace('Kaiku', 'Kajku'), publicKey)).toBe(false)
    transport.close()
    await server.close()
  })

  it('lets no name write a header or another recipient', async () => {
    const server = await smtp()
    const transport = openTransport(server.url)
    await write('anna@example.com', 'Eve\r\nBcc: everybody@example.com\r\n\r\n<script>', 'en')
    await sendWaiting(stores, transport, from)
    const [taken] = server.taken
    expect(taken?.to).toEqual(['anna@example.com'])
    expect(taken?.mail.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(taken?.mail.html).not.toContain('<script>')
    transport.close()
    await server.close()
  })

  it('keeps a mail while the server is away or in trouble, says so, and sends it when it is back', async () => {
    const first = await smtp()
    const { port } = new URL(first.url)
    await first.close()
    const transport = openTransport(first.url)
    await write('anna@example.com', 'Anna')
    expect(await sendWaiting(stores, transport, from)).toContain('ECONNREFUSED')
    expect(await mailStatus(stores, { smtpUrl: first.url })).toMatch(
      /1 waiting since \d{4}-.* UTC \(.*ECONNREFUSED.*\)/,
    )
    const second = await smtp(Number(port))
    expect(await sendWaiting(stores, transport, from), 'not before its time').toBeNull()
    expect(second.taken).toHaveLength(0)
    second.mood.isDown = true
    await dueAtOnce()
    expect(await sendWaiting(stores, transport, from)).toContain('come back later')
    second.mood.isDown = false
    await dueAtOnce()
    expect(await sendWaiting(stores, transport, from)).toBeNull()
    expect(second.taken).toHaveLength(1)
    expect(await states()).toEqual([expect.objectContaining({ state: 'sent', attempts: 3 })])
    transport.close()
    await second.close()
  })

  it('gives up an address that the server does not know, and goes on with the others', async () => {
    const server = await smtp()
    const transport = openTransport(server.url)
    await write('refuse@example.com', 'Nobody')
    await write('anna@example.com', 'Anna')
    expect(await sendWaiting(stores, transport, from)).toContain('no such box')
    expect((await states()).map(({ state }) => state)).toEqual(['failed', 'sent'])
    expect(await mailStatus(stores, { smtpUrl: server.url })).toContain('0 waiting, 1 given up')
    transport.close()
    await server.close()
  })

  it('sends no mail whose link has long run out', async () => {
    const server = await smtp()
    const transport = openTransport(server.url)
    await write('anna@example.com', 'Anna')
    await stores.service.query(`update mailbox set at = now() - interval '3 days'`)
    await sendWaiting(stores, transport, from)
    expect(server.taken).toHaveLength(0)
    expect(await states()).toEqual([expect.objectContaining({ state: 'failed', text: '' })])
    transport.close()
    await server.close()
  })

  it('works in the background until it is stopped', async () => {
    const server = await smtp()
    const outbox = startOutbox(stores, () => {}, { mail: { smtpUrl: server.url, from, bounces: null, dkim: null } })
    await write('anna@example.com', 'Anna')
    await expect.poll(() => server.taken.length, { timeout: 60_000 }).toBe(1)
    await outbox.stop()
    await server.close()
  })
})

describe('the mailbox page', () => {
  const appWith = (variables: Record<string, string>) =>
    buildApp(stores, readConfiguration({ KAIKU_DATA: opened.data, LOG_LEVEL: 'silent', ...variables }))

  it('shows mails as text, with links into this Kaiku only', async () => {
    const app = await appWith({})
    const values = { link: 'http://localhost:8080/?reset=abc', name: '<script>alert(1)</script>' }
    await sendMail(stores, { to: 'anna@example.com', template: 'reset', locale: 'en', values })
    await write('otto@example.com', 'Otto')
    const { statusCode, body, headers } = await app.inject('/dev/mail')
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toContain('<a href="http://localhost:8080/?reset=abc">')
    expect(body).not.toContain('<script>')
    expect(body).not.toContain(`href="${link}"`)
    const listed = (await app.inject('/dev/mail.json')).json()
    expect(listed.map(({ recipient }: { recipient: string }) => recipient)).toEqual([
      'otto@example.com',
      'anna@example.com',
    ])
    await app.close()
  })

  it.each([
    ['from another machine', { remoteAddress: '192.0.2.7' }],
    ['through a proxy', { headers: { 'x-forwarded-for': '192.0.2.7' } }],
    ['under another name', { headers: { host: 'evil.example' } }],
  ])('is not there for a request %s', async (_, request) => {
    const app = await appWith({})
    for (const url of ['/dev/mail', '/dev/mail.json'])
      expect((await app.inject({ url, headers: { accept: 'application/json' }, ...request })).body).not.toContain(
        'recipient',
      )
    expect((await app.inject({ url: '/dev/mail.json', ...request })).statusCode).toBe(404)
    await app.close()
  })

  it.each([
    ['a mail server', { SMTP_URL: 'smtp://127.0.0.1:1' }],
    ['a public address', { PUBLIC_URL: 'https://kaiku.example.com' }],
  ])('is not there with %s', async (_, variables) => {
    const app = await appWith(variables)
    expect((await app.inject('/dev/mail.json')).statusCode).toBe(404)
    await app.close()
  })
})
