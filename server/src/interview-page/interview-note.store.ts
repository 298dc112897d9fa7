import type { InterviewNote } from '@kaiku/contract/interview.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { inUniverse } from '../db/postgres.ts'
import { bool, nullable, query, type Shape, text, texts, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { type NoticedInterview, showInterviews } from '../live-event/interview-news.ts'
import { dropMentions } from '../mention/mention.ts'
import { namesOf } from '../person/person-name.ts'
import { mentionPeople, readersOf } from './interview-mention.ts'

const rowColumns = {
  id: text,
  person: nullable(text),
  message: text,
  at: time,
  editedAt: nullable(time),
  isRemoved: bool,
  mentions: texts,
} satisfies Shape

type Row = {
  readonly id: string
  readonly person: string | null
  readonly message: string
  readonly at: Date
  readonly editedAt: Date | null
  readonly isRemoved: boolean
  readonly mentions: readonly string[]
}
const columns = `id, person, message, written_at as at, edited_at as "editedAt", removed_at is not null as "isRemoved", mentions`

const noteOf = (
  { id, person, message, at, editedAt, isRemoved, mentions }: Row,
  who: Viewer,
  names: ReadonlyMap<string, string>,
): InterviewNote => ({
  noteId: id,
  message,
  by: names.get(person ?? '') ?? '',
  at: at.toISOString(),
  own: person === who.userId,
  isRemoved,
  editedAt: editedAt?.toISOString() ?? null,
  mentions: mentions.flatMap((userId) => ({ userId, name: names.get(userId) ?? '' })).filter(({ name }) => name !== ''),
})

/** What was noted about an interview, the oldest first. */
export async function notesOf(
  { pool, service }: Stores,
  who: Viewer,
  { universe, survey }: Dictionary,
  number: string,
): Promise<InterviewNote[]> {
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      rowColumns,
      `select ${columns} from interview_note
       where universe = $1 and survey = $2 and number = $3 order by id`,
      [universe, survey, number],
    ),
  )
  const names = await namesOf(
    service,
    rows.flatMap(({ person, mentions }) => [person, ...mentions]),
  )
  return rows.map((row) => noteOf(row, who, names))
}

/** Adds a note of the viewer's, and tells whom it mentions. Throws Fault `invalid` for who may not open the interview. */
export async function addNote(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  interview: NoticedInterview,
  message: string,
  mentions: readonly string[],
): Promise<InterviewNote> {
  const told = await mentionable(stores, dictionary, interview, mentions)
  return writeNote(stores, who, dictionary, interview, told, (client) =>
    client.query(
      `insert into interview_note (universe, survey, number, person, message, mentions) values ($1, $2, $3, $4, $5, $6)
       returning ${columns}`,
      [dictionary.universe, dictionary.survey, interview.number, who.userId, message, told],
    ),
  )
}

/** Each once. Throws Fault `invalid` where one of them may not open the interview. */
async function mentionable(
  stores: Stores,
  dictionary: Dictionary,
  { leaves }: NoticedInterview,
  mentions: readonly string[],
): Promise<readonly string[]> {
  if (mentions.length === 0) return []
  const able = await readersOf(stores, dictionary, leaves)
  if (!mentions.every((person) => able.has(person))) throw refuse('invalid', 'interview.mention')
  return [...new Set(mentions)]
}

/**
 * Changes a note of the viewer's own; null takes it back. Whom it mentions now and did not before is told. Throws Fault
 * `not_found` for anybody else's.
 */
export async function changeNote(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  interview: NoticedInterview,
  noteId: string,
  message: string | null,
  mentions?: readonly string[],
): Promise<InterviewNote> {
  const told = mentions && (await mentionable(stores, dictionary, interview, mentions))
  return writeNote(stores, who, dictionary, interview, told ?? [], async (client) => {
    if (message === null) await dropMentions(client, dictionary.universe, noteId)
    return client.query(
      `update interview_note set message = coalesce($6, ''),
         edited_at = case when $6::text is null then edited_at else now() end,
         removed_at = case when $6::text is null then now() end, mentions = coalesce($7::uuid[], mentions)
       where universe = $1 and survey = $2 and number = $3 and id = $4 and person = $5 and removed_at is null
       returning ${columns}`,
      [dictionary.universe, dictionary.survey, interview.number, noteId, who.userId, message, told ?? null],
    )
  })
}

async function writeNote(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  interview: NoticedInterview,
  told: readonly string[],
  write: (client: pg.PoolClient) => Promise<pg.QueryResult<Row>>,
): Promise<InterviewNote> {
  const row = await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const { rows } = await write(client)
    const [written] = rows
    if (!written) throw new Fault('not_found', 'There is no such note of yours.')
    await mentionPeople(stores, client, who, dictionary, interview, written.id, told)
    await showInterviews(client, dictionary, [interview])
    return written
  })
  return noteOf(row, who, await namesOf(stores.service, [who.userId, ...row.mentions]))
}
