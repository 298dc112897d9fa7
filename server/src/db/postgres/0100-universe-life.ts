import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // Null: people are let in. By whom it was suspended, as operators are named.
  `alter table universe add suspended_at timestamptz, add suspended_by text not null default ''`,
  // What was deleted, of universes that are there no more. It belongs to none and names nobody of theirs.
  `create table universe_deletion (
    id uuid primary key default uuidv7(),
    -- The id that it had.
    former uuid not null,
    name text not null,
    title text not null,
    by_name text not null,
    suspended_at timestamptz not null,
    asked_at timestamptz not null default now(),
    -- By internal number: their tables of figures.
    surveys int[] not null default '{}',
    -- Rows by table.
    removed jsonb not null default '{}',
    -- Gone from PostgreSQL, from ClickHouse, from the disk.
    deleted_at timestamptz,
    figures_at timestamptz,
    purged_at timestamptz
  )`,
  'create unique index universe_deletion_asked on universe_deletion (former)',
  'grant select, insert, update on universe_deletion to service',
  // Removes all rows of a universe from every table that has its column, those that refer to others first; how many, by table.
  `create function forget_universe(gone uuid) returns jsonb language plpgsql as $$
    declare
      removed jsonb := '{}';
      waiting text[];
      next text;
      n bigint;
    begin
      select array_agg(c.relname::text order by c.relname) into waiting
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'universe' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition;
      while cardinality(waiting) > 0 loop
        select w into next from unnest(waiting) w where not exists (
          select from pg_constraint f join pg_class r on r.oid = f.conrelid
          where f.contype = 'f' and f.confrelid = ('public.' || quote_ident(w))::regclass
            and f.conrelid <> f.confrelid and r.relname::text = any(waiting))
        order by w limit 1;
        if next is null then
          raise exception 'these tables refer to each other in a circle: %', waiting;
        end if;
        execute format('delete from public.%I where universe = $1', next) using gone;
        get diagnostics n = row_count;
        if n > 0 then
          removed := removed || jsonb_build_object(next, n);
        end if;
        waiting := array_remove(waiting, next);
      end loop;
      delete from universe where id = gone;
      return removed;
    end $$`,
  'revoke execute on function forget_universe from public',
]

/** Universes can be suspended and deleted, and what they were set to is kept. */
export const universeLife: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await sql.raw(kept).execute(db)
    await secure(db, ['universe_version'], 'universe')
    // What was, stays as it was.
    await sql.raw('revoke update on universe_version from app, service').execute(db)
  },
}

/** The settings as they were saved, each time; a version without a row was not kept. */
const kept = `create table universe_version (
  universe uuid not null references universe on delete cascade,
  version int not null,
  at timestamptz not null default now(),
  by_name text not null,
  title text not null,
  time_zone text not null,
  settings jsonb not null,
  primary key (universe, version)
)`
