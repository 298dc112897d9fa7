import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // The files with a hash in their name of the newest builds of the web client.
  `create table client_part (
    path text not null,
    build text not null,
    body bytea not null,
    kept_at timestamptz not null default now(),
    primary key (path, build)
  )`,
  'grant select, insert, delete on client_part to service',
]

/** Parts of the web client that pages of another build of it still ask for. */
export const clientParts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
