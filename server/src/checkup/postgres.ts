import type pg from 'pg'
import { migrations } from '../db/postgres/migrations.ts'
import { bool, int8, nullable, number, query, type RowOf, type Shape, text } from '../db/rows.ts'
import { type Check, type Finding, fault, gibibytes, ok, skipped, warning } from './finding.ts'

/** Major version: the first with `uuidv7()`, which the tables need. */
const oldest = 18

const serverColumns = {
  version: text,
  number,
  encoding: text,
  collation: text,
  isCollationCurrent: bool,
  size: int8,
  isDurable: bool,
  connections: number,
} satisfies Shape
type Server = RowOf<typeof serverColumns>

async function one<S extends Shape>(client: pg.Pool, shape: S, sql: string): Promise<RowOf<S>> {
  const { rows } = await query(client, shape, sql)
  const [row] = rows
  if (!row) throw new Error('PostgreSQL answered nothing')
  return row
}

export const readServer = (client: pg.Pool): Promise<Server> =>
  one(
    client,
    serverColumns,
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       pg_encoding_to_char(encoding) as encoding, coalesce(datlocale, datcollate) as collation,
       datcollversion is not distinct from pg_database_collation_actual_version(oid) as "isCollationCurrent",
       pg_database_size(oid) as size,
       current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on' as "isDurable",
       current_setting('max_connections')::int as connections
     from pg_database where datname = current_database()`,
  )

/** Connections of the pools of one process, and a few for people and backups. */
const connectionsNeeded = 50

export function serverFindings(server: Server): Finding[] {
  const { version, number: full, encoding, collation, isCollationCurrent, size, isDurable, connections } = server
  const found: Finding[] = []
  if (full < oldest * 10_000)
    found.push(
      fault('PostgreSQL', {
        found: `version ${version}`,
        means: `Kaiku’s tables need PostgreSQL ${oldest} or newer.`,
        todo: 'Upgrade it with pg_upgrade, or let Kaiku use its own (no DATABASE_URL).',
      }),
    )
  if (encoding !== 'UTF8')
    found.push(
      fault('PostgreSQL', {
        found: `the database is in ${encoding}`,
        means: 'Answers in other scripts are refused or damaged.',
        todo: 'Make the database anew with encoding UTF8.',
      }),
    )
  if (!isCollationCurrent)
    found.push(
      fault('PostgreSQL', {
        found: `the collation ${collation} is of another version than the system’s`,
        means: 'Indexes of texts may be in the wrong order: rows are not found, and doubles are taken.',
        todo: 'REINDEX DATABASE, then ALTER DATABASE … REFRESH COLLATION VERSION.',
      }),
    )
  if (!isDurable)
    found.push(
      fault('PostgreSQL', {
        found: 'fsync or full_page_writes is off',
        means: 'A loss of power damages the database, what was confirmed included.',
        todo: 'Set both to on.',
      }),
    )
  if (connections < connectionsNeeded)
    found.push(
      warning('PostgreSQL', {
        found: `max_connections is ${connections}`,
        means: 'A process of Kaiku takes up to 32: with a second one calls are refused.',
        todo: `Set max_connections to ${connectionsNeeded} or more, and 32 for each further process.`,
      }),
    )
  if (found.length > 0) return found
  return [ok('PostgreSQL', `${version}, ${encoding}, ${collation}, ${gibibytes(Number(size))}`)]
}

/** Whoever passes row security by, and tables that have none although requests may read them. */
export async function readWalls(owner: pg.Pool) {
  const roles = await query(
    owner,
    { role: text },
    `select rolname as role from pg_roles where rolname in ('app', 'service') and (rolsuper or rolbypassrls) order by 1`,
  )
  const tables = await query(
    owner,
    { name: text },
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'universe'
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not a.attisdropped
       and has_table_privilege('app', c.oid, 'select') and not (c.relrowsecurity and c.relforcerowsecurity) order by 1`,
  )
  return { roles: roles.rows.map(({ role }) => role), tables: tables.rows.map(({ name }) => name) }
}

export function wallFindings({ roles, tables }: Awaited<ReturnType<typeof readWalls>>): Finding[] {
  const found: Finding[] = []
  if (roles.length > 0)
    found.push(
      fault('row security', {
        found: `the role ${roles.join(' and ')} passes row security by`,
        means: 'The second wall between universes does not stand.',
        todo: roles.map((role) => `ALTER ROLE ${role} NOSUPERUSER NOBYPASSRLS;`).join(' '),
      }),
    )
  if (tables.length > 0)
    found.push(
      fault('row security', {
        found: `tables without it: ${tables.join(', ')}`,
        means: 'A mistake of Kaiku would show rows of another universe.',
        todo: tables
          .map((table) => `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;`)
          .join(' '),
      }),
    )
  return found.length > 0 ? found : [ok('row security', 'stands on every table that requests read')]
}

export async function readSteps(owner: pg.Pool): Promise<readonly string[] | null> {
  const { rows } = await query(owner, { is: bool }, `select to_regclass('kysely_migration') is not null as is`)
  if (!rows[0]?.is) return null
  return (await query(owner, { name: text }, 'select name from kysely_migration order by name')).rows.map(
    ({ name }) => name,
  )
}

/** `taken`: steps of the schema; null: Kaiku has never started on this database. */
export function stepFindings(taken: readonly string[] | null, own = Object.keys(migrations)): Finding[] {
  if (taken === null) return [skipped('tables', 'Kaiku has never started on this database: the first start makes them')]
  const newer = taken.filter((name) => !own.includes(name))
  const missing = own.filter((name) => !taken.includes(name))
  if (newer.length > 0)
    return [
      fault('tables', {
        found: `a newer Kaiku has written here (${newer.join(', ')})`,
        means: 'This Kaiku does not start on these data.',
        todo: 'Install the newer one again, or restore a backup of before it.',
      }),
    ]
  if (missing.length > 0)
    return [
      warning('tables', {
        found: `${missing.length} steps are missing, the first is ${missing[0]}`,
        means: 'The tables are of an older Kaiku.',
        todo: 'Make a backup; then start Kaiku, or run kaiku migrate.',
      }),
    ]
  return [ok('tables', `${taken.length} steps, none missing`)]
}

const holdUpColumns = {
  transactions: number,
  oldest: nullable(text),
  prepared: number,
  slots: nullable(text),
  retained: int8,
  lost: number,
} satisfies Shape

/** What keeps others waiting. Of roles other than one’s own PostgreSQL may not tell. */
export const readHoldUps = (owner: pg.Pool) =>
  one(
    owner,
    holdUpColumns,
    `select long.*, (select count(*)::int from pg_prepared_xacts) as prepared, slot.* from
       (select count(*)::int as transactions, min(xact_start)::text as oldest from pg_stat_activity
        where xact_start < now() - interval '10 minutes' and backend_type = 'client backend' and pid <> pg_backend_pid()) long,
       (select string_agg(slot_name, ', ') filter (where not active) as slots,
          coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) filter (where not active), 0)::bigint as retained,
          count(*) filter (where wal_status = 'lost')::int as lost from pg_replication_slots) slot`,
  )

/** Bytes of log that wait for somebody who does not fetch them. */
const muchLog = 4 * 2 ** 30

export function holdUpFindings(held: RowOf<typeof holdUpColumns>): Finding[] {
  const { transactions, oldest: since, prepared, slots, retained, lost } = held
  const found: Finding[] = []
  if (transactions > 0 || prepared > 0)
    found.push(
      warning('transactions', {
        found: `${transactions} open for more than ten minutes${since === null ? '' : ` (since ${since})`}, ${prepared} prepared`,
        means:
          'Figures and alerts follow changes only up to the oldest open transaction, and erased rows stay on the disk.',
        todo: 'End them: select pid, application_name, xact_start from pg_stat_activity; pg_terminate_backend(pid); ROLLBACK PREPARED.',
      }),
    )
  else found.push(ok('transactions', 'none is open for long'))
  if (Number(retained) > muchLog || lost > 0)
    found.push(
      (lost > 0 ? fault : warning)('replication', {
        found: `nobody fetches the log of the slots ${slots}: ${gibibytes(Number(retained))} wait${lost > 0 ? ', some is lost' : ''}`,
        means: lost > 0 ? 'A backup or replica that follows the log misses changes.' : 'The disk fills with log.',
        todo: 'Start what fetches it (KAIKU_BACKUP_DIR), or drop the slot: select pg_drop_replication_slot(…).',
      }),
    )
  return found
}

export const postgres: Check = {
  name: 'PostgreSQL',
  look: async ({ stores }) => {
    if (stores === null) return []
    const { owner } = stores
    const [server, walls, steps, held] = [
      await readServer(owner),
      await readWalls(owner),
      await readSteps(owner),
      await readHoldUps(owner),
    ]
    return [...serverFindings(server), ...wallFindings(walls), ...stepFindings(steps), ...holdUpFindings(held)]
  },
}
