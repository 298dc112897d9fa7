import type { CrossSums } from '@kaiku/core/relative-weight.ts'
import { nearest } from '@kaiku/core/sums.ts'
import { conditions, sumStatement } from '../aggregate/statement.ts'
import type { Stores } from '../db/stores.ts'
import { weightUnit } from '../dictionary/dictionary.ts'
import type { Selection } from '../selection/selection.ts'
import { and, countOf } from '../selection/sql.ts'
import { type Score, wideEnough } from '../sums/score.ts'

/** Scores of one interview, all of them whole numbers times `unit` above a base. */
export type Variable = Pick<Score, 'valid' | 'points' | 'unit'>

type CrossSumsInput = {
  readonly stores: Pick<Stores, 'clickhouse'>
  readonly selection: Selection
  readonly isWeighted: boolean
  readonly log?: ((sql: string) => void) | undefined
}

/** Into how many groups interviews fall by chance: the same ones every time, whatever the selection. */
const groups = 20
const group = `toUInt8(cityHash64(id) % ${groups})`
const weighs = 'weight > 0'

async function read(
  { stores, selection, log }: CrossSumsInput,
  where: readonly string[],
  keys: readonly string[],
  sums: readonly string[],
) {
  const { dictionary } = selection
  const own = conditions(selection, null)
  const narrowed = { ...own, where: and([own.where, ...where].filter((part) => part !== '1')) }
  const sql = sumStatement({ dictionary, conditions: narrowed }, keys, sums)
  log?.(sql)
  return stores.clickhouse.read(sql, {}, { lane: 'user', tenant: dictionary.universe, timeout: 60 })
}

/** How many interviews have an answer to the last variable, and of those how many to each of the others. */
export async function answeredWith(
  asking: CrossSumsInput,
  variables: readonly Variable[],
): Promise<{ answered: number; beside: number[] }> {
  const outcome = variables.at(-1)
  if (!outcome) return { answered: 0, beside: [] }
  const where = [outcome.valid, ...(asking.isWeighted ? [weighs] : [])]
  const others = variables.slice(0, -1)
  const [row = []] = await read(asking, where, [], [countOf(), ...others.map(({ valid }) => countOf(valid))])
  const [answered = 0, ...beside] = row.map(Number)
  return { answered, beside }
}

/**
 * Exact sums and sums of products over the interviews that answered every variable, in one scan: all of them together,
 * and in groups made by chance.
 */
export async function crossSums(
  asking: CrossSumsInput,
  variables: readonly Variable[],
): Promise<{ all: CrossSums; groups: CrossSums[] }> {
  const scores = variables.map(wholeScore)
  const weight = asking.isWeighted ? ['toInt256(weight)'] : []
  const summed = (...factors: readonly string[]) => (factors.length ? `sum(sign * ${factors.join(' * ')})` : countOf())
  const pairs = scores.flatMap((one, i) =>
    scores.slice(i).map((other, j) => ({ i, j: i + j, sql: [one.sql, other.sql] })),
  )
  const rows = await read(
    asking,
    [...variables.map(({ valid }) => valid), ...(asking.isWeighted ? [weighs] : [])],
    [group],
    [
      countOf(),
      summed(...weight),
      summed(...weight, ...weight),
      ...scores.map(({ sql }) => summed(...weight, sql)),
      ...pairs.map(({ sql }) => summed(...weight, ...sql)),
    ],
  )
  const found = rows.map((row) => row.slice(1).map((sum) => BigInt(String(sum))))
  const total = found.reduce<bigint[]>((all, one) => one.map((sum, at) => sum + (all[at] ?? 0n)), [])
  const [, W = 0n] = total
  const centres = scores.map((_, at) => (W === 0n ? 0n : (total[3 + at] ?? 0n) / W))
  const shaped = (sums: readonly bigint[]) => shape(sums, variables, pairs, centres, asking.isWeighted)
  return { all: shaped(total), groups: found.map(shaped) }
}

type Pair = { readonly i: number; readonly j: number }

/** Sums around whole numbers near the means, in the units of the scores. */
function shape(
  [n = 0n, W = 0n, W2 = 0n, ...rest]: readonly bigint[],
  variables: readonly Variable[],
  pairs: readonly Pair[],
  centres: readonly bigint[],
  isWeighted: boolean,
): CrossSums {
  const scale = isWeighted ? BigInt(weightUnit) : 1n
  const unit = (at: number) => variables[at]?.unit ?? { over: 1n, under: 1n }
  const sum = (at: number) => rest[at] ?? 0n
  const centre = (at: number) => centres[at] ?? 0n
  const products = variables.map(() => variables.map(() => 0))
  for (const [at, { i, j }] of pairs.entries()) {
    const product = sum(variables.length + at) - centre(i) * sum(j) - centre(j) * sum(i) + centre(i) * centre(j) * W
    const found = nearest(unit(i).over * unit(j).over * product, unit(i).under * unit(j).under * scale)
    for (const [a, b] of [
      [i, j],
      [j, i],
    ] as const) {
      const row = products[a]
      if (row) row[b] = found
    }
  }
  return {
    n: Number(n),
    W: nearest(W, scale),
    W2: nearest(W2, scale * scale),
    sums: variables.map((_, at) => nearest(unit(at).over * (sum(at) - centre(at) * W), unit(at).under * scale)),
    products,
  }
}

/** A score as an expression wide enough for products with others. */
function wholeScore({ points }: Variable): { sql: string } {
  if (points.kind === 'whole') {
    const cast = wideEnough(points.bound * points.bound)
    return { sql: `${cast}(${points.sql})` }
  }
  return { sql: `(${points.sets.map((set) => `${set.points} * toInt64(${set.when})`).join(' + ')})` }
}
