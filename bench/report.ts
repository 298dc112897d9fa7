import { cpus, totalmem } from 'node:os'
import type { Timing } from './measure.ts'
import type { Operation } from './operations.ts'

export type Line = {
  readonly number: Operation['number']
  readonly title: string
  readonly state: string
  readonly goal: string
  readonly raw: Timing
  readonly uncached: Timing
  readonly cached: Timing
}

const ms = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0))

/** A Markdown table: medians and p95 in milliseconds, and what Kaiku adds to the hand-written SQL. */
export function tableOf(lines: readonly Line[]): string {
  const head = ['#', 'operation', 'rows', 'raw SQL', 'Kaiku', 'p95', 'ratio', 'more', 'cached', 'goal']
  const rows = lines.map(({ number, title, state, goal, raw, uncached, cached }) => [
    String(number),
    title,
    state,
    ms(raw.median),
    ms(uncached.median),
    ms(uncached.p95),
    `${(uncached.median / raw.median).toFixed(2)} ×`,
    ms(uncached.median - raw.median),
    ms(cached.median),
    goal,
  ])
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

export const machine = () =>
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${process.platform}`
