import { LRUCache } from 'lru-cache'
import type { ClickHouse } from '../db/clickhouse.ts'
import type { NativeColumn } from '../db/native-columns.ts'
import { rollupTableOf } from '../projection/rollup.ts'
import { literal, literals } from '../selection/sql.ts'
import { type Exact, exactAt } from '../sums/exact.ts'

/** The cells of one definition: of each its leaf, its month as 202412, and n, W, W2, S and SS. */
export type CachedCells = {
  readonly leaf: number[]
  readonly month: number[]
  readonly sums: readonly [Exact[], Exact[], Exact[], Exact[], Exact[]]
  /** Where the cells of a leaf stand. */
  readonly ofLeaf: ReadonlyMap<number, readonly number[]>
  /** Whether no sum of any of them can be more than a number holds exactly. */
  isSmall(): boolean
}

/** A survey's roll-up in one view, by definition hash. */
export type CachedRollup = ReadonlyMap<string, CachedCells>

/** What must be known of the roll-up: no older state, and these definitions. */
export type RollupState = { readonly loadCount: number; readonly rolled: ReadonlySet<string> }

type WantedRollup = {
  readonly universe: string
  readonly survey: number
  readonly view: number
  readonly state: RollupState
}

type Definition = CachedCells & {
  readonly rowOf: Map<number, number>
  readonly ofLeaf: Map<number, number[]>
  /** What all values of each sum come to without their signs. */
  readonly sizes: number[]
}
type CachedSurvey = {
  /** Names the table: a rebuild exchanges it for another. */
  readonly table: string
  readonly definitions: Map<string, Definition>
  loadCount: number
  /** The highest version of a cell that was read. */
  version: number
}
type Holding = {
  readonly kept: LRUCache<string, CachedSurvey>
  readonly working: Map<string, Promise<void>>
  /** What is not held: it stays so until Kaiku is started again. */
  readonly tooLarge: Set<string>
}

/** Cells that a process holds, about 150 bytes each. */
const mostCells = 1_000_000
/** Cells that may have changed since they were read, before all are read again. */
const mostFollowed = 50_000

const holdings = new WeakMap<ClickHouse, Holding>()

function holdingOf(clickhouse: ClickHouse): Holding {
  const known = holdings.get(clickhouse)
  if (known) return known
  const kept = new LRUCache<string, CachedSurvey>({ maxSize: mostCells, sizeCalculation: sizeOf })
  const holding = { kept, working: new Map(), tooLarge: new Set<string>() }
  holdings.set(clickhouse, holding)
  return holding
}

const sizeOf = ({ definitions }: CachedSurvey) =>
  1 + [...definitions.values()].reduce((sum, { leaf }) => sum + leaf.length, 0)

/**
 * The roll-up of a survey in one view as of a state or later, from memory; null where it is not there. The first who
 * asks has it read for those who come after. When interviews have come, only the cells that they touched are read.
 */
export async function cachedRollup(clickhouse: ClickHouse, asked: WantedRollup): Promise<CachedRollup | null> {
  const { survey, view, state } = asked
  const holding = holdingOf(clickhouse)
  const key = `${survey} ${view}`
  const held = holding.kept.get(key)
  if (held && isOf(held, state)) return held.definitions
  if (holding.tooLarge.has(key)) return null
  const work = holding.working.get(key) ?? renewed(clickhouse, holding, key, asked)
  holding.working.set(key, work)
  if (!held) return null
  await work
  const after = holding.kept.get(key)
  return after && isOf(after, state) ? after.definitions : null
}

const isOf = ({ loadCount, definitions }: CachedSurvey, state: RollupState) =>
  loadCount >= state.loadCount && [...state.rolled].every((hash) => definitions.has(hash))

async function renewed(clickhouse: ClickHouse, holding: Holding, key: string, asked: WantedRollup): Promise<void> {
  const { kept, working, tooLarge } = holding
  try {
    const before = await identityOf(clickhouse, asked)
    const known = kept.get(key)
    const held = known?.table === before ? known : { table: before, definitions: new Map(), loadCount: -1, version: 0 }
    const isRead = await readInto(clickhouse, held, asked)
    kept.delete(key)
    if ((await identityOf(clickhouse, asked)) !== before) return
    if (sizeOf(held) > mostCells) tooLarge.add(key)
    else if (isRead) kept.set(key, held)
  } catch {
    // Whoever asks reads the table itself then, and tells what is wrong.
    kept.delete(key)
  } finally {
    working.delete(key)
  }
}

/** By where it keeps its data: tables exchange their names, and the embedded engine tells no other identity. */
async function identityOf(clickhouse: ClickHouse, { universe, survey, view }: WantedRollup): Promise<string> {
  const [row] = await clickhouse.read(
    `select toString(data_paths) from system.tables where database = currentDatabase() and name = '${rollupTableOf(survey)}'`,
    {},
    { tenant: universe },
  )
  return `${view} of ${String(row?.[0])}`
}

/** Brings what is held up to a state; false where that is more work than to begin anew. */
async function readInto(
  clickhouse: ClickHouse,
  held: CachedSurvey,
  { universe, survey, view, state }: WantedRollup,
): Promise<boolean> {
  const table = rollupTableOf(survey)
  const options = { lane: held.definitions.size > 0 ? 'user' : 'heavy', tenant: universe, timeout: 60 } as const
  const columns = 'leaf, month, n, W, W2, S, SS, toString(indicator)'
  const [top] = await clickhouse.read(`select toFloat64(max(version)) from ${table} where view = ${view}`, {}, options)
  for (const hash of held.definitions.keys()) if (!state.rolled.has(hash)) held.definitions.delete(hash)
  if (held.definitions.size > 0) {
    // What was inserted while it was read last may have been read in part; versions come in order.
    const changed = await clickhouse.readColumns(
      `select ${columns} from ${table} where view = ${view} and version >= ${held.version}
       and indicator in (${literals(held.definitions.keys())}) order by version limit ${mostFollowed + 1}`,
      {},
      options,
    )
    if ((changed[0]?.length ?? 0) > mostFollowed) return false
    put(changed, (row) => held.definitions.get(String(changed[7]?.[row])))
  }
  for (const hash of state.rolled) {
    if (held.definitions.has(hash)) continue
    const all = await clickhouse.readColumns(
      `select ${columns} from ${table} final where view = ${view} and indicator = ${literal(hash)} limit ${mostCells + 1}`,
      {},
      options,
    )
    const definition = emptyDefinition()
    held.definitions.set(hash, definition)
    put(all, () => definition)
    if (sizeOf(held) > mostCells) return false
  }
  held.version = Number(top?.[0] ?? 0)
  held.loadCount = Math.max(held.loadCount, state.loadCount)
  return true
}

function emptyDefinition(): Definition {
  const sizes = [0, 0, 0, 0, 0]
  return {
    leaf: [],
    month: [],
    sums: [[], [], [], [], []],
    rowOf: new Map(),
    ofLeaf: new Map(),
    sizes,
    isSmall: () => sizes.every((size) => size < smallest),
  }
}

/** Half of what a number holds exactly: sizes are themselves sums of numbers. */
const smallest = 2 ** 52

const leaves = 2 ** 32

function put(columns: readonly NativeColumn[], definitionOf: (row: number) => Definition | undefined) {
  const rows = columns[0]?.length ?? 0
  for (let row = 0; row < rows; row += 1) {
    const definition = definitionOf(row)
    if (!definition) continue
    const [leaf, month] = [Number(columns[0]?.[row]), Number(columns[1]?.[row])]
    const cell = month * leaves + leaf
    const known = definition.rowOf.get(cell)
    const at = known ?? definition.leaf.length
    definition.rowOf.set(cell, at)
    definition.leaf[at] = leaf
    definition.month[at] = month
    if (known === undefined) definition.ofLeaf.set(leaf, [...(definition.ofLeaf.get(leaf) ?? []), at])
    for (const [place, sums] of definition.sums.entries()) {
      const value = exactAt(columns[place + 2], row)
      definition.sizes[place] =
        (definition.sizes[place] ?? 0) + Math.abs(Number(value)) - Math.abs(Number(sums[at] ?? 0))
      sums[at] = value
    }
  }
}
