import { SMTPServer } from 'smtp-server'
import type { BackgroundJob, Say } from '../background-work/work-loop.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { codeIn } from '../configuration/mail-configuration.ts'
import { inTransaction } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { noteComplained, noteReturned, recipientByCode } from '../recipient/recipient.ts'
import { noteUnsubscribed } from '../sample/message-samples.ts'
import { readAnySample } from '../sample/stored-sample.ts'
import { readBounce } from './read-bounce.ts'

/** Bytes of a mail that comes back, and servers that bring some at once. */
const [largest, clients] = [2 * 2 ** 20, 20]

/**
 * A door for mails that come back: it takes what is addressed to the messages of campaigns, and nothing else. Whoever
 * has such an address has the code of one message, and can say of that one alone that it came back.
 */
export async function startBounceDoor(
  stores: Stores,
  log: Say,
  { mail: { bounces } }: Pick<Configuration, 'mail'>,
): Promise<BackgroundJob> {
  if (bounces?.port == null) return { stop: async () => {} }
  const { address, port, host } = bounces
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: largest,
    maxClients: clients,
    disableReverseLookup: true,
    socketTimeout: 30_000,
    closeTimeout: 2_000,
    onRcptTo: ({ address: to }, _session, done) =>
      codeIn(address, to) === null
        ? done(Object.assign(new Error('no such mailbox here'), { responseCode: 550 }))
        : done(),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(Object.assign(new Error('too large'), { responseCode: 552 }))
        const codes = session.envelope.rcptTo.flatMap(({ address: to }) => codeIn(address, to) ?? [])
        takeBounce(stores, codes, Buffer.concat(chunks)).then(
          () => done(),
          (error: unknown) => {
            log(`Bounces: ${error instanceof Error ? error.message : String(error)}`)
            // It is brought again.
            done(Object.assign(new Error('try again later'), { responseCode: 451 }))
          },
        )
      })
    },
  })
  server.on('error', (error) => log(`Bounces: ${error.message}`))
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => {
      server.server.off('error', reject)
      resolve()
    })
  })
  return { stop: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

/** Notes what came back of messages, by the codes of their links. The same again changes nothing. */
export async function takeBounce(stores: Stores, codes: readonly string[], raw: Buffer): Promise<void> {
  const bounce = await readBounce(raw)
  if (bounce.is === 'other' || bounce.is === 'delayed') return
  for (const code of codes) {
    const recipient = await recipientByCode(stores, code)
    if (!recipient) continue
    await inTransaction(stores.service, async (client) => {
      if (bounce.is !== 'complaint')
        return noteReturned(client, recipient, {
          why: bounce.is === 'hard' ? 'bounced' : 'notSent',
          said: bounce.said || bounce.status,
        })
      await noteComplained(client, recipient)
      const sample = await readAnySample(client, recipient.universe, recipient.sample)
      if (sample) await noteUnsubscribed(client, recipient, sample.id, sample.contact)
    })
  }
}
