import { myAlerts } from '../alert-list/alert-choices.ts'
import type { WorkLanes } from '../background-work/work-lanes.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { inTransaction } from '../db/postgres.ts'
import { bool, bytes, nullable, number, oneOf, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { type Noticed, readerOf, tellNotice } from '../notice/told-notice.ts'
import { post } from '../outgoing/post.ts'
import type { SignedInViewer } from '../session/who.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { encrypt } from './encrypt.ts'
import { isLive } from './push-device.ts'
import { type PushMessage, pushMessage } from './push-message.ts'
import { authorizationOf } from './vapid.ts'

const takenColumns = {
  alert: nullable(text),
  interview: nullable(text),
  survey: number,
  kind: oneOf('raised', 'assigned', 'escalated', 'overdue', 'mentioned'),
  id: text,
  universe: text,
  device: text,
  person: text,
  attempts: number,
  isOld: bool,
  isLive: bool,
  endpoint: text,
  publicKey: bytes,
  secret: bytes,
} satisfies Shape

/** A lane for each browser that is told. */
export const limits = { all: 200, universe: 40, receiver: 4 }
/** Seconds until what was not taken is sent again: doubled each time, at most the longest. */
const pause = { first: 10, longest: 3_600 }
/** Seconds for which who sends something has it alone; longer than any attempt lasts. */
const held = 60
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
  readonly device: string
  readonly person: string
  readonly attempts: number
  readonly isOld: boolean
  /** Its person is signed in there still. */
  readonly isLive: boolean
  readonly endpoint: string
  readonly publicKey: Buffer
  readonly secret: Buffer
}

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
  const taken = await take(stores, lanes)
  // One after the other: each reads with a connection of its own.
  for (const one of taken) {
    const message = one.isLive && !one.isOld ? await messageOf(stores, one) : null
    lanes.start({ universe: one.universe, receiver: one.device }, sendOne(stores, one, message, sending, stopped))
  }
  return taken.length
}

/** Of each device and of each universe no more than its lane has room for; the universes in turn. */
async function take({ service }: Stores, lanes: WorkLanes): Promise<readonly Taken[]> {
  const { all: _, universe, receiver } = lanes.limits
  const { rows } = await query(
    service,
    takenColumns,
    `with due as (
       select p.id, p.universe, p.next_at, row_number() over (partition by p.universe order by p.next_at) as turn
       from (select d.* from (select distinct device from push_delivery where next_at <= now()) v cross join lateral (
         select id, universe, next_at from push_delivery where device = v.device and next_at <= now()
         order by next_at limit greatest(0, $4 - coalesce(($5::jsonb ->> v.device::text)::int, 0))
         for update skip locked) d) p),
     fitting as (
       select id from due where turn <= $6 - coalesce(($7::jsonb ->> universe::text)::int, 0)
       order by turn, next_at limit $1)
     update push_delivery p set next_at = now() + make_interval(secs => $2), attempts = p.attempts + 1
     from fitting, push_device d where p.id = fitting.id and d.id = p.device
     returning p.id, p.universe, p.alert, p.interview::text, p.survey, p.kind, p.device, p.attempts, d.person, d.endpoint,
       d.public_key as "publicKey", d.secret, p.at < now() - make_interval(secs => $3) as "isOld",
       ${isLive} as "isLive"`,
    [
      lanes.free,
      held,
      worth,
      receiver,
      JSON.stringify(lanes.busy('receiver')),
      universe,
      JSON.stringify(lanes.busy('universe')),
    ],
  )
  return rows
}

async function sendOne(
  stores: Stores,
  one: Taken,
  message: PushMessage | null,
  sending: Sending,
  stopped: AbortSignal,
): Promise<void> {
  const status = message === null ? nothingToSay : await pushed(stores, one, message, sending, stopped)
  if (gone.includes(status))
    return void (await stores.service.query('delete from push_device where id = $1', [one.device]))
  if ((status >= 200 && status < 300) || refused.includes(status))
    return void (await stores.service.query('delete from push_delivery where id = $1', [one.id]))
  if (stopped.aborted)
    return void (await stores.service.query(
      'update push_delivery set next_at = now(), attempts = attempts - 1 where id = $1',
      [one.id],
    ))
  const seconds = Math.min(pause.longest, pause.first * 2 ** (one.attempts - 1))
  await stores.service.query('update push_delivery set next_at = now() + make_interval(secs => $2) where id = $1', [
    one.id,
    seconds,
  ])
}

/** As things stand now; null where there is nothing to tell any more. */
async function messageOf(stores: Stores, one: Taken): Promise<PushMessage | null> {
  const viewer = await readerOf(stores, one.person, one.universe)
  if (!viewer) return null
  const told = await inTransaction(stores.service, (client) => tellNotice(stores, client, viewer, one))
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
