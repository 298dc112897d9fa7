import type { Filter } from '@kaiku/contract/filter.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from '../filter/filter-sidebar.module.css'

const [width, height, between] = [272, 44, 2]

type Props = {
  bars: Filter['histogram']
  from: number | null
  to: number | null
  onChoose: (from: number, to: number) => void
}

/**
 * How the answers lie, what is inside the range in full colour. Drawing over bars with the mouse or a finger chooses
 * their range; the fields below it do the same for the keyboard.
 */
export function RangeHistogram({ bars, from, to, onChoose }: Props) {
  const { i18n } = useTranslation()
  const [drawn, setDrawn] = useState<{ first: number; last: number }>()
  if (bars.length === 0) return null
  const most = Math.max(1, ...bars.map((bar) => bar.n))
  const step = width / bars.length
  const at = (event: PointerEvent) => {
    const { left, width: wide } = event.currentTarget.getBoundingClientRect()
    const index = Math.floor(((event.clientX - left) / wide) * bars.length)
    return Math.max(0, Math.min(bars.length - 1, index))
  }
  const inside = (bar: (typeof bars)[number], index: number) => {
    if (drawn) return index >= Math.min(drawn.first, drawn.last) && index <= Math.max(drawn.first, drawn.last)
    return from === null || to === null || (bar.to >= from && bar.from <= to)
  }
  const finish = () => {
    if (!drawn) return
    setDrawn(undefined)
    const low = bars[Math.min(drawn.first, drawn.last)]
    const high = bars[Math.max(drawn.first, drawn.last)]
    if (low && high) onChoose(low.from, high.to)
  }
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={css.histogram}
      aria-hidden="true"
      preserveAspectRatio="none"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrawn({ first: at(event), last: at(event) })
      }}
      onPointerMove={(event) => drawn && setDrawn({ ...drawn, last: at(event) })}
      onPointerUp={finish}
      onPointerCancel={() => setDrawn(undefined)}
    >
      {bars.map((bar, index) => {
        const tall = bar.n === 0 ? 0 : Math.max(1.5, (bar.n / most) * height)
        return (
          <g key={bar.from}>
            <title>{`${bar.from}–${bar.to}: ${formatCount(bar.n, i18n.language)}`}</title>
            <rect x={index * step} y={0} width={step} height={height} fill="transparent" />
            <rect
              x={index * step}
              y={height - tall}
              width={Math.max(1, step - between)}
              height={tall}
              rx={Math.min(2, tall / 2)}
              fill={inside(bar, index) ? 'var(--primary)' : 'var(--tint-strong)'}
            />
          </g>
        )
      })}
    </svg>
  )
}
