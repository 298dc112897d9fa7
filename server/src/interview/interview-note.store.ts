import type { InterviewNote } from '@kaiku/contract/interview.ts'
import type { Who } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type pg from 'pg'
import { inUniverse } from '../db/postgres.ts'
import { namesOf } from '../person/person-name.ts'
import type { Stores } from '../stores.ts'
import type { Dictionary } from '../survey/dictionary.ts'
import { type Noticed, tellOfInterviews } from './interview-news.ts'

type Row = {
  readonly id: string
  readonly person: string | null
  readonly by: string
  readonly message: string
  readonly at: Date
  readonly editedAt: Date | null
  readonly isRemoved: boolean
}
const columns = `id, person, message, written_at as at, edited_at as "editedAt", removed_at is not null as "isRemoved"`

const noteOf = ({ id, person, by, message, at, editedAt, isRemoved }: Row, who: Who): InterviewNote => ({
  ...{ noteId: id, message, by, at: at.toISOString(), own: person === who.userId, isRemoved },
  editedAt: editedAt?.toISOString() ?? null,
})

/** What was noted about an interview, the oldest first. */
export async function notesOf(
  { pool, service }: Stores,
  who: Who,
  { universe, survey }: Dictionary,
  number: string,
): Promise<InterviewNote[]> {
  const { rows } = await inUniverse(pool, universe, (client) =>
    client.query<Omit<Row, 'by'>>(
      `select ${columns} from interview_note
       where universe = $1 and survey = $2 and number = $3 order by id`,
      [universe, survey, number],
    ),
  )
  const names = await namesOf(
    service,
    rows.map(({ person }) => person),
  )
  return rows.map((row) => noteOf({ ...row, by: names.get(row.person ?? '') ?? '' }, who))
}

/** Adds a note of the viewer's. */
export const addNote = (stores: Stores, who: Who, dictionary: Dictionary, interview: Noticed, message: string) =>
  writeNote(stores, who, dictionary, interview, (client) =>
    client.query(
      `insert into interview_note (universe, survey, number, person, message) values ($1, $2, $3, $4, $5)
       returning ${columns}`,
      [dictionary.universe, dictionary.survey, interview.number, who.userId, message],
    ),
  )

/** Changes a note of the viewer's own; null takes it back. Throws Fault `not_found` for anybody else's. */
export const changeNote = (
  stores: Stores,
  who: Who,
  dictionary: Dictionary,
  interview: Noticed,
  noteId: string,
  message: string | null,
) =>
  writeNote(stores, who, dictionary, interview, (client) =>
    client.query(
      `update interview_note set message = coalesce($6, ''),
         edited_at = case when $6::text is null then edited_at else now() end,
         removed_at = case when $6::text is null then now() end
       where universe = $1 and survey = $2 and number = $3 and id = $4 and person = $5 and removed_at is null
       returning ${columns}`,
      [dictionary.universe, dictionary.survey, interview.number, noteId, who.userId, message],
    ),
  )

async function writeNote(
  { pool, service }: Stores,
  who: Who,
  dictionary: Dictionary,
  interview: Noticed,
  write: (client: pg.PoolClient) => Promise<pg.QueryResult<Omit<Row, 'by'>>>,
): Promise<InterviewNote> {
  const row = await inUniverse(pool, dictionary.universe, async (client) => {
    const { rows } = await write(client)
    const [written] = rows
    if (!written) throw new Fault('not_found', 'There is no such note of yours.')
    await tellOfInterviews(client, dictionary, [interview])
    return written
  })
  return noteOf({ ...row, by: (await namesOf(service, [who.userId])).get(who.userId) ?? '' }, who)
}
