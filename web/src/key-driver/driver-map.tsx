import type { KeyDrivers } from '@kaiku/contract/key-driver.ts'
import { dotLabels } from '@kaiku/core/line-label.ts'
import { linear, ticks } from '@kaiku/core/scale.ts'
import { useTranslation } from 'react-i18next'
import { useSize } from '../chart/size.ts'
import css from './driver-map.module.css'
import { type Driver, indexText, roundText, type Standings } from './driver-standing.ts'

type Props = {
  answer: KeyDrivers
  standing: Standings
  chosen: string | null
  onChoose: (question: string) => void
}

const height = 300
/** Narrower, the words above the map would run into each other. */
const roomForBoth = 560
const margin = { top: 22, right: 14, bottom: 40, left: 46 }
const labelSteps = [-6, 14, -20, 28, -34, 42]

/** Importance against performance: what is up and to the left matters much and does badly. The list beside it says the same in words. */
export function DriverMap({ answer, standing, chosen, onChoose }: Props) {
  const { t, i18n } = useTranslation()
  const [ref, width] = useSize<HTMLDivElement>()
  const { importance, performance } = standing
  const [left, right] = [margin.left, Math.max(margin.left + 40, width - margin.right)]
  const [top, bottom] = [margin.top, height - margin.bottom]
  const x = linear(performance.domain, [left, right])
  const y = linear(importance.domain, [bottom, top])
  const spots = answer.drivers.flatMap((driver) =>
    driver.importance && driver.performance.value !== null
      ? [{ driver, x: x(driver.performance.value), y: y(driver.importance.value) }]
      : [],
  )
  const labels = dotLabels(
    spots.map(({ driver, x, y }) => ({ x, y, text: driver.title })),
    right,
    labelSteps,
  )
  const quarter = (key: 'first' | 'keep', at: number, anchor: 'start' | 'end') => (
    <text x={at} y={top - 8} textAnchor={anchor} className={css.quarter} data-standing={key}>
      {t(`driver.standing.${key}`)}
    </text>
  )
  return (
    <div ref={ref} className={css.map}>
      {width > 0 && (
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {ticks(performance.domain, 5).map((tick) => (
            <text key={tick} x={x(tick)} y={bottom + 16} textAnchor="middle" className={css.tick}>
              {indexText(tick, i18n.language, 0)}
            </text>
          ))}
          {ticks(importance.domain, 4).map((tick) => (
            <g key={tick}>
              <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} className={css.grid} />
              <text x={left - 6} y={y(tick) + 4} textAnchor="end" className={css.tick}>
                {roundText(tick, i18n.language)}
              </text>
            </g>
          ))}
          <line x1={left} x2={right} y1={y(importance.middle)} y2={y(importance.middle)} className={css.middle} />
          <line x1={x(performance.middle)} x2={x(performance.middle)} y1={top} y2={bottom} className={css.middle} />
          {quarter('first', left, 'start')}
          {width >= roomForBoth && quarter('keep', right, 'end')}
          <text x={(left + right) / 2} y={height - 6} textAnchor="middle" className={css.axis}>
            {t('driver.performanceAxis')}
          </text>
          <text transform={`translate(11 ${(top + bottom) / 2}) rotate(-90)`} textAnchor="middle" className={css.axis}>
            {t('driver.importance')}
          </text>
          {spots.map(({ driver, ...at }, index) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the list beside it offers the same by keyboard
            <g
              key={driver.question}
              className={css.spot}
              data-standing={standing.of(driver)}
              data-chosen={chosen === driver.question || undefined}
              onClick={() => onChoose(driver.question)}
            >
              <Whiskers driver={driver} x={x} y={y} />
              <circle cx={at.x} cy={at.y} r={5} />
              {labels[index] && (
                <text x={labels[index].x} y={labels[index].y} textAnchor={labels[index].anchor}>
                  {driver.title}
                </text>
              )}
            </g>
          ))}
        </svg>
      )}
    </div>
  )
}

type Scale = (value: number) => number

function Whiskers({ driver: { importance, performance }, x, y }: { driver: Driver; x: Scale; y: Scale }) {
  const [value, weight] = [x(performance.value ?? 0), y(importance?.value ?? 0)]
  return (
    <>
      {performance.low !== null && performance.high !== null && (
        <line x1={x(performance.low)} x2={x(performance.high)} y1={weight} y2={weight} />
      )}
      {importance && importance.low !== null && importance.high !== null && (
        <line x1={value} x2={value} y1={y(importance.low)} y2={y(importance.high)} />
      )}
    </>
  )
}
