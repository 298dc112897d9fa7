import { type Plot, type PlotRequest, timePlot } from '@kaiku/contract/time-plot.ts'
import type { Mark } from '@kaiku/core/drawing.ts'
import { type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Marks } from '../chart/drawing.tsx'
import { useSize } from '../chart/size.ts'
import css from './time-plot.module.css'
import { nearest, walked } from './time-walk.ts'

type Period = { readonly from: string; readonly to: string }

type Props<P extends Period> = Omit<PlotRequest, 'points' | 'locale'> & {
  label: string
  points: readonly P[]
  stale: boolean
  /** What a period says; its name first. */
  words: (index: number) => readonly string[]
  /** Whether the second of the words is the one that counts. */
  isOne: boolean
  /** Opens the interviews of a period. */
  onOpen: ((point: P) => void) | undefined
  /** What stands before axes and events; `at`: the period that is pointed at. */
  marks: (plot: Plot, at: number | undefined) => readonly Mark[]
}

/** Axes, events and what is pointed at, over real time. Arrow keys walk the periods; what is pointed at is said in words. */
export function TimePlot<P extends Period>(props: Props<P>) {
  const { label, points, stale, words, isOne, onOpen, marks } = props
  const { t, i18n } = useTranslation()
  const [ref, width, height] = useSize<HTMLDivElement>()
  const [at, setAt] = useState<number | null>(null)
  const plot = timePlot({ ...props, locale: i18n.language }, width, height)
  const { x, top, bottom } = plot
  const shown = at ?? points.length - 1
  const pointed = at === null ? undefined : x[at]
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLDivElement>) =>
    setAt(points.length > 0 ? nearest(x, clientX - currentTarget.getBoundingClientRect().left) : null)
  const open = () => {
    const found = points[shown]
    if (found) onOpen?.(found)
  }
  return (
    <div
      ref={ref}
      className={css.plot}
      data-stale={stale || undefined}
      data-opens={onOpen !== undefined || undefined}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, points.length - 1)}
      aria-valuenow={shown}
      aria-valuetext={words(shown).join(', ')}
      aria-description={onOpen && t('peek.keys')}
      onClick={open}
      onPointerMove={point}
      onPointerLeave={() => setAt(null)}
      onBlur={() => setAt(null)}
      onKeyDown={(event) => {
        const next = walked(event.key, at, points.length)
        if (next !== undefined) setAt(next)
        else if (event.key === 'Enter') open()
        else return
        event.preventDefault()
      }}
    >
      {width > 0 && (
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <Marks marks={[...plot.marks, ...marks(plot, at ?? undefined)]} />
          {pointed !== undefined && <line x1={pointed} x2={pointed} y1={top} y2={bottom} className={css.cursor} />}
        </svg>
      )}
      {at !== null && pointed !== undefined && <Tip words={words(at)} isOne={isOne} x={pointed} width={width} />}
    </div>
  )
}

type TipProps = { words: readonly string[]; isOne: boolean; x: number; width: number }

function Tip({ words, isOne, x, width }: TipProps) {
  return (
    <div
      className={css.tip}
      data-one={isOne || undefined}
      data-side={x > width / 2 ? 'left' : 'right'}
      style={{ left: x }}
      aria-hidden
    >
      {words.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  )
}
