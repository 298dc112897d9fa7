import type { Drawing, Mark } from '@kaiku/core/drawing.ts'
import css from './drawing.module.css'

/** A drawing that repeats what stands beside it in words, so it is hidden from readers. */
export const Drawn = ({
  drawing: { width, height, marks },
  className,
}: {
  drawing: Drawing
  className?: string | undefined
}) => (
  <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className={className}>
    <Marks marks={marks} />
  </svg>
)

/** The marks of a drawing in the colours of the screen. */
export const Marks = ({ marks }: { marks: readonly Mark[] }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a mark is what stands at its place, and nothing else
  marks.map((mark, at) => <OneMark key={at} mark={mark} />)

function OneMark({ mark }: { mark: Mark }) {
  const look = { className: css[mark.look], 'data-line': mark.of }
  if ('line' in mark) {
    const [x1, y1, x2, y2] = mark.line
    return <line {...look} x1={x1} y1={y1} x2={x2} y2={y2} />
  }
  if ('path' in mark) return <path {...look} d={mark.path} />
  if ('circle' in mark) {
    const [cx, cy, r] = mark.circle
    return <circle {...look} cx={cx} cy={cy} r={r} />
  }
  const [x, y] = mark.at
  return (
    <text {...look} x={x} y={y} textAnchor={mark.anchor}>
      {mark.text}
    </text>
  )
}
