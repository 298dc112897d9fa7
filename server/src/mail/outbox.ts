import { createTransport, type Transporter } from 'nodemailer'
import { type Due, type Outcome, type Queue, settle, startQueue, takeDue } from '../background-work/queue.ts'
import { WorkLanes } from '../background-work/work-lanes.ts'
import type { BackgroundJob } from '../background-work/work-loop.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { DkimConfiguration, Sender } from '../configuration/mail-configuration.ts'
import { bool, bytes, nullable, query, type RowOf, type Shape, text as textColumn, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { type MailCheck, mailsOnce, sendOnce } from './send-once.ts'

const waitingColumns = {
  id: textColumn,
  at: time,
  recipient: textColumn,
  subject: textColumn,
  text: textColumn,
  html: textColumn,
  replyTo: nullable(textColumn),
  sender: nullable(textColumn),
  bounceTo: nullable(textColumn),
  once: bool,
  leaveLink: nullable(textColumn),
  file: nullable(bytes),
  fileName: nullable(textColumn),
  fileType: nullable(textColumn),
} satisfies Shape

/** Milliseconds. */
const slowest = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }
const connections = 2

export const mailQueue: Queue = {
  name: 'mail',
  what: 'Mail waits',
  table: 'mailbox',
  // Of a mail server: who writes to thousands lets no other universe wait.
  receiver: `coalesce(q.universe::text, '')`,
  receivers: `select distinct coalesce(q.universe::text, '') as receiver from mailbox q
    where q.state = 'waiting' and q.next_at <= now()`,
  limits: { all: connections, universe: connections, receiver: connections },
  idle: 2_000,
  failed: 2_000,
  pause: { first: 15, longest: 3_600 },
  rests: true,
  lease: 120,
  mostAttempts: null,
  taken: `state = 'sent', sent_at = now(), text = '', html = '', file = null`,
  dead: `state = 'failed', is_bounced = true`,
  // What waited too long is empty.
  givenUp: { state: 'failed', again: `q.text <> ''` },
}
/** Hours after which nobody waits for a mail any more: its link has run out. */
const tooOld = 48
/** Days for which it is known that a mail was sent. */
const kept = 30

type Waiting = RowOf<typeof waitingColumns>

export const openTransport = (smtpUrl: string, dkim: DkimConfiguration | null = null): Transporter =>
  createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: connections,
    // What a closed connection may have brought over is not brought again behind the queue’s back.
    maxRequeues: 0,
    ...slowest,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim === null ? {} : { dkim }),
  })

const everyMail: MailCheck = async () => null

/**
 * Sends what waits, as long as Kaiku runs. Without a mail server everything keeps waiting. `check`: whether a mail that
 * goes once at most may still go.
 */
export function startOutbox(
  stores: Stores,
  log: (line: string) => void,
  { mail: { smtpUrl, from, dkim } }: Pick<Configuration, 'mail'>,
  check = everyMail,
): BackgroundJob {
  if (smtpUrl === null) return { stop: async () => {} }
  const transport = openTransport(smtpUrl, dkim)
  let isAway = false
  const hear = (fault: string | null, stopped: AbortSignal) => {
    if (fault !== null && !isAway && !stopped.aborted) log(`${mailQueue.what}: ${fault}`)
    isAway = fault !== null
  }
  const { stop } = startQueue(stores, mailQueue, log, (lanes, stopped) =>
    sendMails(stores, { transport, from, check }, lanes, stopped, (fault) => hear(fault, stopped)),
  )
  return { stop: () => stop().finally(() => transport.close()) }
}

/** Sends the mails whose time has come. Null, or what the mail server said against the last of them. */
export async function sendWaiting(
  stores: Stores,
  transport: Transporter,
  from: Sender,
  check = everyMail,
): Promise<string | null> {
  const lanes = new WorkLanes(mailQueue.limits, (error) => {
    throw error
  })
  const { signal } = new AbortController()
  let last: string | null = null
  const hear = (fault: string | null) => {
    last = fault ?? last
  }
  while ((await sendMails(stores, { transport, from, check }, lanes, signal, hear)) > 0) await lanes.allEnd()
  return last
}

type Sending = { readonly transport: Transporter; readonly from: Sender; readonly check: MailCheck }

/**
 * Starts to send the mails whose time has come; how many. A mail is marked after the server took it: who is killed
 * between the two sends it twice, under the same message id, and none is lost; those that go once at most are never sent
 * twice. `hear`: what the server said, null: nothing against it.
 */
async function sendMails(
  stores: Stores,
  sending: Sending,
  lanes: WorkLanes,
  stopped: AbortSignal,
  hear: (fault: string | null) => void,
): Promise<number> {
  await giveUpOld(stores)
  const due = await takeDue(stores, mailQueue, lanes)
  const mails = await read(stores, due)
  for (const one of due)
    lanes.start(one, async () => {
      const mail = mails.get(one.id)
      const outcome = mail ? await sendEither(stores, sending, mail) : 'gone'
      if (outcome === null) return
      hear(typeof outcome === 'object' && 'fault' in outcome ? outcome.fault : null)
      await settle(stores, mailQueue, one, outcome, stopped)
    })
  return due.length
}

async function giveUpOld({ service }: Stores) {
  await service.query(
    `update mailbox set state = 'failed', text = '', html = '', file = null, fault = coalesce(fault, 'it waited too long')
      where state = 'waiting' and at < now() - make_interval(hours => $1)`,
    [tooOld],
  )
  await service.query(`delete from mailbox where state <> 'waiting' and at < now() - make_interval(days => $1)`, [kept])
}

async function read({ service }: Stores, due: readonly Due[]): Promise<ReadonlyMap<string, Waiting>> {
  if (due.length === 0) return new Map()
  const { rows } = await query(
    service,
    waitingColumns,
    `select id, at, recipient, subject, text, html, reply_to as "replyTo", sender, bounce_to as "bounceTo", once, leave_link as "leaveLink", file,
       file_name as "fileName", file_type as "fileType"
     from mailbox where id = any($1)`,
    [due.map(({ id }) => id)],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

async function sendEither(stores: Stores, { transport, from, check }: Sending, mail: Waiting): Promise<Outcome | null> {
  const send = () => sendOne(transport, from, mail)
  return mail.once ? sendOnce(stores, mailsOnce, mail.id, check, send) : (await send()).outcome
}

async function sendOne(
  transport: Transporter,
  from: Sender,
  { id, at, recipient, subject, text, html, replyTo, sender, bounceTo, leaveLink, file, fileName, fileType }: Waiting,
): Promise<{ readonly outcome: Outcome; readonly error: unknown }> {
  try {
    await transport.sendMail({
      from: sender === null ? from : { name: sender, address: from.address },
      to: { name: '', address: recipient },
      ...(bounceTo !== null && { envelope: { from: bounceTo, to: recipient } }),
      subject,
      text,
      html,
      date: at,
      messageId: `<${id}@${from.address.split('@')[1]}>`,
      ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
      ...(file !== null && { attachments: [{ content: file, filename: fileName ?? '', contentType: fileType ?? '' }] }),
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(leaveLink !== null && {
          'List-Unsubscribe': `<${leaveLink}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    })
    return { outcome: 'taken', error: null }
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error)
    return { outcome: { fault, isFinal: isFinal(error) }, error }
  }
}

/** The server knows this address for good, and does not want it; all else may pass. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code: unknown = Reflect.get(error, 'responseCode')
  return typeof code === 'number' && code >= 550 && code < 560 && Reflect.get(error, 'code') === 'EENVELOPE'
}
