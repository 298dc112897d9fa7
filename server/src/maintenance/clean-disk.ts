import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { int8, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'

/** Every table of the truth that may hold what somebody answered, or who they are. */
const tables = [
  ...(['interview', 'protected_interview', 'import_change', 'import', 'interview_note'] as const),
  ...(['sample', 'sample_event', 'sample_import'] as const),
  ...(['interview_tagging', 'interview_correction', 'alert_notice', 'mention'] as const),
  ...(['correction_file', 'correction_file_change', 'interview_exclusion', 'response_finding'] as const),
  ...([
    'alert_event',
    'alert_attachment',
    'alert_reply',
    'mailbox',
    'kept_token',
    'saved_filter',
    'counted_link',
    'analytics_event',
    'visit_person',
    'report_schedule',
    'form_answer',
    'campaign_recipient',
    'letter',
    'campaign',
    'sms',
    'effect_run',
    'last_filter',
    'contact_consent',
    'new_survey',
    'mapping_file',
    'fetch_run',
    'fetched_file',
  ] as const),
]
/** Bytes. A larger table would be closed to everybody for minutes. */
const largestRewritten = 4 * 2 ** 30

type Cleaned = {
  /** Whether a table was too large to be written anew: its freed pages stay until others are written over them. */
  readonly hasFreedPages: boolean
}

/**
 * Writes what is left of the truth anew, so that no page, no statistics and no log of PostgreSQL holds what was erased;
 * null where somebody looks at what was before for so long that PostgreSQL has to keep it. `hasDeletedUniverse`: any table may
 * hold remains.
 */
export async function cleanTruth(
  { owner }: Stores,
  log: (line: string) => unknown,
  hasDeletedUniverse = false,
): Promise<Cleaned | null> {
  if (!(await nobodyLooksBack(owner, log))) return null
  let hasFreedPages = false
  for (const table of hasDeletedUniverse ? await everyTable(owner) : tables) {
    const { rows } = await query(owner, { bytes: int8 }, 'select pg_total_relation_size($1::regclass) as bytes', [
      table,
    ])
    const isSmall = Number(rows[0]?.bytes) <= largestRewritten
    // Of an empty table nothing new would take the place of the commonest values that it had.
    await owner.query(
      `select pg_clear_attribute_stats('public', c.relname, a.attname, false)
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.oid = $1::regclass or c.oid in (select indexrelid from pg_index where indrelid = $1::regclass and indexprs is not null)`,
      [table],
    )
    await owner.query(`vacuum (${isSmall ? 'full, analyze' : 'analyze'}) ${table}`)
    hasFreedPages ||= !isSmall
  }
  // The commonest values of columns are kept for the planner.
  await whereAllowed(() => owner.query('vacuum full pg_statistic'))
  await whereAllowed(() => dropOldLog(owner))
  return { hasFreedPages }
}

async function everyTable(owner: pg.Pool): Promise<readonly string[]> {
  const { rows } = await query(
    owner,
    { name: text },
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Milliseconds. Longer than a transaction of the roles `app` and `service` may last. */
const [patience, pollPause] = [330_000, 200]

/** Waits for the transactions that began before: PostgreSQL keeps for them what has been deleted since, whoever writes its tables anew. */
async function nobodyLooksBack(owner: pg.Pool, log: (line: string) => unknown): Promise<boolean> {
  const { rows } = await query(owner, { now: text }, 'select pg_current_xact_id()::text as now')
  const until = performance.now() + patience
  for (let isSaid = false; ; isSaid = true) {
    const older = await query(
      owner,
      { name: text },
      `select coalesce(nullif(application_name, ''), usename, backend_type) as name from pg_stat_activity
       where pid <> pg_backend_pid() and datname = current_database()
         and greatest(age(backend_xid), age(backend_xmin)) > age($1::text::xid)`,
      [rows[0]?.now],
    )
    const [first] = older.rows
    if (!first) return true
    if (!isSaid) log(`Waiting for a transaction of ${first.name}: what was erased stays on disk while it lasts.`)
    if (performance.now() > until) {
      log(`Erased interviews are on disk still: a transaction of ${first.name} does not end.`)
      return false
    }
    await sleep(pollPause)
  }
}

/** Removes the log of before a checkpoint, and writes over what was kept of older log for new log to be written into. */
async function dropOldLog(owner: pg.Pool): Promise<void> {
  const recycle = async (setting: string) => {
    await owner.query(`alter system ${setting}`)
    await owner.query('select pg_reload_conf()')
    // Every process of PostgreSQL hears of it by a signal.
    await sleep(1_000)
  }
  await recycle('set wal_recycle = off')
  try {
    const last = await query(
      owner,
      { name: text },
      `select max(name) as name from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$'`,
    )
    for (let at = ''; at <= (last.rows[0]?.name ?? ''); ) {
      // A switch fills a file to its end with zeros, unless nothing stands in it yet.
      await owner.query(`select pg_logical_emit_message(true, 'kaiku', '')`)
      const { rows } = await query(owner, { name: text }, 'select pg_walfile_name(pg_switch_wal() + 1) as name')
      at = rows[0]?.name ?? 'G'
    }
    for (let times = 0; times < 2; times++) {
      await owner.query(`select pg_logical_emit_message(true, 'kaiku', '')`)
      await owner.query('checkpoint')
    }
  } finally {
    await recycle('reset wal_recycle')
  }
}

const insufficientPrivilege = '42501'

/** A PostgreSQL that is not ours may not let us: its administrator keeps its log. */
async function whereAllowed(use: () => Promise<unknown>): Promise<void> {
  try {
    await use()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === insufficientPrivilege)) throw error
  }
}
