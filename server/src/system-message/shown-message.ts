import { messageAudience, messageSaid, type ShownMessage, type ShownMessages } from '@kaiku/contract/system-message.ts'
import { type Grant, grantsFor, seesSurvey, type Viewer } from '@kaiku/core/access.ts'
import { inOrder, isMeant, type MessagePlace, messageState, nextChange } from '@kaiku/core/system-message.ts'
import { json, nullable, query, type RowOf, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { isWithin } from '../dictionary/tree.ts'
import { listSurveys } from '../survey/survey.ts'

const columns = {
  messageId: text,
  said: json(messageSaid),
  audience: json(messageAudience),
  startsAt: time,
  endsAt: nullable(time),
} satisfies Shape
type Row = RowOf<typeof columns>

const selected = `select id as "messageId", said, audience, starts_at as "startsAt", ends_at as "endsAt"
  from system_message where (ends_at is null or ends_at > $1)`

/** What is for the viewer now: of their universe and of all, over the screens of a survey; empty: of none. */
export async function messagesFor(stores: Stores, who: Viewer, survey: string, now: number): Promise<ShownMessages> {
  const { rows } = await query(
    stores.service,
    columns,
    `${selected} and (universe is null or universe = $2) order by starts_at`,
    [new Date(now), who.universe],
  )
  const isAsked = (to: Row['audience']['to']) => rows.some(({ audience }) => audience.to === to)
  const named = isAsked('roles') ? await roleNames(stores, who.universe) : new Map<string, string>()
  const surveys = isAsked('places') ? await listSurveys(stores, who.universe) : []
  const meets = (grants: readonly Grant[]) => {
    const own = new Set(grants.map(({ role }) => role))
    const reader = {
      survey: survey !== '' && seesSurvey(who, survey) ? survey : null,
      hasRole: (id: string) => own.has(named.get(id) ?? ''),
      isOf: (place: MessagePlace) => surveys.some((dictionary) => isOf(grants, dictionary, place)),
    }
    return ({ audience }: Row) => isMeant(audience, reader)
  }
  // Who views as somebody else sees what is for both.
  const [isMine, isTheirs] = [meets(who.grants), meets(who.within ?? who.grants)]
  return shownOf(
    rows.filter((row) => isMine(row) && isTheirs(row)),
    now,
  )
}

/** Whether a role is given at the place or below it, as of today's tree. */
function isOf(grants: readonly Grant[], { extName, views }: Dictionary, { view, path }: MessagePlace): boolean {
  const tree = views.get(view)?.tree
  const top = tree?.resolve(path) ?? null
  if (!tree || top === null) return false
  return grantsFor(grants, extName).some(({ rows }) =>
    (rows[view] ?? []).some((own) => {
      const node = tree.resolve(own)
      return node !== null && isWithin(tree, node, top)
    }),
  )
}

async function roleNames({ service }: Stores, universe: string): Promise<ReadonlyMap<string, string>> {
  const shape = { id: text, name: text }
  const { rows } = await query(service, shape, 'select id, name from role where universe = $1', [universe])
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What is read before anybody has signed in: of the messages to all universes those that say so. */
export async function openMessages({ service }: Stores, now: number): Promise<ShownMessages> {
  const sql = `${selected} and universe is null and before_sign_in order by starts_at`
  const { rows } = await query(service, columns, sql, [new Date(now)])
  return shownOf(rows, now)
}

function shownOf(rows: readonly Row[], now: number): ShownMessages {
  const all = rows.map(({ messageId, said, startsAt, endsAt }) => ({
    shown: Object.assign({ messageId }, said) satisfies ShownMessage,
    importance: said.importance,
    startsAt: startsAt.getTime(),
    endsAt: endsAt?.getTime() ?? null,
  }))
  const next = nextChange(all, now)
  return {
    messages: inOrder(all.filter((one) => messageState(one, now) === 'now')).map(({ shown }) => shown),
    changesIn: next === null ? null : (next - now) / 1_000,
  }
}
