import { pipeline } from 'node:stream/promises'
import { contactKey } from '@kaiku/core/contact-key.ts'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { number as numberColumn, query } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { InterviewRow } from '../interview-row/interview-row.ts'
import { firstViewNumber, moving, noting, type SurveyKey, unmoved } from './interview-change.ts'

const intoStaging = `create temp table if not exists import_staging (row_key text, row_hash bytea, answers jsonb,
  matched jsonb, day date, at timestamptz, leaves int[], weight bigint, contact text,
  contact_key text, sample text, is_partial boolean, is_once boolean) on commit delete rows;
  copy import_staging from stdin`
const columns = 'row_key, row_hash, answers, matched, day, at, leaves, weight, contact'

const inserting = (conflict: string) => `with inserted as (
    insert into interview (universe, survey, import, ${columns})
    select $1, $2, $3, ${columns} from import_staging ${conflict} returning number)
  ${noting(unmoved('inserted'))}`
const insertAll = inserting('')
const insertNew = inserting('on conflict (universe, survey, row_key) do nothing')

// A lateral look-up per row: the planner misjudges how many rows a survey has and would read all its interviews.
export const storedRow = `cross join lateral (
    select * from interview i where i.universe = $1 and i.survey = $2 and i.row_key = s.row_key offset 0) i`
const matching = `import_staging s ${storedRow}`

// A correction by hand stands above what the file says, so those interviews are left as they are.
const correct = `with changed as materialized (
    select i.number, i.day as old_day, i.leaves as old_leaves, s.*, ${beforeOf('i')} as before
    from ${matching} where i.row_hash is distinct from s.row_hash and not i.corrected_by_hand),
  kept as (
    insert into import_change (universe, survey, import, number, before)
    select $1, $2, $3, number, before from changed where $3::uuid is not null on conflict do nothing),
  noted as (${noting(moving('(select *, leaves as new_leaves, day as new_day from changed) c', '$4'))})
  update interview i set row_hash = c.row_hash, answers = c.answers, matched = c.matched, day = c.day, at = c.at,
    leaves = c.leaves, weight = c.weight, contact = c.contact, original = coalesce(i.original, i.answers)
  from changed c where i.universe = $1 and i.survey = $2 and i.number = c.number and not i.corrected_by_hand`

/** What stands in an interview, as `import_change` keeps it. */
function beforeOf(alias: string) {
  const plain = ['answers', 'matched', 'original', 'day', 'at', 'weight', 'contact']
  return `jsonb_build_object('row_hash', encode(${alias}.row_hash, 'hex'), ${plain.map((name) => `'${name}', ${alias}.${name}`).join(', ')})`
}

/** Whoever was erased stays erased, whatever file brings them again. Answers how many that were. */
export async function dropErased(client: pg.PoolClient, { universe, survey }: SurveyKey): Promise<number> {
  const { rowCount } = await client.query(
    `delete from import_staging s using erasure e
      where e.universe = $1 and e.survey = $2 and e.key_hash = sha256(convert_to(s.row_key, 'UTF8'))`,
    [universe, survey],
  )
  return rowCount ?? 0
}

type Staged = {
  readonly staged: number
  /** Whether most of them are likely stored already. */
  readonly isKnown: boolean
}

/** Stores the staged rows that are not there yet; `importId` null: they belong to no import. Answers how many. */
export async function insertStaged(
  client: pg.PoolClient,
  { universe, survey }: SurveyKey,
  importId: string | null,
  { staged, isKnown }: Staged,
): Promise<number> {
  const own = [universe, survey, importId]
  if (!isKnown && staged >= many && (await insertedAll(client, own))) return staged
  return (await client.query(insertNew, own)).rowCount ?? 0
}

/** Corrects what is stored by the staged rows; answers how many, and how many are kept, since somebody corrected them. */
export async function correctStaged(client: pg.PoolClient, dictionary: Dictionary, importId: string | null) {
  const own = [dictionary.universe, dictionary.survey]
  const corrected = await client.query(correct, [...own, importId, firstViewNumber(dictionary)])
  const found = await query(
    client,
    { count: numberColumn },
    `select count(*)::int as count from ${matching} where i.row_hash is distinct from s.row_hash and i.corrected_by_hand`,
    own,
  )
  return { corrected: corrected.rowCount ?? 0, kept: found.rows[0]?.count ?? 0 }
}

/** Rows from which inserting without `on conflict`, and once more with it if that fails, is the cheaper way. */
const many = 100

/** `on conflict` makes an insert a third dearer, so the first try does without; false: a key was there already. */
async function insertedAll(client: pg.PoolClient, own: readonly unknown[]): Promise<boolean> {
  await client.query('savepoint new')
  try {
    await client.query(insertAll, [...own])
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === uniqueViolation)) throw error
    await client.query('rollback to savepoint new')
    return false
  }
}

const uniqueViolation = '23505'

/** Puts rows beside the interviews, with the leaves of each, but for those at the places `without`, until the transaction ends. */
export const stage = (
  client: pg.PoolClient,
  rows: readonly InterviewRow[],
  leaves: Leaves,
  without: ReadonlySet<unknown> = new Set(),
) => pipeline([Buffer.from(copyText(rows, leaves, without))], client.query(copyFrom(intoStaging)))

type Leaves = readonly (readonly number[])[]

function copyText(rows: readonly InterviewRow[], leaves: Leaves, without: ReadonlySet<unknown>): string {
  let text = ''
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]
    if (!row || without.has(i)) continue
    const { key, hash, json, matched, day, at, weight, contact, asked } = row
    text += `${escaped(key)}\t\\\\x${hash}\t${escapedJson(json)}\t${matched === null ? '\\N' : escapedJson(matched)}\t${day ?? '\\N'}\t${at ?? '\\N'}\t{${
      leaves[i]?.join(',') ?? ''
    }}\t${weight ?? '\\N'}\t${field(contact)}\t${field(contactKey(contact))}\t${field(asked?.sample ?? null)}\t${asked?.isPartial === true}\t${asked?.isOnce === true}\n`
  }
  return text
}

const field = (value: string | null) => (value === null ? '\\N' : escaped(value))
// JSON writes every control character as an escape, so only backslashes are left.
const escapedJson = (json: string) => (json.includes('\\') ? json.replaceAll('\\', '\\\\') : json)
const special = /[\\\t\n\r]/
const letters: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escaped = (text: string) =>
  special.test(text) ? text.replace(/[\\\t\n\r]/g, (one) => letters[one] ?? one) : text
