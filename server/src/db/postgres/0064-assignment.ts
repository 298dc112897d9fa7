import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // Where the member has the role, as in `role`; null: wherever the role is given by rules and groups.
  'alter table role_member add column rows jsonb, add column figures jsonb',
  `update role_member m set rows = r.rows, figures = r.figures from role r
    where r.universe = m.universe and r.id = m.role and m.source = 'hand'`,
  // A group of the directory that speaks SCIM: a role, and where its members have it.
  `create table scim_group (
    universe uuid not null references universe,
    id uuid not null default uuidv7(),
    role uuid not null,
    -- What the directory calls it: “ROLE” or “ROLE @ PLACE | PLACE”.
    name citext not null,
    external_id text,
    -- The places of its name; null: it names none.
    rows jsonb,
    created_at timestamptz not null default now(),
    changed_at timestamptz not null default now(),
    primary key (universe, id),
    unique (universe, name),
    foreign key (universe, role) references role on delete cascade
  )`,
  'create index scim_group_role on scim_group (universe, role)',
  `insert into scim_group (universe, id, role, name, external_id, created_at, changed_at)
    select universe, id, id, name, external_id, created_at, changed_at from role where is_group`,
  `create trigger scim_group_changed before update of name, external_id
    on scim_group for each row execute function mark_change()`,
  `alter table role_member add column scim_group uuid,
    add foreign key (universe, scim_group) references scim_group on delete cascade`,
  `update role_member m set scim_group = m.role from scim_group g
    where m.source = 'scim' and (g.universe, g.id) = (m.universe, m.role)`,
  // Somebody has a role several times, at different places and by different groups.
  'alter table role_member drop constraint role_member_pkey',
  `create unique index role_member_once on role_member (universe, role, person, source,
    coalesce(scim_group::text, ''), md5(coalesce(rows::text, '') || ' ' || coalesce(figures::text, '')))`,
  'create index role_member_group on role_member (universe, scim_group)',
  'drop trigger role_changed on role',
  'alter table role drop column is_group, drop column external_id, drop column changed_at',
]

export const assignments: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['scim_group'], 'universe')
  },
}
