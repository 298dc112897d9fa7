import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // The certificate of somebody who was erased. It tells nothing of who it was.
  `create table person_erasure (
    universe uuid not null references universe,
    id uuid not null default uuidv7(),
    surveys int[] not null,
    by_name text not null,
    -- What was removed -> how many.
    removed jsonb not null,
    remains text[] not null,
    -- Gone from every answer.
    erased_at timestamptz not null default clock_timestamp(),
    -- Gone from disk.
    purged_at timestamptz,
    primary key (universe, id)
  )`,
  // Contacts that are written otherwise than they are compared are few, and found as fast as the others.
  `create index interview_contact_written on interview (universe, lower(btrim(contact)))
   where contact <> lower(btrim(contact))`,
  `grant maintain on import, interview_note, alert_event, mailbox, kept_token, saved_filter, last_filter,
    contact_consent, person_erasure to service`,
]

export const personErasures: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(statements[0] ?? '').execute(db)
    await secure(db, ['person_erasure'], 'universe')
    for (const statement of statements.slice(1)) await sql.raw(statement).execute(db)
  },
}
