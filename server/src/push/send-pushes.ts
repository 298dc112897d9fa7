import { noticeKinds } from '@kaiku/contract/notification.ts'
import { myAlerts } from '../alert-list/alert-choices.ts'
import { type Due, type Queue, settle, startQueue, takeDue } from '../background-work/queue.ts'
import type { WorkLanes } from '../background-work/work-lanes.ts'
import type { BackgroundJob } from '../background-work/work-loop.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { inTransaction } from '../db/postgres.ts'
import { bool, bytes, nullable, number, oneOf, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { type Noticed, noticeText } from '../notice/notice-text.ts'
import { post } from '../outgoing/post.ts'
import { type SignedInViewer, viewerNow } from '../session/who.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { encrypt } from './encrypt.ts'
import { isLive } from './push-device.ts'
import { type PushMessage, pushMessage } from './push-message.ts'
import { authorizationOf } from './vapid.ts'

const takenColumns = {
  alert: nullable(text),
  interview: nullable(text),
  survey: number,
  kind: oneOf(...noticeKinds),
  id: text,
  universe: text,
  person: text,
  isOld: bool,
  isLive: bool,
  endpoint: text,
  publicKey: bytes,
  secret: bytes,
} satisfies Shape

export const pushQueue: Queue = {
  name: 'push',
  what: 'Notices to devices wait',
  table: 'push_delivery',
  // A lane for each browser that is told.
  receiver: 'q.device',
  receivers: `select distinct q.device as receiver from push_delivery q where q.next_at <= now()`,
  limits: { all: 200, universe: 40, receiver: 4 },
  idle: 1_000,
  failed: 10_000,
  pause: { first: 10, longest: 3_600 },
  rests: true,
  lease: 60,
  mostAttempts: null,
  taken: null,
  dead: null,
  givenUp: null,
}
export const { limits } = pushQueue
/** Seconds for which it is worth being told: so long it is tried, and the push service keeps it for a browser that is away. */
const worth = 86_400
/** The push service knows no such browser any more. */
const gone: readonly number[] = [404, 410]
const nothingToSay = 200
/** It would refuse this very message again. */
const refused: readonly number[] = [400, 413]

type Sending = Pick<Configuration, 'publicUrl' | 'webhookHosts' | 'mail'>
type Taken = Noticed & {
  readonly id: string
  readonly universe: string
  readonly person: string
  readonly isOld: boolean
  /** Its person is signed in there still. */
  readonly isLive: boolean
  readonly endpoint: string
  readonly publicKey: Buffer
  readonly secret: Buffer
}

/** Sends what waits for people’s devices as long as Kaiku runs, in any number of processes. */
export const startPushes = (stores: Stores, log: (line: string) => void, sending: Sending): BackgroundJob =>
  startQueue(stores, pushQueue, log, (lanes, stopped) => sendPushes(stores, sending, lanes, stopped))

/**
 * Starts to send what is due, as much as fits in the lanes; how much that was. It is forgotten after the push service
 * took it: who is killed between the two sends it twice, under the same topic and tag, so that it is shown once.
 */
export async function sendPushes(
  stores: Stores,
  sending: Sending,
  lanes: WorkLanes,
  stopped: AbortSignal,
): Promise<number> {
  const due = await takeDue(stores, pushQueue, lanes)
  const notices = await read(stores, due)
  // One after the other: each reads with a connection of its own.
  for (const one of due) {
    const taken = notices.get(one.id)
    const message = taken?.isLive && !taken.isOld ? await messageOf(stores, taken) : null
    lanes.start(one, () => sendOne(stores, one, taken && message ? { taken, message } : null, sending, stopped))
  }
  return due.length
}

async function read({ service }: Stores, due: readonly Due[]): Promise<ReadonlyMap<string, Taken>> {
  if (due.length === 0) return new Map()
  const { rows } = await query(
    service,
    takenColumns,
    `select p.id, p.universe, p.alert, p.interview::text, p.survey, p.kind, d.person, d.endpoint,
       d.public_key as "publicKey", d.secret, p.at < now() - make_interval(secs => $2) as "isOld", ${isLive} as "isLive"
     from push_delivery p join push_device d on d.id = p.device where p.id = any($1)`,
    [due.map(({ id }) => id), worth],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

async function sendOne(
  stores: Stores,
  due: Due,
  told: { readonly taken: Taken; readonly message: PushMessage } | null,
  sending: Sending,
  stopped: AbortSignal,
): Promise<void> {
  const status = told === null ? nothingToSay : await pushed(stores, told.taken, told.message, sending, stopped)
  if (gone.includes(status)) {
    await stores.service.query('delete from push_device where id = $1', [due.receiver])
    return
  }
  const isTaken = (status >= 200 && status < 300) || refused.includes(status)
  await settle(stores, pushQueue, due, isTaken ? 'taken' : { fault: String(status) }, stopped)
}

/** As things stand now; null where there is nothing to tell any more. */
async function messageOf(stores: Stores, one: Taken): Promise<PushMessage | null> {
  const viewer = await viewerNow(stores, one.person, one.universe)
  if (!viewer) return null
  const told = await inTransaction(stores.service, (client) => noticeText(stores, client, viewer, one))
  if (!told) return null
  const waiting = told.severity === null ? 0 : await waitingFor(stores, viewer, one.survey)
  return pushMessage(viewer.who.locale, one.id, one.kind, told, waiting)
}

const waitingFor = async (stores: Stores, { who }: SignedInViewer, survey: number): Promise<number> =>
  (await myAlerts(stores, who, await surveyByNumber(stores, survey), Date.now())).open

/** The status with which the push service answered; 0: it could not be reached. */
async function pushed(
  stores: Stores,
  { id, endpoint, publicKey, secret }: Taken,
  message: PushMessage,
  { publicUrl, webhookHosts, mail }: Sending,
  stopped: AbortSignal,
): Promise<number> {
  const contact = publicUrl.startsWith('https:') ? publicUrl : `mailto:${mail.from.address}`
  const headers = {
    authorization: await authorizationOf(stores, endpoint, contact),
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(worth),
    urgency: 'high',
    topic: id.replaceAll('-', ''),
  }
  const body = encrypt(JSON.stringify(message), { publicKey, secret })
  return post(endpoint, body, headers, webhookHosts, stopped).catch(() => 0)
}
