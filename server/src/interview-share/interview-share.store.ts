import type { InterviewShare } from '@kaiku/contract/interview-share.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { inUniverse } from '../db/postgres.ts'
import { bool, nullable, number as numberColumn, query, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { namesOf } from '../person/person-name.ts'
import { hashToken } from '../session/token.ts'

const rowColumns = {
  id: text,
  person: nullable(text),
  createdAt: time,
  expiresAt: time,
  readAt: nullable(time),
  isExpired: bool,
} satisfies Shape

type Row = {
  readonly id: string
  readonly person: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly readAt: Date | null
  readonly isExpired: boolean
}
const columns = `id, person, created_at as "createdAt", expires_at as "expiresAt", read_at as "readAt",
  expires_at <= now() as "isExpired"`

const shown =
  (names: ReadonlyMap<string, string>) =>
  ({ id, person, createdAt, expiresAt, readAt, isExpired }: Row): InterviewShare => ({
    shareId: id,
    by: names.get(person ?? '') ?? '',
    isExpired,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  })

/** An interview by its internal number. */
type Of = { readonly dictionary: Dictionary; readonly number: string }

/** The newest first. */
export async function listShares({ pool, service }: Stores, { dictionary, number }: Of): Promise<InterviewShare[]> {
  const { universe, survey } = dictionary
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      rowColumns,
      `select ${columns} from interview_share where universe = $1 and survey = $2 and number = $3
       order by created_at desc, id desc`,
      [universe, survey, number],
    ),
  )
  return rows.map(
    shown(
      await namesOf(
        service,
        rows.map(({ person }) => person),
      ),
    ),
  )
}

export async function addShare(
  { pool, service }: Stores,
  { dictionary, number }: Of,
  { secret, person, days }: { readonly secret: string; readonly person: string; readonly days: number },
): Promise<InterviewShare> {
  const { universe, survey } = dictionary
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      rowColumns,
      `insert into interview_share (universe, survey, number, hash, person, expires_at)
       values ($1, $2, $3, $4, $5, now() + make_interval(days => $6)) returning ${columns}`,
      [universe, survey, number, hashToken(secret), person, days],
    ),
  )
  const [row] = rows
  if (!row) throw new Error('the share was not kept')
  return shown(await namesOf(service, [person]))(row)
}

/** Throws Fault `not_found`, the same for another interview's. */
export async function removeShare({ pool }: Stores, { dictionary, number }: Of, shareId: string): Promise<void> {
  const { universe, survey } = dictionary
  const { rowCount } = await inUniverse(pool, universe, (client) =>
    client.query('delete from interview_share where universe = $1 and survey = $2 and number = $3 and id = $4', [
      universe,
      survey,
      number,
      shareId,
    ]),
  )
  if (rowCount === 0) throw new Fault('not_found', 'It was not shared by this link.')
}

/** What a secret opens now; null: nothing, be it unknown, revoked or over. */
export async function shareOf({ service }: Stores, secret: string) {
  const { rows } = await query(
    service,
    { universe: text, survey: numberColumn, interview: text, shareId: text, expiresAt: time },
    `update interview_share s set read_at = now() from interview i
     where s.hash = $1 and s.expires_at > now()
       and i.universe = s.universe and i.survey = s.survey and i.number = s.number
     returning s.universe, s.survey, i.id as interview, s.id as "shareId", s.expires_at as "expiresAt"`,
    [hashToken(secret)],
  )
  return rows[0] ?? null
}
