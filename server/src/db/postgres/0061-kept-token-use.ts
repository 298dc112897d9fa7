import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // So that what nobody uses goes, and nobody keeps more than there is room for.
  'alter table kept_token add column used_at timestamptz not null default now()',
  'alter table kept_token add column bytes int generated always as (octet_length(token)) stored',
  'drop index kept_token_person',
  'create index kept_token_at on kept_token (universe, at) include (person, bytes)',
  'create index kept_token_used on kept_token (used_at)',
]

export const keptTokenUse: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
