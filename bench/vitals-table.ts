const kinds = ['drill', 'filter', 'sort', 'page change'] as const
const goals = { uncached: 150, 'cached by the server': 80, 'cached by the browser': 80 } as const
/** Kilobytes, and milliseconds. */
const loadGoals = { script: 200, largestPaint: 1_200 } as const

/** Milliseconds, shares of the window and bytes, as the browser reports them. */
export type Load = { readonly script: number; readonly largestPaint: number; readonly shift: number }
export type Click = {
  readonly kind: (typeof kinds)[number]
  readonly state: keyof typeof goals
  /** From the click to the paint after which the new figures no longer changed. */
  readonly painted: number
  /** To the first paint after the click, as Interaction to Next Paint counts. */
  readonly event: number
  readonly shift: number
  /** Within half a second after input, which Cumulative Layout Shift leaves out. */
  readonly shiftByInput: number
  readonly longTasks: readonly number[]
}

/** The nearest rank: the smallest value that this share of the values does not exceed. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

const states = Object.keys(goals) as (keyof typeof goals)[]
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const met = (isMet: boolean) => (isMet ? 'met' : '**missed**')
const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`

/** Both tables and what was noted beside them, with each goal met or missed. */
export function vitalsTable(loads: readonly Load[], clicks: readonly Click[]): string {
  const head = ['click', 'figures', 'clicks', 'painted p50', 'p75', 'next paint p75', 'goal for p75', '']
  const lines = kinds.flatMap((kind) =>
    states.map((state) => {
      const of = clicks.filter((click) => click.kind === kind && click.state === state)
      const painted = of.map((click) => click.painted)
      const p75 = quantile(painted, 0.75)
      const event = quantile(
        of.map((click) => click.event),
        0.75,
      )
      const [half, most] = [quantile(painted, 0.5), p75].map((ms) => `${ms.toFixed(0)} ms`)
      const goal = goals[state]
      return row([kind, state, of.length, half ?? '', most ?? '', `${event} ms`, `≤ ${goal} ms`, met(p75 <= goal)])
    }),
  )
  return [row(head), row(head.map(() => '---')), ...lines, '', ...factsOf(loads, clicks)].join('\n')
}

function factsOf(loads: readonly Load[], clicks: readonly Click[]): string[] {
  const kilobytes = Math.max(...loads.map(({ script }) => script)) / 1000
  const paints = loads.map(({ largestPaint }) => largestPaint)
  const [first = Number.NaN] = paints
  const shifts = { load: total(loads.map(({ shift }) => shift)), click: total(clicks.map(({ shift }) => shift)) }
  const median = quantile(paints, 0.5)
  // Who sorts asks the rows to go elsewhere.
  const others = clicks.filter(({ kind }) => kind !== 'sort')
  const unasked = total(others.map(({ shift, shiftByInput }) => shift + shiftByInput))
  const byKind = kinds
    .map((kind) => {
      const moved = clicks.filter((one) => one.kind === kind && one.shift + one.shiftByInput > 0)
      return `${kind} ${total(moved.map((one) => one.shift + one.shiftByInput)).toFixed(4)} by ${moved.length}`
    })
    .join(', ')
  const drills = clicks.filter(({ kind }) => kind === 'drill')
  const long = drills.flatMap(({ longTasks }) => longTasks)
  const slow = drills.filter(({ longTasks }) => longTasks.length > 0).length
  const longest = long.length > 0 ? `, the longest ${Math.max(...long).toFixed(0)} ms` : ''
  return [
    `- JavaScript until the dashboard stands: ${kilobytes.toFixed(1)} kB transferred, compressed (goal ≤ ${loadGoals.script} kB; ${met(kilobytes <= loadGoals.script)})`,
    `- largest contentful paint: ${first.toFixed(0)} ms with nothing cached anywhere; median ${median.toFixed(0)} ms of ${paints.length} loads with an empty browser cache (goal ≤ ${loadGoals.largestPaint} ms; ${met(median <= loadGoals.largestPaint)})`,
    `- layout shift, summed: ${shifts.load.toFixed(4)} in ${loads.length} loads; ${shifts.click.toFixed(4)} after ${clicks.length} clicks as CLS counts; with what moves within half a second after input: ${byKind} clicks (goal: none but the rows that are sorted; ${met(shifts.load + unasked === 0)})`,
    `- tasks longer than 50 ms in ${drills.length} drills: ${long.length}, in ${slow} of the drills${longest} (goal: none; ${met(long.length === 0)})`,
  ]
}
