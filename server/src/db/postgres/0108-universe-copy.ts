import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // A survey with its published files, as it stood in another universe; its number here.
  `create function copy_survey(
    into_universe uuid, own_id uuid, own_name text, own_version int, own_unplaced text[], by_whom text, paths text[], texts text[]
  ) returns int language plpgsql as $$
    declare
      made int;
    begin
      insert into survey (universe, id, ext_name, version, unplaced)
        values (into_universe, own_id, own_name, own_version, own_unplaced) returning number into made;
      insert into definition_version (universe, survey, version, published_by)
        values (into_universe, made, own_version, by_whom);
      insert into definition_file (universe, survey, version, path, text)
        select into_universe, made, own_version, f.path, f.text from unnest(paths, texts) as f(path, text);
      return made;
    end $$`,
  // Rows of any table of a universe, in these columns, as PostgreSQL reads them from JSON; how many were new.
  `create function copy_rows(into_table regclass, columns text[], rows jsonb) returns bigint language plpgsql as $$
    declare
      list text := (select string_agg(quote_ident(c), ', ') from unnest(columns) c);
      n bigint;
    begin
      if not exists (select from pg_attribute where attrelid = into_table and attname = 'universe' and not attisdropped) then
        raise exception '% belongs to no universe', into_table;
      end if;
      execute format(
        'insert into %1$s (%2$s) overriding system value select %2$s from jsonb_populate_recordset(null::%1$s, $1) on conflict do nothing',
        into_table, list) using rows;
      get diagnostics n = row_count;
      return n;
    end $$`,
  // What is numbered from now on stands behind what was copied.
  `create function number_behind(in_table text, highest bigint) returns void language sql as $$
    select case when nextval(s) <= highest then setval(s, highest) end from pg_get_serial_sequence(in_table, 'number') s
  $$`,
  'revoke execute on function copy_survey, copy_rows, number_behind from public',
]

/** Universes are made of what others held. */
export const universeCopies: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
