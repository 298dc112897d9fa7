import { createTransport, type Transporter } from 'nodemailer'
import type { Configuration } from '../configuration/configuration.ts'
import type { Sender } from '../configuration/mail-configuration.ts'
import { nullable, number, query, type Shape, text as textColumn, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'

const waitingColumns = {
  id: textColumn,
  at: time,
  recipient: textColumn,
  subject: textColumn,
  text: textColumn,
  html: textColumn,
  attempts: number,
  replyTo: nullable(textColumn),
} satisfies Shape

/** Milliseconds. */
const every = 2_000
const slowest = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }
const atOnce = 20
/** Seconds until a mail that was not taken is tried again: doubled each time, at most the longest. */
const pause = { first: 15, longest: 3_600 }
/** Seconds for which who sends a mail has it alone; longer than any attempt lasts. */
const held = 120
/** Hours after which nobody waits for a mail any more: its link has run out. */
const tooOld = 48
/** Days for which it is known that a mail was sent. */
const kept = 30

type Waiting = {
  id: string
  at: Date
  recipient: string
  subject: string
  text: string
  html: string
  attempts: number
  replyTo: string | null
}

export const openTransport = (smtpUrl: string): Transporter =>
  createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    ...slowest,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

/** Sends what waits, as long as Kaiku runs. Without a mail server everything keeps waiting. */
export function startOutbox(
  stores: Stores,
  say: (line: string) => void,
  { mail: { smtpUrl, from } }: Pick<Configuration, 'mail'>,
): { stop: () => Promise<void> } {
  if (smtpUrl === null) return { stop: async () => {} }
  const transport = openTransport(smtpUrl)
  let isAway = false
  let isStopped = false
  const round = async () => {
    const fault = await sendWaiting(stores, transport, from).catch((error: unknown) => String(error))
    if (fault !== null && !isAway && !isStopped) say(`Mail waits: ${fault}`)
    isAway = fault !== null
  }
  let busy = Promise.resolve()
  let isIdle = true
  const timer = setInterval(() => {
    if (!isIdle) return
    isIdle = false
    busy = round().finally(() => {
      isIdle = true
    })
  }, every)
  timer.unref()
  return {
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await busy
      transport.close()
    },
  }
}

/**
 * Sends the mails whose time has come. Null, or what the mail server said against the last of them. A mail is marked
 * after the server took it: who is killed between the two sends it twice, under the same message id, and none is lost.
 */
export async function sendWaiting(stores: Stores, transport: Transporter, from: Sender): Promise<string | null> {
  await giveUpOld(stores)
  let fault: string | null = null
  for (const mail of await take(stores)) fault = (await sendOne(stores, transport, from, mail)) ?? fault
  return fault
}

async function giveUpOld({ service }: Stores) {
  await service.query(
    `update mailbox set state = 'failed', text = '', html = '', fault = coalesce(fault, 'it waited too long')
      where state = 'waiting' and at < now() - make_interval(hours => $1)`,
    [tooOld],
  )
  await service.query(`delete from mailbox where state <> 'waiting' and at < now() - make_interval(days => $1)`, [kept])
}

/** The universes in turn: who writes to thousands lets nobody else wait. */
async function take({ service }: Stores): Promise<readonly Waiting[]> {
  const { rows } = await query(
    service,
    waitingColumns,
    `update mailbox set next_at = now() + make_interval(secs => $2), attempts = attempts + 1
      where id in (select id from mailbox where id in (
          select id from (select id, next_at, row_number() over (partition by universe order by next_at) as turn
            from mailbox where state = 'waiting' and next_at <= now()) due order by turn, next_at limit $1)
        and state = 'waiting' and next_at <= now() for update skip locked)
      returning id, at, recipient, subject, text, html, attempts, reply_to as "replyTo"`,
    [atOnce, held],
  )
  return rows
}

async function sendOne(
  { service }: Stores,
  transport: Transporter,
  from: Sender,
  { id, at, recipient, subject, text, html, attempts, replyTo }: Waiting,
): Promise<string | null> {
  try {
    await transport.sendMail({
      from,
      to: { name: '', address: recipient },
      subject,
      text,
      html,
      date: at,
      messageId: `<${id}@${from.address.split('@')[1]}>`,
      ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  } catch (error) {
    const fault = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    const state = isFinal(error) ? 'failed' : 'waiting'
    const seconds = Math.min(pause.longest, pause.first * 2 ** (attempts - 1))
    await service.query(
      `update mailbox set state = $2, fault = $3, next_at = now() + make_interval(secs => $4),
         is_bounced = $2 = 'failed' where id = $1`,
      [id, state, fault, seconds],
    )
    return fault
  }
  await service.query(
    `update mailbox set state = 'sent', sent_at = now(), fault = null, text = '', html = '' where id = $1`,
    [id],
  )
  return null
}

/** The server knows this address for good, and does not want it; all else may pass. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code: unknown = Reflect.get(error, 'responseCode')
  return typeof code === 'number' && code >= 550 && code < 560 && Reflect.get(error, 'code') === 'EENVELOPE'
}
