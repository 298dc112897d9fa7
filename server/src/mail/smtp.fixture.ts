import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** Who is killed while speaking breaks the connection off. */
const brokenOff = () => {}

/** A mail server that takes what is not addressed to `refuse`, or answers with trouble while `isDown`, or takes it and answers nothing while `isSilent`. */
export async function smtp(port = 0) {
  const taken: { mail: Email; to: string[]; from: string }[] = []
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
          taken.push({ mail, to: rcptTo.map(({ address }) => address), from: mailFrom ? mailFrom.address : '' })
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
