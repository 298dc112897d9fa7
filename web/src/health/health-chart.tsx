import type { HealthPoint, HealthSpan } from '@kaiku/contract/watch.ts'
import type { Mark } from '@kaiku/core/drawing.ts'
import { linear, ticks } from '@kaiku/core/scale.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Marks } from '../chart/drawing.tsx'
import { useSize } from '../chart/size.ts'
import css from './health.module.css'

const height = 120
const margin = { left: 4, right: 4, top: 10, bottom: 18 }

type Props = {
  title: string
  points: readonly HealthPoint[]
  span: HealthSpan
  of: (point: HealthPoint) => number | null
  shown: (value: number) => string
  /** Whether less of it is worse. */
  isScarce?: boolean
}

/** How one number went: its last and highest value in words, the line as a drawing. Where nobody looked the line ends. */
export function HealthChart({ title, points, span, of, shown, isScarce = false }: Props) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const [ref, width] = useSize<HTMLDivElement>()
  const values = points.map(of)
  const known = values.filter((value) => value !== null)
  const last = known.at(-1)
  const highest = Math.max(0, ...known)
  return (
    <section className={css.chart} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p className={css.now}>
        {last === undefined ? t('health.unknown') : shown(last)}
        {last !== undefined && (
          <small>
            {isScarce
              ? t('health.least', { value: shown(Math.min(...known)) })
              : t('health.most', { value: shown(highest) })}
          </small>
        )}
      </p>
      <div ref={ref} className={css.plot}>
        {width > 0 && (
          <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
            <Marks marks={marksOf(points, values, { width, highest, span, locale: i18n.language })} />
          </svg>
        )}
      </div>
    </section>
  )
}

type Frame = { readonly width: number; readonly highest: number; readonly span: HealthSpan; readonly locale: string }

function marksOf(points: readonly HealthPoint[], values: readonly (number | null)[], frame: Frame): Mark[] {
  const { width, highest, span, locale } = frame
  const [left, right, bottom] = [margin.left, width - margin.right, height - margin.bottom]
  const x = linear([0, Math.max(1, points.length - 1)], [left, right])
  const y = linear([0, highest || 1], [bottom, margin.top])
  const grid = ticks([0, highest || 1], 3).map(
    (tick): Mark => ({ look: 'grid', line: [left, y(tick), right, y(tick)] }),
  )
  const path = values
    .flatMap((value, at) => {
      if (value === null) return []
      const isGoingOn = at > 0 && values[at - 1] !== null
      return [`${isGoingOn ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`]
    })
    .join('')
  const alone = values.flatMap((value, at): Mark[] => {
    const isAlone = value !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null
    return isAlone ? [{ look: 'sparkDot', circle: [x(at), y(value), 1.6] }] : []
  })
  const moment = new Intl.DateTimeFormat(
    locale,
    span === 'day' ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'numeric' },
  )
  const [first, last] = [points[0], points.at(-1)]
  const label = (point: HealthPoint, at: number, anchor?: 'end'): Mark =>
    Object.assign(
      { look: 'tick', at: [at, height - 4], text: moment.format(new Date(point.at)) } as const,
      anchor && { anchor },
    )
  return [
    ...grid,
    ...(path === '' ? [] : [{ look: 'spark', path } as const]),
    ...alone,
    ...(first ? [label(first, left)] : []),
    ...(last ? [label(last, right, 'end')] : []),
  ]
}
