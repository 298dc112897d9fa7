import {
  type KeptMessage,
  type MessageSaid,
  messageAudience,
  messageSaid,
  type WrittenMessage,
} from '@kaiku/contract/system-message.ts'
import { contrast, leastContrast, readColour } from '@kaiku/core/colour.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { inOrder, type MessageState, messageState, momentOfWall, wallOf } from '@kaiku/core/system-message.ts'
import type pg from 'pg'
import { bool, json, nullable, number, query, type RowOf, type Shape, text, time } from '../db/rows.ts'

const columns = {
  messageId: text,
  said: json(messageSaid),
  audience: json(messageAudience),
  beforeSignIn: bool,
  startsAt: time,
  endsAt: nullable(time),
  version: number,
} satisfies Shape
type Row = RowOf<typeof columns>

/** All of a message that its writer decides. */
export type NewMessage = WrittenMessage & Pick<KeptMessage, 'beforeSignIn'>

/** Whose messages: of a universe, in its time zone; `universe` null: to all universes, in the zone of whoever writes. */
export type MessageHome = { readonly universe: string | null; readonly zone: string }

const selected = `id as "messageId", said, audience, before_sign_in as "beforeSignIn", starts_at as "startsAt",
  ends_at as "endsAt", version`
const ofHome = 'universe is not distinct from $1::uuid'

type Client = pg.Pool | pg.PoolClient

/** Messages that stand or come, at most. */
const mostStanding = 50
/** Messages that are past and still listed; the oldest go. */
const mostPast = 100

/** What stands now in the order of its readers, then what comes, the next first, then what is past, the newest first. */
export async function listMessages(
  client: Client,
  { universe, zone }: MessageHome,
  now: number,
): Promise<KeptMessage[]> {
  const { rows } = await query(client, columns, `select ${selected} from system_message where ${ofHome}`, [universe])
  const of = (state: MessageState) => rows.map(standing).filter((one) => messageState(one, now) === state)
  const sorted = [
    ...inOrder(of('now')),
    ...of('coming').sort((a, b) => a.startsAt - b.startsAt),
    ...of('past').sort((a, b) => (b.endsAt ?? 0) - (a.endsAt ?? 0)),
  ]
  return sorted.map(({ row }) => keptMessage(row, zone, now))
}

const standing = (row: Row) => ({
  row,
  importance: row.said.importance,
  startsAt: row.startsAt.getTime(),
  endsAt: row.endsAt?.getTime() ?? null,
})

function keptMessage(row: Row, zone: string, now: number): KeptMessage {
  const { messageId, said, audience, beforeSignIn, version } = row
  const { startsAt, endsAt } = standing(row)
  return Object.assign({ messageId, audience, beforeSignIn, version }, said, {
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt?.toISOString() ?? null,
    from: wallOf(zone, startsAt),
    until: endsAt === null ? null : wallOf(zone, endsAt),
    state: messageState({ startsAt, endsAt }, now),
  })
}

/** Throws Fault `not_found`, the same for a message of another home. */
async function readMessage(client: Client, { universe, zone }: MessageHome, id: string, now: number) {
  const sql = `select ${selected} from system_message where ${ofHome} and id = $2`
  const { rows } = await query(client, columns, sql, [universe, id])
  if (!rows[0]) throw refuse('not_found', 'systemMessage.gone')
  return keptMessage(rows[0], zone, now)
}

/** What a message says, as it is kept: without its time and its audience. */
const saidBy = ({
  importance,
  text: words,
  texts,
  backgroundColor,
  textColor,
  link,
  icon,
}: MessageSaid): MessageSaid => ({
  importance,
  text: words,
  texts,
  backgroundColor,
  textColor,
  link,
  icon,
})

/** Throws Fault `invalid` with what is wrong: its colours, its time, or that there are too many. */
export async function createMessage(
  client: Client,
  home: MessageHome,
  message: NewMessage,
  now: number,
): Promise<KeptMessage> {
  const { startsAt, endsAt } = checked(home, message, null, now)
  await makeRoom(client, home, now)
  const { rows } = await query(
    client,
    { id: text },
    `insert into system_message (universe, said, audience, before_sign_in, starts_at, ends_at)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [home.universe, ...written(message), startsAt, endsAt],
  )
  return readMessage(client, home, rows[0]?.id ?? '', now)
}

const written = (message: NewMessage) => [
  JSON.stringify(saidBy(message)),
  JSON.stringify(message.audience),
  message.beforeSignIn,
]

/** Forgets what is long past. Throws Fault `invalid` where there are too many that are not. */
async function makeRoom(client: Client, { universe }: MessageHome, now: number): Promise<void> {
  const at = new Date(now)
  const { rows } = await query(
    client,
    { n: number },
    `select count(*)::int as n from system_message where ${ofHome} and (ends_at is null or ends_at > $2)`,
    [universe, at],
  )
  if ((rows[0]?.n ?? 0) >= mostStanding) throw refuse('invalid', 'systemMessage.most', { most: mostStanding })
  await client.query(
    `delete from system_message where id in (
       select id from system_message where ${ofHome} and ends_at <= $2 order by ends_at desc, id offset $3)`,
    [universe, at, mostPast],
  )
}

/** Throws as `createMessage`, Fault `not_found`, and `conflict` where it is not at this version any more. */
export async function changeMessage(
  client: Client,
  home: MessageHome,
  id: string,
  version: number,
  message: NewMessage,
  now: number,
): Promise<Change> {
  const before = await readMessage(client, home, id, now)
  const { startsAt, endsAt } = checked(home, message, before, now)
  const { rowCount } = await client.query(
    `update system_message set said = $4, audience = $5, before_sign_in = $6, starts_at = $7, ends_at = $8,
       version = version + 1
     where ${ofHome} and id = $2 and version = $3`,
    [home.universe, id, version, ...written(message), startsAt, endsAt],
  )
  if (!rowCount) throw refuse('conflict', 'systemMessage.changed')
  return { before, after: await readMessage(client, home, id, now) }
}

type Change = { readonly before: KeptMessage; readonly after: KeptMessage }

/** Ends what stands or comes; what is past stays as it is. Throws Fault `not_found` and `conflict`. */
export async function endMessage(
  client: Client,
  home: MessageHome,
  id: string,
  version: number,
  now: number,
): Promise<Change> {
  const before = await readMessage(client, home, id, now)
  const { rowCount } = await client.query(
    `update system_message set starts_at = least(starts_at, $4), ends_at = least(ends_at, $4), version = version + 1
     where ${ofHome} and id = $2 and version = $3`,
    [home.universe, id, version, new Date(now)],
  )
  if (!rowCount) throw refuse('conflict', 'systemMessage.changed')
  return { before, after: await readMessage(client, home, id, now) }
}

/** What was removed. Throws Fault `not_found`. */
export async function removeMessage(client: Client, home: MessageHome, id: string, now: number): Promise<KeptMessage> {
  const before = await readMessage(client, home, id, now)
  await client.query(`delete from system_message where ${ofHome} and id = $2`, [home.universe, id])
  return before
}

const minuteMs = 60_000

/** `before`: as it stands; what it began with may be past. */
function checked(
  { zone }: MessageHome,
  { backgroundColor, textColor, from, until }: NewMessage,
  before: KeptMessage | null,
  now: number,
): { readonly startsAt: Date; readonly endsAt: Date | null } {
  const [ink, paper] = [readColour(textColor), readColour(backgroundColor)]
  const ratio = ink && paper ? contrast(ink, paper) : 0
  if (ratio < leastContrast)
    throw refuse('invalid', 'systemMessage.contrast', { contrast: ratio.toFixed(1), least: leastContrast }, [
      { place: 'textColor', expected: `a contrast of ${leastContrast} or more`, found: textColor },
    ])
  const isKept = before !== null && from === before.from
  const startsAt = isKept ? Date.parse(before.startsAt) : from === null ? now : moment(zone, from)
  if (from !== null && !isKept && startsAt < now - minuteMs) throw refuse('invalid', 'systemMessage.begun', said(from))
  const endsAt = until === null ? null : moment(zone, until)
  if (until !== null && endsAt !== null) {
    if (endsAt <= startsAt) throw refuse('invalid', 'systemMessage.until')
    if (endsAt <= now) throw refuse('invalid', 'systemMessage.over', said(until))
  }
  return { startsAt: new Date(startsAt), endsAt: endsAt === null ? null : new Date(endsAt) }
}

const said = (wall: string) => ({ when: wall.replace('T', ' ') })

function moment(zone: string, wall: string): number {
  const found = momentOfWall(zone, wall)
  if (found === null) throw refuse('invalid', 'systemMessage.time', said(wall))
  return found
}
