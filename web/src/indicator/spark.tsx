type Props = { values: readonly (number | null)[]; width?: number; height?: number; tone?: 'plain' | 'bad' }

const [inset, dot] = [3, 2.4]

/** A small line of values over time; gaps stay gaps. It repeats what stands beside it in words, so it is hidden from readers. */
export function Spark({ values, width = 86, height = 26, tone = 'plain' }: Props) {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]))
  const last = known.at(-1)
  if (!last || known.length < 2) return <svg width={width} height={height} aria-hidden="true" />
  const [low, high] = [Math.min(...known.map((one) => one.value)), Math.max(...known.map((one) => one.value))]
  const x = (index: number) => inset + (index * (width - 2 * inset)) / Math.max(1, values.length - 1)
  const y = (value: number) => height - 4 - ((value - low) / (high - low || 1)) * (height - 8)
  const line = known
    .map(
      ({ value, index }, at) =>
        `${known[at - 1]?.index === index - 1 ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`,
    )
    .join('')
  const colour = tone === 'bad' ? 'var(--error)' : 'var(--primary)'
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={line} fill="none" stroke={colour} strokeWidth="1.6" strokeLinejoin="round" strokeLinecap="round" />
      <circle cx={x(last.index)} cy={y(last.value)} r={dot} fill={colour} />
    </svg>
  )
}
