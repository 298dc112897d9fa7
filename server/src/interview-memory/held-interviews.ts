import { totalmem } from 'node:os'
import { LRUCache } from 'lru-cache'
import type { Stores } from '../db/stores.ts'
import { type Dictionary, tableOf } from '../dictionary/dictionary.ts'
import type { Position } from '../projection/truth-rows.ts'
import { changesSince, presentPosition } from './changed-interviews.ts'
import { bytesOf, type CodedColumn, codeOf, hasFewValues, type Source, setCode, usualColumns } from './coded-column.ts'
import { readColumns } from './read-columns.ts'

type Reads = Pick<Stores, 'clickhouse' | 'service'>

/** Some columns of a survey's interviews, by name. */
export type HeldInterviews = ReadonlyMap<string, CodedColumn>

type Held = {
  /** Names the table: a rebuild exchanges it for another. */
  readonly table: string
  readonly columns: Map<string, CodedColumn>
  loadCount: number
  /** Changes up to here are in all columns. */
  position: Position
  /** When that was; milliseconds since 1970. */
  at: number
}
type Holding = {
  readonly kept: LRUCache<number, Held>
  /** The work on a survey's columns, one after the other; what adds up waits for what changes them. */
  readonly turns: Map<number, Promise<unknown>>
  readonly waiting: Map<number, number>
  readonly reading: Map<number, Promise<void>>
  /** Columns that are not held, by survey: they stay so until Kaiku is started again. */
  readonly refused: Map<number, Set<string>>
  readonly wanted: Map<number, Map<string, Source>>
  /** Surveys whose interviews change too fast to be held, and until when they are left alone; milliseconds since 1970. */
  readonly resting: Map<number, number>
}

/** Bytes that a process holds. */
const mostBytes = Math.min(2 ** 30, Math.floor(totalmem() / 16))
/** Interviews that may have changed since they were read, before all are read again. */
const mostFollowed = 20_000
/** Changes are forgotten ten minutes after they were projected. Milliseconds. */
const oldest = 8 * 60_000
/** For which what could not be held is not read again. Milliseconds. */
const rest = 60_000
/** Who waits for a survey's turn; more are sooner served by ClickHouse, on other processors. */
const mostWaiting = 8
/** How often what is held follows by itself, so that the first who asks in the morning does not wait. Milliseconds. */
const followsEach = 2 * 60_000

const holdings = new WeakMap<Reads['clickhouse'], Holding>()

function holdingOf({ clickhouse }: Reads): Holding {
  const known = holdings.get(clickhouse)
  if (known) return known
  const holding: Holding = {
    kept: new LRUCache<number, Held>({ maxSize: mostBytes, sizeCalculation: sizeOf }),
    turns: new Map(),
    waiting: new Map(),
    reading: new Map(),
    refused: new Map(),
    wanted: new Map(),
    resting: new Map(),
  }
  holdings.set(clickhouse, holding)
  return holding
}

const sizeOf = ({ columns }: Held) => 1 + [...columns.values()].reduce((sum, column) => sum + bytesOf(column), 0)

export type Wanted = {
  readonly dictionary: Dictionary
  readonly columns: readonly Source[]
  /** What is told is no older than this. */
  readonly loadCount: number
  /** Whether to wait until they are read, rather than have it done for those who come after. */
  readonly awaits: boolean
  /** Whether to wait for one's turn, however many do: what ClickHouse has more work with. */
  readonly queues: boolean
}

/** Columns of a survey that are not held: whatever is about them has to be asked of ClickHouse. */
export const refusedColumns = (stores: Reads, survey: number): ReadonlySet<string> =>
  holdingOf(stores).refused.get(survey) ?? new Set()

/** The columns that are held at this moment, perhaps not up to date. */
export const presentColumns = (stores: Reads, survey: number): HeldInterviews | null =>
  holdingOf(stores).kept.peek(survey)?.columns ?? null

/**
 * Has `use` add up columns of a survey's interviews in memory, as of a state or later; null where they are not there. The
 * first who asks has them read for those who come after. When interviews have come, only those are read.
 */
export async function withHeldInterviews<T>(
  stores: Reads,
  wanted: Wanted,
  use: (held: HeldInterviews) => Promise<T>,
): Promise<T | null> {
  const { dictionary, columns, loadCount, awaits, queues } = wanted
  const { survey } = dictionary
  const holding = holdingOf(stores)
  const isRefused = () => columns.some(({ name }) => holding.refused.get(survey)?.has(name))
  const isThere = () => columns.every(({ name }) => holding.kept.get(survey)?.columns.has(name))
  if (isRefused() || (!awaits && (holding.resting.get(survey) ?? 0) > Date.now())) return null
  if (!isThere()) {
    const reading = read(stores, holding, dictionary, [...columns, ...usualColumns(dictionary)])
    if (!awaits) return null
    await reading
  }
  if (!awaits && !queues && (holding.waiting.get(survey) ?? 0) >= mostWaiting) return null
  return inTurn(holding, survey, async () => {
    const held = holding.kept.get(survey)
    if (!held || !isThere()) return null
    if (held.loadCount < loadCount && !(await follow(stores, holding, dictionary, held, loadCount))) return null
    return use(held.columns)
  })
}

/** One at a time for each survey; what fails is told to who asked for it. */
function inTurn<T>({ turns, waiting }: Holding, survey: number, work: () => Promise<T>): Promise<T> {
  const wait = (more: number) => waiting.set(survey, (waiting.get(survey) ?? 0) + more)
  wait(1)
  const turn = (turns.get(survey) ?? Promise.resolve()).then(work, work).finally(() => wait(-1))
  turns.set(
    survey,
    turn.catch(() => {}),
  )
  return turn
}

/** Reads what is wanted by then, together, one after the other. What is there already is used meanwhile. */
function read(stores: Reads, holding: Holding, dictionary: Dictionary, columns: readonly Source[]): Promise<void> {
  const { survey } = dictionary
  const wanted = holding.wanted.get(survey) ?? new Map<string, Source>()
  for (const one of columns) wanted.set(one.name, one)
  holding.wanted.set(survey, wanted)
  const reading = (holding.reading.get(survey) ?? Promise.resolve()).then(async () => {
    const all = [...wanted.values()]
    wanted.clear()
    if (all.length === 0) return
    try {
      await hold(stores, holding, dictionary, all)
    } catch {
      // Whoever asks reads the table itself, and tells what is wrong.
      holding.kept.delete(survey)
    }
    if (!holding.kept.has(survey)) holding.resting.set(survey, Date.now() + rest)
  })
  holding.reading.set(survey, reading)
  return reading
}

async function hold(stores: Reads, holding: Holding, dictionary: Dictionary, wanted: readonly Source[]) {
  const { survey } = dictionary
  const [table, position, at] = [await identityOf(stores, dictionary), await presentPosition(stores), Date.now()]
  const known = holding.kept.get(survey)
  const held: Held = known?.table === table ? known : { table, columns: new Map(), loadCount: -1, position, at }
  const found: CodedColumn[] = []
  const refused = holding.refused.get(survey)
  const fresh = wanted.filter(({ name }) => !held.columns.has(name) && !refused?.has(name))
  if (fresh.length === 0) return
  let bytes = sizeOf(held)
  for (const [at, column] of (await readColumns(stores.clickhouse, dictionary, fresh)).entries()) {
    bytes += column ? bytesOf(column) : 0
    if (column && bytes <= mostBytes) found.push(column)
    else holding.refused.set(survey, (holding.refused.get(survey) ?? new Set()).add(fresh[at]?.name ?? ''))
  }
  await inTurn(holding, survey, async () => {
    for (const column of found) held.columns.set(column.name, column)
    // What changed while they were read is in some of them, perhaps.
    Object.assign(held, { position, at })
    const isCurrent = (await identityOf(stores, dictionary)) === table && (await bringUp(stores, dictionary, held))
    holding.kept.delete(survey)
    if (isCurrent) holding.kept.set(survey, held)
  })
  if (held !== known && holding.kept.peek(survey) === held) keepFollowing(stores, holding, dictionary, held)
}

/** By where it keeps its data: tables exchange their names, and the embedded engine tells no other identity. */
async function identityOf({ clickhouse }: Reads, { universe, survey, version }: Dictionary): Promise<string> {
  const [row] = await clickhouse.read(
    `select toString(data_paths) from system.tables where database = currentDatabase() and name = '${tableOf(survey)}'`,
    {},
    { tenant: universe },
  )
  return `version ${version} in ${String(row?.[0])}`
}

/** False where it has to be read anew, which is begun. */
async function follow(stores: Reads, holding: Holding, dictionary: Dictionary, held: Held, loadCount: number) {
  const isOfTable = (await identityOf(stores, dictionary)) === held.table
  if (isOfTable && (await bringUp(stores, dictionary, held))) {
    held.loadCount = Math.max(held.loadCount, loadCount)
    return true
  }
  holding.kept.delete(dictionary.survey)
  void read(stores, holding, dictionary, [...held.columns.values()])
  return false
}

/** Takes over what has changed; false where that is more work than to begin anew, or is not known any more. */
async function bringUp(stores: Reads, dictionary: Dictionary, held: Held): Promise<boolean> {
  const { survey } = dictionary
  const at = Date.now()
  const present = await presentPosition(stores)
  if (at - held.at > oldest && !isSame(present, held.position)) return false
  const { numbers, months } = await changesSince(stores, survey, { from: held.position, to: present }, mostFollowed + 1)
  if (numbers.length > mostFollowed) return false
  const columns = [...held.columns.values()]
  const rows =
    numbers.length === 0
      ? []
      : await stores.clickhouse.read<string[]>(
          `select toString(id), ${columns.map(({ text }) => text).join(', ')} from ${tableOf(survey)} final
           where id in (${numbers.join(', ')}) and toYYYYMM(day) in (${months.join(', ')})
           settings do_not_merge_across_partitions_select_final = 1`,
          {},
          { lane: 'user', tenant: dictionary.universe, timeout: 60 },
        )
  for (const number of numbers) for (const column of columns) setCode(column, Number(number), 0)
  for (const [number, ...values] of rows)
    for (const [at, column] of columns.entries()) setCode(column, Number(number), codeOf(column, values[at] ?? ''))
  held.position = present
  held.at = at
  return columns.every(hasFewValues)
}

const isSame = (a: Position, b: Position) => a.tx === b.tx && a.seq === b.seq

/** Until it is dropped. */
function keepFollowing(stores: Reads, holding: Holding, dictionary: Dictionary, held: Held) {
  const timer = setInterval(() => {
    if (holding.kept.peek(dictionary.survey) !== held) return clearInterval(timer)
    void inTurn(holding, dictionary.survey, async () => {
      if (holding.kept.peek(dictionary.survey) !== held) return
      if (!(await bringUp(stores, dictionary, held).catch(() => false))) holding.kept.delete(dictionary.survey)
    })
  }, followsEach)
  timer.unref()
}
