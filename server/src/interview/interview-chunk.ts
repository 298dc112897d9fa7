import { Fault } from '@kaiku/core/fault.ts'
import type pg from 'pg'
import { computeInterviews } from '../computed/compute.ts'
import { hasComputed } from '../computed/computed-variable.ts'
import { inUniverse } from '../db/postgres.ts'
import { bool, number as numberColumn, query, text as textColumn } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { holdPlaces } from '../dictionary/hold-survey.ts'
import { advanceImport, type ImportStep, type StoredImport } from '../import-log/import-log.ts'
import { followInterviews } from '../interview-change/interview-change.ts'
import { correctStaged, dropErased, insertStaged, stage, storedRow } from '../interview-change/staged-interview.ts'
import type { InterviewRow } from '../interview-row/interview-row.ts'
import { judgeInterviews } from '../quality/judge.ts'
import { dropAnswered, linkSamples } from '../sample/link-sample.ts'
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
    staged -= await dropErased(client, dictionary)
    staged -= await dropAnswered(client, dictionary)
    inserted = await insertStaged(client, dictionary, importId, { staged, isKnown })
  }
  const { corrected, kept } =
    inserted < staged ? await correctStaged(client, dictionary, importId) : { corrected: 0, kept: 0 }
  if (staged > 0) await linkSamples(client, dictionary)
  if (staged > 0) await sayOfRows(client, dictionary, rows)
  return { inserted, corrected, unchanged: rows.length - inserted - corrected, kept }
}

const placesChanged = () =>
  new Fault(
    'conflict',
    'the places of the survey changed meanwhile: import the file again, it goes on where it stopped',
  )

/** What came is computed and judged in the transaction in which it came, so that no figure ever counts it without. */
async function sayOfRows(client: pg.PoolClient, dictionary: Dictionary, rows: readonly InterviewRow[]): Promise<void> {
  const isJudged = dictionary.definition.settings.quality !== undefined
  if (!isJudged && !hasComputed(dictionary)) return
  const found = await query(
    client,
    { number: textColumn },
    'select number::text from interview where row_key = any($3) and survey = $2 and universe = $1',
    [dictionary.universe, dictionary.survey, rows.map(({ key }) => key)],
  )
  const numbers = found.rows.map(({ number }) => number)
  await computeInterviews(client, dictionary, numbers)
  if (isJudged) await followInterviews(client, dictionary, await judgeInterviews(client, dictionary, numbers))
}

/** Rows that the survey holds just so. */
async function equalRows(client: pg.PoolClient, { universe, survey }: Dictionary, rows: readonly InterviewRow[]) {
  const found = await query(
    client,
    { place: numberColumn },
    `select s.place::int - 1 as place from unnest($3::text[], $4::bytea[]) with ordinality as s(row_key, row_hash, place)
     ${storedRow} where i.row_hash is not distinct from s.row_hash`,
    [universe, survey, ...keysAndHashes(rows)],
  )
  return new Set(found.rows.map(({ place }) => place))
}

const keysAndHashes = (rows: readonly InterviewRow[]) => [
  rows.map(({ key }) => key),
  rows.map(({ hash }) => Buffer.from(hash, 'hex')),
]

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
       from unnest($3::text[], $4::bytea[]) as s(row_key, row_hash) ${storedRow} group by 1, 2`,
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
