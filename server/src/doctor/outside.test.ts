import { generateKeyPairSync } from 'node:crypto'
import { createServer as createPlain, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { release } from '@kaiku/core/release.ts'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import type { Finding } from '../checkup/finding.ts'
import { smtp } from '../mail/smtp.fixture.ts'
import { makeCertificate } from '../outgoing/certificate.fixture.ts'
import { probeQuestion } from '../probe/probe.ts'
import { addressFindings, probe, probeFindings } from './address.ts'
import { certificateFinding, readCertificate } from './certificate.ts'
import { dkimFinding, mailFindings } from './mail.ts'
import { providerFindings } from './provider.ts'

/** `endsIn`: days. */
const certificateFor = (endsIn: number, host = 'localhost') => {
  const { certificate: cert, key } = makeCertificate(host, endsIn)
  return { cert, key }
}
const open: { close(): unknown }[] = []
let test: TestApp
let base: string
beforeAll(async () => {
  test = await openTestApp({})
  base = await test.app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})
afterAll(() => test?.close())

const told = (found: readonly Finding[]) => found.map(({ check, state }) => `${check} ${state}`)
const listening = async (server: Server | ReturnType<typeof createServer>) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  open.push({
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  })
  return (server.address() as AddressInfo).port
}

describe('a certificate', () => {
  const finding = async (endsIn: number, host?: string, isBelieved = true) => {
    const pair = certificateFor(endsIn, host)
    const port = await listening(createServer(pair, (_, reply) => reply.end()))
    return certificateFinding(
      'TLS',
      'localhost',
      await readCertificate('localhost', port, isBelieved ? pair.cert : undefined),
      Date.now(),
    )
  }

  it('is believed, and for how long', async () => {
    expect(await finding(90)).toMatchObject({
      state: 'ok',
      found: expect.stringContaining('by localhost, until 20'),
    })
  })

  it('ends soon, has ended, is for another name, or of somebody whom nobody knows', async () => {
    expect(await finding(3.01)).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('ends in 3 days'),
    })
    expect(await finding(-2)).toMatchObject({
      state: 'fault',
      found: expect.stringContaining('it ended 2 days ago'),
    })
    expect(await finding(90, 'other.example.com')).toMatchObject({
      state: 'fault',
      found: expect.stringContaining('for another name'),
    })
    expect(await finding(90, 'localhost', false)).toMatchObject({ state: 'fault' })
  })

  it('cannot be had where nobody answers', async () => {
    await expect(readCertificate('127.0.0.1', 1)).rejects.toThrow('ECONNREFUSED')
  })
})

describe('the mail server', () => {
  const from = { name: 'Kaiku', address: 'kaiku@example.com' }
  const look = (smtpUrl: string | null, more: { sendTo?: string; ca?: string } = {}) =>
    mailFindings({ smtpUrl, from }, Object.assign({ sendTo: null, now: Date.now() }, more))

  it('is not set', async () => {
    expect(told(await look(null))).toEqual(['mail warning'])
  })

  it('answers; a mail is sent only to whom one names', async () => {
    const server = await smtp()
    open.push(server)
    expect(told(await look(server.url))).toEqual(['mail ok'])
    expect(server.taken).toEqual([])
    expect(told(await look(server.url, { sendTo: 'me@example.com' }))).toEqual(['mail ok', 'mail ok'])
    expect(server.taken.map(({ to }) => to)).toEqual([['me@example.com']])
  })

  const secured = async (endsIn: number) => {
    const pair = certificateFor(endsIn)
    const server = new SMTPServer({
      ...pair,
      secure: false,
      onAuth: ({ password }, _session, done) =>
        password === 'right' ? done(null, { user: 'me' }) : done(new Error('wrong password')),
    })
    server.on('error', () => {})
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    open.push({ close: () => new Promise<void>((resolve) => server.close(() => resolve())) })
    return { ca: pair.cert, port: (server.server.address() as AddressInfo).port }
  }

  it('is told by its certificate, also where encryption begins later', async () => {
    const { ca, port } = await secured(3)
    expect(told(await look(`smtp://me:right@localhost:${port}`, { ca }))).toEqual(['mail ok', 'mail warning'])
    expect(await look(`smtp://me:right@localhost:${port}`)).toMatchObject([
      { state: 'fault', todo: expect.stringContaining('a certificate that is believed') },
    ])
  })

  it('refuses the password, or does not answer; no secret is told', async () => {
    const { ca, port } = await secured(90)
    const refused = await look(`smtp://me:hush@localhost:${port}`, { ca })
    expect(refused).toMatchObject([{ state: 'fault', todo: expect.stringContaining('right user and password') }])
    expect(JSON.stringify(refused)).not.toContain('hush')
    expect(await look('smtp://127.0.0.1:1')).toMatchObject([
      { state: 'fault', found: expect.stringContaining('ECONNREFUSED') },
    ])
  })
})

describe('the key that signs mails', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const dkim = {
    domainName: 'example.com',
    keySelector: 'k1',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  const half = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')

  it('has its other half in the DNS, another one, or none', () => {
    expect(dkimFinding(dkim, [`v=DKIM1; k=rsa; p=${half}`]).state).toBe('ok')
    expect(dkimFinding(dkim, ['v=DKIM1; k=rsa; p=AAAA'])).toMatchObject({
      state: 'fault',
      found: expect.stringContaining('another key'),
    })
    expect(dkimFinding(dkim, [])).toMatchObject({ state: 'fault', todo: expect.stringContaining(half) })
  })
})

describe('the public address', () => {
  const question = () => probeQuestion(test.stores, Date.now())
  const options = () => ({ own: release, now: Date.now() })

  /** A proxy as one may be set up: `pass` answers what goes through, and how. */
  const proxy = (pass: { headers?: (from: IncomingMessage) => Record<string, string>; isHolding?: boolean }) =>
    listening(
      createPlain((from: IncomingMessage, to: ServerResponse) => {
        const headers = Object.assign({}, from.headers, pass.headers?.(from))
        request(new URL(from.url ?? '/', base), { headers }, (answer) => {
          to.writeHead(answer.statusCode ?? 500, answer.headers)
          if (!pass.isHolding) return void answer.pipe(to)
          const held: Buffer[] = []
          answer.on('data', (chunk: Buffer) => held.push(chunk))
          answer.on('end', () => to.end(Buffer.concat(held)))
        }).end()
      }),
    )
  const through = async (port: number) => {
    const address = `http://127.0.0.1:${port}`
    return probeFindings(address, await probe(address, await question()), release)
  }

  it('is this Kaiku', async () => {
    expect(told(await addressFindings(base, await question(), options()))).toEqual(['address ok'])
    expect(told(await addressFindings(base, null, options()))).toEqual(['address skipped'])
  })

  it('is something else: another Kaiku, another program, a way elsewhere, nobody', async () => {
    const other = await listening(createPlain((_, reply) => reply.end('<html>')))
    const away = await listening(
      createPlain((_, reply) => reply.writeHead(302, { location: 'https://x.example' }).end()),
    )
    expect(await addressFindings(base, '1.forged', options())).toMatchObject([{ state: 'fault' }])
    for (const [port, said] of [
      [other, 'it answers 200'],
      [away, 'it leads to https://x.example'],
      [1, 'bad port'],
    ] as const)
      expect(await addressFindings(`http://127.0.0.1:${port}`, await question(), options())).toMatchObject([
        { state: 'fault', found: expect.stringContaining(said) },
      ])
  })

  it('is not known to the DNS, unencrypted, or below a path', async () => {
    const found = await addressFindings('http://kaiku.invalid/below', null, options())
    expect(found.map(({ check, state }) => `${check} ${state}`)).toEqual([
      'address fault',
      'TLS fault',
      'address fault',
    ])
  })

  it('is behind a proxy that passes everything on', async () => {
    expect(told(await through(await proxy({})))).toEqual(['address ok'])
  })

  it('is behind a proxy that holds events back', async () => {
    expect(await through(await proxy({ isHolding: true }))).toMatchObject([
      { state: 'ok' },
      { check: 'proxy', state: 'warning', found: expect.stringContaining('held back') },
    ])
  })

  it('is behind a proxy that tells another name and scheme, and that is not trusted', async () => {
    const port = await proxy({
      headers: () => ({ host: 'inside:8080', 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.7' }),
    })
    const found = await through(port)
    expect(found.map(({ state, found: said }) => `${state} ${said}`)).toEqual([
      expect.stringMatching(/^ok /),
      expect.stringMatching(/^warning requests to 127.0.0.1:\d+ arrive for inside:8080/),
      expect.stringMatching(/^warning the proxy says https, and PUBLIC_URL http/),
      expect.stringMatching(/^warning everybody seems to come from 127.0.0.1/),
    ])
  })

  it('is answered by the version of before', async () => {
    const probed = await probe(base, await question())
    expect(told(probeFindings(base, probed, '9.9.9'))).toEqual(['address ok', 'address warning'])
  })
})

describe('an identity provider elsewhere', () => {
  const issuerAt = async (answer: (path: string, issuer: string) => { body?: unknown; date?: Date } | null) => {
    let issuer = ''
    const port = await listening(
      createPlain(({ url = '' }, reply) => {
        const given = answer(url, issuer)
        reply.setHeader('date', (given?.date ?? new Date()).toUTCString())
        if (given === null) return reply.writeHead(404).end()
        reply.setHeader('content-type', 'application/json').end(JSON.stringify(given.body))
      }),
    )
    issuer = `http://127.0.0.1:${port}/realms/acme`
    return issuer
  }
  const good = (path: string, issuer: string) =>
    path.endsWith('/openid-configuration')
      ? { body: { issuer, jwks_uri: `${issuer}/certs` } }
      : { body: { keys: [{ kty: 'RSA' }] } }

  it('answers, and has the same time', async () => {
    expect(told(await providerFindings(await issuerAt(good), Date.now))).toEqual(['identity provider ok', 'clock ok'])
  })

  it('has another time', async () => {
    const slow = (path: string, issuer: string) =>
      Object.assign({ date: new Date(Date.now() - 600_000) }, good(path, issuer))
    expect(told(await providerFindings(await issuerAt(slow), Date.now))).toEqual([
      'identity provider ok',
      'clock fault',
    ])
  })

  it('is away, is another one, or has no keys', async () => {
    const others = [
      await issuerAt(() => null),
      await issuerAt((path, issuer) => good(path, `${issuer}/other`)),
      await issuerAt((path, issuer) => (path.endsWith('/certs') ? { body: { keys: [] } } : good(path, issuer))),
      'http://127.0.0.1:1/realms/acme',
    ]
    for (const issuer of others)
      expect(told(await providerFindings(issuer, Date.now))).toEqual(['identity provider fault'])
  })
})
