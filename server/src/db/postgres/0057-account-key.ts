import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // What opens an account besides its password ends with the password or the address that it was made for.
  `create function end_tickets() returns trigger language plpgsql as $$
    begin
      update ticket set used_at = now() where person = new.id and purpose in ('reset', 'invite', 'enter') and used_at is null;
      return null;
    end $$`,
  `create trigger person_ticket after update of email, password_hash on person for each row
    when (old.email is distinct from new.email or old.password_hash is distinct from new.password_hash)
    execute function end_tickets()`,
  // Who made a directory's token, which may do what they may; null: the operator, who may do everything.
  'alter table scim_token add column made_by uuid references person on delete cascade',
  `update scim_token t set made_by = a.actor from audit a join person p on p.id = a.actor
    where a.universe = t.universe and a.action = 'scim.change' and a.after ->> 'token' = t.id::text`,
]

export const accountKeys: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
