import { z } from 'zod'
import { UsageError } from '../fault/usage-error.ts'

const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

/** `place`: what the place and the one above it are called in paths. What is left out of every figure is not counted. */
const listedPlace = z.strictObject({
  universe: z.string(),
  survey: z.string(),
  view: z.string(),
  place: z.string(),
  interviews: count,
})
export type ListedPlace = z.output<typeof listedPlace>

/** What tables hold at one moment: the same rows and digest say that every row is the same. */
export const checkingList = z.strictObject({
  tables: z.array(z.strictObject({ table: z.string(), rows: count, digest: z.string() })),
  surveys: z.array(z.strictObject({ universe: z.string(), survey: z.string(), interviews: count })),
  /** Interviews of the places of each view's two top levels; absent: made by a Kaiku that did not list them. */
  places: z.array(listedPlace).optional(),
})
export type CheckingList = z.output<typeof checkingList>

/** One backup, as it is kept. */
export const backup = z.strictObject({
  /** When it was begun, and something that no other has; in the order of time. */
  id: z.string(),
  /** The moment that it brings back by itself. */
  at: z.iso.datetime(),
  /** The release that made it. */
  kaiku: z.string(),
  /** The major version of PostgreSQL. */
  postgres: z.string(),
  /** Of the log: that of one data directory from one restore to the next. */
  chain: z.string(),
  /** Segments of log that it needs, from the first to the last. */
  firstSegment: z.string(),
  lastSegment: z.string(),
  /** Bytes of a segment. */
  segmentSize: count,
  /** The point of the log of its moment. */
  point: z.string(),
  directories: z.array(z.string()),
  files: z.array(z.strictObject({ path: z.string(), size: count, pieces: z.array(z.string()) })),
  /** Bytes that this backup added to the directory. */
  added: count,
  list: checkingList.nullable(),
})
export type Backup = z.output<typeof backup>

/** The newest that was made at that moment or before, in milliseconds; the newest of all without one. Throws a refusal. */
export function chooseBackup(backups: readonly Backup[], wanted: { id?: string | undefined; at?: number | undefined }) {
  const { id, at } = wanted
  if (id !== undefined) {
    const named = backups.find((one) => one.id === id)
    if (!named) throw new UsageError(`there is no backup ${id} (kaiku backup --list shows them)`)
    return named
  }
  const newest = backups.findLast((one) => at === undefined || Date.parse(one.at) <= at)
  if (newest) return newest
  const [first] = backups
  throw new UsageError(
    first ? `the first backup is of ${first.at}: nothing earlier can be restored` : 'there is no backup',
  )
}
