import { answeredFault } from '@kaiku/core/webhook-fault.ts'
import { type Due, type Outcome, type Queue, settle, startQueue, takeDue } from '../background-work/queue.ts'
import type { WorkLanes } from '../background-work/work-lanes.ts'
import type { BackgroundJob, Say } from '../background-work/work-loop.ts'
import { oneOf, query, type RowOf, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { type MailCheck, type OnceTable, sendOnce } from '../mail/send-once.ts'
import { postAndRead } from '../outgoing/post.ts'
import type { OwnHosts } from '../outgoing/public-address.ts'
import { openSecret, readGateway } from './gateway.ts'
import { gatewayBody } from './gateway-body.ts'

export const smsQueue: Queue = {
  name: 'sms',
  what: 'SMS wait',
  table: 'sms',
  // Each universe has its own gateway.
  receiver: 'q.universe',
  receivers: `select distinct q.universe as receiver from sms q where q.state = 'waiting' and q.next_at <= (select now from clock)`,
  limits: { all: 40, universe: 4, receiver: 4 },
  idle: 1_000,
  failed: 2_000,
  pause: { first: 15, longest: 3_600 },
  rests: true,
  lease: 60,
  mostAttempts: null,
  taken: `state = 'sent', sent_at = now(), text = ''`,
  dead: `state = 'failed', text = ''`,
  givenUp: { state: 'failed', again: 'false' },
}
/** Hours after which nobody waits for a message any more, and days for which it is known that one was sent. */
const [tooOld, kept] = [48, 30]

const columns = {
  id: text,
  universe: text,
  recipient: text,
  sender: text,
  text: text,
} satisfies Shape
type Waiting = RowOf<typeof columns>

/** What the gateway said against a message: it was not taken. */
class Refused extends Error {}
/** The gateway was never reached. */
class Unreached extends Error {}

const once: OnceTable = {
  begin: 'update sms set begun_at = now() where id = $1 and begun_at is null',
  unbegin: 'update sms set begun_at = null where id = $1',
  giveUp: `update sms set state = 'failed', text = '', fault = $2 where id = $1`,
  lost: 'the gateway’s answer was lost',
  isUntaken: (error) => error instanceof Refused || error instanceof Unreached,
}

export type SmsSending = { readonly hosts: OwnHosts; readonly check: MailCheck }

/** Sends what waits, as long as Kaiku runs, in any number of processes. `check`: whether a message may still go. */
export const startSms = (stores: Stores, log: Say, sending: SmsSending): BackgroundJob =>
  startQueue(stores, smsQueue, log, (lanes, stopped) => sendWaitingSms(stores, sending, lanes, stopped))

/** Starts to send the messages whose time has come; how many. Each goes once at most. */
export async function sendWaitingSms(
  stores: Stores,
  sending: SmsSending,
  lanes: WorkLanes,
  stopped: AbortSignal,
): Promise<number> {
  const due = await takeDue(stores, smsQueue, lanes)
  if (due.length === 0 && lanes.free === lanes.limits.all) await forgetOld(stores)
  const messages = await read(stores, due)
  for (const one of due)
    lanes.start(one, async () => {
      const sms = messages.get(one.id)
      const outcome = sms
        ? await sendOnce(stores, once, one.id, sending.check, () => sendOne(stores, sms, sending.hosts))
        : 'gone'
      if (outcome !== null) await settle(stores, smsQueue, one, outcome, stopped)
    })
  return due.length
}

async function read({ service }: Stores, due: readonly Due[]): Promise<ReadonlyMap<string, Waiting>> {
  if (due.length === 0) return new Map()
  const { rows } = await query(
    service,
    columns,
    'select id, universe, recipient, sender, text from sms where id = any($1)',
    [due.map(({ id }) => id)],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Answers that say no to this message alone, for good; others say no to all for now. */
const ofMessage = new Set([400, 409, 413, 422])
/** Answers of what stands before a gateway: it may have taken the message. */
const unknown = new Set([502, 504])

async function sendOne(
  stores: Stores,
  { id, universe, recipient, sender, text: said }: Waiting,
  hosts: OwnHosts,
): Promise<{ readonly outcome: Outcome; readonly error: unknown }> {
  let isReached = false
  const failed = (error: unknown, isFinal = false) => {
    const fault = error instanceof Error ? error.message : String(error)
    return { outcome: { fault, isFinal }, error }
  }
  try {
    const gateway = await readGateway(stores.service, universe)
    const bodyOf = gateway && gatewayBody(gateway.body)
    if (!gateway || !bodyOf) return failed(new Unreached('no gateway is set up'), true)
    const secret = await openSecret(stores, gateway.secret, universe)
    const { status, text: answer } = await postAndRead(
      gateway.url,
      bodyOf({ to: recipient, from: sender, text: said, id }),
      { 'user-agent': 'Kaiku', [gateway.header.toLowerCase()]: secret },
      hosts,
      {
        onReached: () => {
          isReached = true
        },
      },
    )
    if (status >= 200 && status < 300) return { outcome: 'taken', error: null }
    const words = `${answeredFault(status)}: ${answer.replace(/\s+/g, ' ').trim().slice(0, 300)}`
    return unknown.has(status) ? failed(new Error(words)) : failed(new Refused(words), ofMessage.has(status))
  } catch (error) {
    return failed(isReached ? error : new Unreached(error instanceof Error ? error.message : String(error)))
  }
}

/** What became of SMS, by their ids: one that is not there any more was sent, or erased. */
export async function smsStates(
  { service }: Pick<Stores, 'service'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, 'waiting' | 'sent' | 'failed' | 'unknown'>> {
  if (ids.length === 0) return new Map()
  const { rows } = await query(
    service,
    { id: text, state: oneOf('waiting', 'sent', 'failed', 'unknown') },
    `select id, case when state = 'failed' and fault = $2 then 'unknown' else state end as state from sms where id = any($1)`,
    [ids, once.lost],
  )
  return new Map(rows.map(({ id, state }) => [id, state]))
}

async function forgetOld({ service }: Stores): Promise<void> {
  await service.query(
    `update sms set state = 'failed', text = '', fault = coalesce(fault, 'it waited too long')
     where state = 'waiting' and at < now() - make_interval(hours => $1)`,
    [tooOld],
  )
  await service.query(`delete from sms where state <> 'waiting' and at < now() - make_interval(days => $1)`, [kept])
}
