import { createHash, type KeyObject, verify } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** Who is killed while speaking breaks the connection off. */
const brokenOff = () => {}

/** A mail server that takes what is not addressed to `refuse`, or answers with trouble while `isDown`, or takes it and answers nothing while `isSilent`. */
export async function smtp(port = 0) {
  const taken: { mail: Email; to: string[]; from: string; raw: string }[] = []
  const mood = { isDown: false, isSilent: false }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      if (mood.isDown) return done(Object.assign(new Error('come back later'), { responseCode: 451 }))
      if (address.startsWith('refuse')) return done(Object.assign(new Error('no such box'), { responseCode: 550 }))
      done()
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          const { mailFrom, rcptTo } = session.envelope
          taken.push({
            mail,
            to: rcptTo.map(({ address }) => address),
            from: mailFrom ? mailFrom.address : '',
            raw: Buffer.concat(chunks).toString('latin1'),
          })
          if (!mood.isSilent) done()
        })
      })
    },
  })
  server.on('error', brokenOff)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return { url, taken, mood, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

/** A mail server that takes everything, and counts how often it took something for whom. */
export async function countingSmtp() {
  const byAddress = new Map<string, number>()
  let mails = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      stream.resume()
      stream.on('end', () => {
        mails++
        for (const { address } of session.envelope.rcptTo) byAddress.set(address, (byAddress.get(address) ?? 0) + 1)
        done()
      })
    },
  })
  server.on('error', brokenOff)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails: () => mails,
    byAddress,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Headers and body of a mail as it was sent. */
function partsOf(raw: string): { headers: string[]; body: string } {
  const end = raw.indexOf('\r\n\r\n')
  const headers = raw.slice(0, end).split(/\r\n(?![ \t])/)
  return { headers, body: raw.slice(end + 4) }
}

const isCalled = (name: string) => (header: string) => header.toLowerCase().startsWith(`${name}:`)

/** What the signature of a mail says, by tag. */
export function dkimTags(raw: string): ReadonlyMap<string, string> {
  const header = partsOf(raw).headers.find(isCalled('dkim-signature')) ?? ''
  const tags = header.slice(header.indexOf(':') + 1).split(';')
  return new Map(
    tags.map((tag) => {
      const [name = '', ...value] = tag.split('=')
      return [name.trim(), value.join('=').replace(/\s/g, '')]
    }),
  )
}

/** Whether a mail is as it was signed, by RFC 6376 with `relaxed/relaxed`. */
export function isSigned(raw: string, key: KeyObject): boolean {
  const { headers, body } = partsOf(raw)
  const tags = dkimTags(raw)
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
  const plain = `${lines.join('\r\n').replace(/(?:\r\n)+$/, '')}\r\n`
  if (createHash('sha256').update(plain, 'latin1').digest('base64') !== tags.get('bh')) return false
  const relaxed = (header: string) => {
    const at = header.indexOf(':')
    const value = header
      .slice(at + 1)
      .replace(/\s+/g, ' ')
      .trim()
    return `${header.slice(0, at).toLowerCase().trim()}:${value}`
  }
  const signed = (tags.get('h') ?? '')
    .toLowerCase()
    .split(':')
    .flatMap((name) => headers.find(isCalled(name)) ?? [])
  const own = relaxed(headers.find(isCalled('dkim-signature')) ?? '').replace(/\bb=[^;]*/, 'b=')
  const text = [...signed.map(relaxed), own].join('\r\n')
  return verify('sha256', Buffer.from(text, 'latin1'), key, Buffer.from(tags.get('b') ?? '', 'base64'))
}
