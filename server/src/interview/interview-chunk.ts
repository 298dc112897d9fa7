import { pipeline } from 'node:stream/promises'
import { contactKey } from '@kaiku/core/contact-key.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { inUniverse } from '../db/postgres.ts'
import { bool, number as numberColumn, query, text as textColumn } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { holdPlaces } from '../dictionary/hold-survey.ts'
import { advanceImport, type ImportStep, type StoredImport } from '../import-log/import-log.ts'
import type { InterviewRow } from '../interview-row/interview-row.ts'
import { followInterviews } from '../live-event/interview-news.ts'
import { judgeInterviews } from '../quality/judge.ts'
import { linkSamples } from '../sample/link-sample.ts'
import type { Placer } from '../view/place.ts'

export type InterviewChunk = Omit<ImportStep, 'end'> & {
  readonly rows: readonly InterviewRow[]
  /** Whether most rows are likely stored already: then it pays to compare first and send only what differs. */
  readonly isKnown: boolean
  /** The chunk before it is committed. */
  readonly before: Promise<unknown>
  /** As `ImportStep`, asked when the chunk before is committed. */
  readonly end: () => ImportStep['end']
}

const intoStaging = `create temp table if not exists import_staging (row_key text, row_hash bytea, answers jsonb,
  matched jsonb, day date, at timestamptz, leaves int[], weight bigint, contact text,
  contact_key text, sample text, is_partial boolean) on commit delete rows;
  copy import_staging from stdin`
const columns = 'row_key, row_hash, answers, matched, day, at, leaves, weight, contact'

const inserting = (conflict: string) => `with inserted as (
    insert into interview (universe, survey, import, ${columns})
    select $1, $2, $3, ${columns} from import_staging ${conflict} returning number)
  insert into interview_change (universe, survey, number) select $1, $2, number from inserted`
const insertAll = inserting('')
const insertNew = inserting('on conflict (universe, survey, row_key) do nothing')

// Whoever was erased stays erased, whatever file brings them again.
const dropErased = `delete from import_staging s using erasure e
  where e.universe = $1 and e.survey = $2 and e.key_hash = sha256(convert_to(s.row_key, 'UTF8'))`

// A lateral look-up per row: the planner misjudges how many rows a survey has and would read all its interviews.
const stored = `cross join lateral (
    select * from interview i where i.universe = $1 and i.survey = $2 and i.row_key = s.row_key offset 0) i`
const matching = `import_staging s ${stored}`

// A correction by hand stands above what the file says, so those interviews are left as they are.
const correct = `with changed as materialized (
    select i.number, i.day as old_day, i.leaves as old_leaves, s.*, ${beforeOf('i')} as before
    from ${matching} where i.row_hash is distinct from s.row_hash and not i.corrected_by_hand),
  kept as (
    insert into import_change (universe, survey, import, number, before)
    select $1, $2, $3, number, before from changed where $3::uuid is not null on conflict do nothing),
  noted as (
    insert into interview_change (universe, survey, number, old_leaf, old_day)
    select $1, $2, number, case when moved then coalesce(old_leaves[$4], 0) end, case when moved then old_day end
    from (select *, coalesce(old_leaves[$4], 0) <> coalesce(leaves[$4], 0) or old_day is distinct from day as moved
      from changed) c)
  update interview i set row_hash = c.row_hash, answers = c.answers, matched = c.matched, day = c.day, at = c.at,
    leaves = c.leaves, weight = c.weight, contact = c.contact, original = coalesce(i.original, i.answers)
  from changed c where i.universe = $1 and i.survey = $2 and i.number = c.number and not i.corrected_by_hand`

/** What stands in an interview, as `import_change` keeps it. */
function beforeOf(alias: string) {
  const plain = ['answers', 'matched', 'original', 'day', 'at', 'weight', 'contact']
  return `jsonb_build_object('row_hash', encode(${alias}.row_hash, 'hex'), ${plain.map((name) => `'${name}', ${alias}.${name}`).join(', ')})`
}

/**
 * Places and writes a chunk in one transaction, and with it how far the import has come. Throws Fault `conflict` when
 * another process has moved the same import on meanwhile, or a publish or an undo has changed the places.
 */
export const storeChunk = (
  pool: pg.Pool,
  dictionary: Dictionary,
  placer: Placer,
  importId: string,
  chunk: InterviewChunk,
): Promise<StoredImport> =>
  inUniverse(pool, dictionary.universe, async (client) => {
    const done = await writeRows(client, dictionary, placer, importId, chunk)
    await advanceImport(client, dictionary, importId, { ...chunk, end: chunk.end() }, done)
    return done
  })

/**
 * Places and commits interviews that come by themselves and belong to no import. Answers their ids in addresses by key;
 * one that was erased has none. Throws as `storeChunk`.
 */
export const storeRows = (
  pool: pg.Pool,
  dictionary: Dictionary,
  placer: Placer,
  rows: InterviewChunk['rows'],
): Promise<ReadonlyMap<string, string>> =>
  inUniverse(pool, dictionary.universe, async (client) => {
    await writeRows(client, dictionary, placer, null, { rows, isKnown: false, before: Promise.resolve() })
    const stored = await query(
      client,
      { key: textColumn, id: textColumn },
      'select row_key as key, id from interview where row_key = any($3) and survey = $2 and universe = $1',
      [dictionary.universe, dictionary.survey, rows.map(({ key }) => key)],
    )
    return new Map(stored.rows.map(({ key, id }) => [key, id]))
  })

async function writeRows(
  client: pg.PoolClient,
  dictionary: Dictionary,
  placer: Placer,
  importId: string | null,
  { rows, isKnown, before }: Pick<InterviewChunk, 'rows' | 'isKnown' | 'before'>,
): Promise<StoredImport> {
  const own = [dictionary.universe, dictionary.survey, importId]
  const placings = rows.map(({ placing }) => placing)
  // Sent while the chunk before is still being written: parsing JSON takes PostgreSQL as long as storing it.
  const early = isKnown ? null : placer.knownLeaves(placings)
  if (early) await stage(client, rows, early)
  await before
  // Two imports of one survey that meet the same rows in different order would wait for each other for ever.
  if (!(await holdPlaces(client, dictionary))) throw placesChanged()
  const leaves = early ?? (await placer.leaves(client, placings, importId ?? undefined))
  const equal = isKnown ? await equalRows(client, dictionary, rows) : new Set()
  let staged = rows.length - equal.size
  let inserted = 0
  if (staged > 0) {
    if (!early) await stage(client, rows, leaves, equal)
    staged -= (await client.query(dropErased, own.slice(0, 2))).rowCount ?? 0
    const isNew = !isKnown && staged >= many && (await insertedAll(client, own))
    inserted = isNew ? staged : ((await client.query(insertNew, own)).rowCount ?? 0)
  }
  let corrected = 0
  let kept = 0
  if (inserted < staged) {
    corrected = (await client.query(correct, [...own, firstViewNumber(dictionary)])).rowCount ?? 0
    const found = await query(
      client,
      { count: numberColumn },
      `select count(*)::int as count from ${matching} where i.row_hash is distinct from s.row_hash and i.corrected_by_hand`,
      own.slice(0, 2),
    )
    kept = found.rows[0]?.count ?? 0
  }
  if (staged > 0) await linkSamples(client, dictionary)
  if (staged > 0 && dictionary.definition.settings.quality) await judgeRows(client, dictionary, rows)
  return { inserted, corrected, unchanged: rows.length - inserted - corrected, kept }
}

/** What came is judged in the transaction in which it came, so that no figure ever counts it unjudged. */
async function judgeRows(client: pg.PoolClient, dictionary: Dictionary, rows: readonly InterviewRow[]): Promise<void> {
  const found = await query(
    client,
    { number: textColumn },
    'select number::text from interview where row_key = any($3) and survey = $2 and universe = $1',
    [dictionary.universe, dictionary.survey, rows.map(({ key }) => key)],
  )
  const judged = await judgeInterviews(
    client,
    dictionary,
    found.rows.map(({ number }) => number),
  )
  await followInterviews(client, dictionary, judged)
}

const stage = (
  client: pg.PoolClient,
  rows: InterviewChunk['rows'],
  leaves: Leaves,
  without: ReadonlySet<unknown> = new Set(),
) => pipeline([Buffer.from(copyText(rows, leaves, without))], client.query(copyFrom(intoStaging)))

const placesChanged = () =>
  new Fault(
    'conflict',
    'the places of the survey changed meanwhile: import the file again, it goes on where it stopped',
  )

/** Rows that the survey holds just so. */
async function equalRows(client: pg.PoolClient, { universe, survey }: Dictionary, rows: readonly InterviewRow[]) {
  const found = await query(
    client,
    { place: numberColumn },
    `select s.place::int - 1 as place from unnest($3::text[], $4::bytea[]) with ordinality as s(row_key, row_hash, place)
     ${stored} where i.row_hash is not distinct from s.row_hash`,
    [universe, survey, ...keysAndHashes(rows)],
  )
  return new Set(found.rows.map(({ place }) => place))
}

const keysAndHashes = (rows: readonly InterviewRow[]) => [
  rows.map(({ key }) => key),
  rows.map(({ hash }) => Buffer.from(hash, 'hex')),
]

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

/** What storing these rows would do. */
export async function compareChunk(
  pool: pg.Pool,
  { universe, survey }: Dictionary,
  { rows }: Pick<InterviewChunk, 'rows'>,
): Promise<StoredImport> {
  const found = await inUniverse(pool, universe, (client) =>
    query(
      client,
      { equal: bool, kept: bool, count: numberColumn },
      `select i.row_hash is not distinct from s.row_hash as equal, i.corrected_by_hand as kept, count(*)::int as count
       from unnest($3::text[], $4::bytea[]) as s(row_key, row_hash) ${stored} group by 1, 2`,
      [universe, survey, ...keysAndHashes(rows)],
    ),
  )
  const count = (fits: (row: { equal: boolean; kept: boolean }) => boolean) =>
    found.rows.filter(fits).reduce((total, row) => total + row.count, 0)
  const corrected = count(({ equal, kept }) => !equal && !kept)
  const known = count(() => true)
  return {
    inserted: rows.length - known,
    corrected,
    unchanged: known - corrected,
    kept: count(({ equal, kept }) => !equal && kept),
  }
}

/** Where the first view stands in `leaves`. */
export const firstViewNumber = ({ views }: Dictionary) => [...views.values()][0]?.number ?? 1

type Leaves = readonly (readonly number[])[]

function copyText(rows: InterviewChunk['rows'], leaves: Leaves, without: ReadonlySet<unknown>): string {
  let text = ''
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]
    if (!row || without.has(i)) continue
    const { key, hash, json, matched, day, at, weight, contact, asked } = row
    text += `${escaped(key)}\t\\\\x${hash}\t${escapedJson(json)}\t${matched === null ? '\\N' : escapedJson(matched)}\t${day ?? '\\N'}\t${at ?? '\\N'}\t{${
      leaves[i]?.join(',') ?? ''
    }}\t${weight ?? '\\N'}\t${field(contact)}\t${field(contactKey(contact))}\t${field(asked?.sample ?? null)}\t${asked?.isPartial === true}\n`
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
