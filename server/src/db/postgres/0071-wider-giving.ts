import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // Who made a key, which shows no more than they may see; null: the operator or root, who may see everything.
  'alter table api_key add column made_by uuid references person on delete cascade',
  // Without the places around its own, which its maker may not see.
  'alter table api_key add column is_alone boolean not null default false',
  // The token, sealed, so that its address can be shown again; null: made before that was possible.
  'alter table api_key add column sealed text',
  // Where figures reach further by a group's name; null: it does not say.
  'alter table scim_group add column figures jsonb',
]

export const widerGiving: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
