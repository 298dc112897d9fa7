import type { ResponseFinding } from '@kaiku/contract/response-check.ts'
import css from './response-check.module.css'

const width = 240
const height = 44

/** What stands out among what was before it, as bars; it repeats what the words say, so it is hidden from readers. */
export function FindingChart({ finding: { series, kind, fromDay, from, to } }: { finding: ResponseFinding }) {
  const values = series.map(({ value }) => value ?? 0)
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  if (series.length === 0 || high === low) return null
  const step = width / series.length
  const y = (value: number) => ((high - value) / (high - low)) * height
  const hour = (text: string) => text.slice(0, 2)
  const isOut = (at: string) =>
    kind === 'burst' ? hour(at) >= hour(from ?? '') && at < (to ?? '') : kind === 'periodEnd' || at === fromDay
  return (
    <svg className={css.chart} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {series.map(({ at, value }, place) =>
        value === null ? null : (
          <rect
            key={at}
            x={place * step + 1}
            width={Math.max(1, step - 2)}
            y={Math.min(y(value), y(0))}
            height={Math.max(1, Math.abs(y(value) - y(0)))}
            data-out={isOut(at) || undefined}
          />
        ),
      )}
    </svg>
  )
}
