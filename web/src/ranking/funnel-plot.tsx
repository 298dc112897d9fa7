import { type ShownIndicator, valueText } from '@kaiku/contract/value-text.ts'
import { parsePath } from '@kaiku/core/drill-path.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { funnelLimits } from '@kaiku/core/funnel.ts'
import { dotLabels } from '@kaiku/core/line-label.ts'
import { domainOf, linear, ticks } from '@kaiku/core/scale.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSize } from '../chart/size.ts'
import { type At, useAt } from '../drill-path/at.tsx'
import { useFollow } from '../drill-path/go.ts'
import { PlaceLink } from '../place/place-link.tsx'
import css from './funnel-plot.module.css'
import { type FunnelSpot, type FunnelWhole, funnelSpots, isAlarm, outliers, tellingOf } from './funnel-spots.ts'
import type { RankingView } from './ranking.tsx'
import { nameText, type Row } from './ranking-order.ts'

const height = 380
const margin = { top: 16, right: 20, bottom: 40, left: 56 }
const steps = 60
const mostLabels = 14
const mostNamed = 30

const placeOf = (at: At, { path }: Row): At | null => {
  const place = path === null ? null : parsePath(path)
  return place?.ok ? { ...at, path: place.value } : null
}

/** Values against the number of answers: whoever lies outside the funnel is more than chance explains. The list below says the same in words. */
export default function FunnelPlot({ view, whole }: { view: RankingView; whole: FunnelWhole }) {
  const { t, i18n } = useTranslation()
  const { rows, lead } = view
  const spots = useMemo(() => funnelSpots(rows, whole, lead), [rows, whole, lead])
  const told = useMemo(() => outliers(spots, whole), [spots, whole])
  return (
    <div className={css.funnel}>
      <Picture {...{ spots, told, whole, lead }} target={lead.target} />
      <p className={css.words}>
        {t('funnel.told', {
          all: formatCount(spots.length, i18n.language),
          warning: formatCount(told.length, i18n.language),
          alarm: formatCount(told.filter(isAlarm).length, i18n.language),
        })}
      </p>
      <ol className={css.list} aria-label={t('funnel.list')}>
        {told.slice(0, mostNamed).map((spot) => (
          <li key={spot.row.path ?? spot.row.id} data-telling={tellingOf(spot, lead)}>
            <OneOutlier spot={spot} lead={lead} />
          </li>
        ))}
      </ol>
      {told.length > mostNamed && (
        <p className={css.words}>{t('funnel.more', { n: formatCount(told.length - mostNamed, i18n.language) })}</p>
      )}
    </div>
  )
}

function OneOutlier({ spot, lead }: { spot: FunnelSpot; lead: ShownIndicator }) {
  const { t, i18n } = useTranslation()
  const to = placeOf(useAt(), spot.row)
  const name = nameText(spot.row, t)
  return (
    <>
      {to ? <PlaceLink to={to}>{name}</PlaceLink> : <b>{name}</b>}{' '}
      <small>
        {valueText(lead, spot.value, i18n.language)} · {t('n')} {formatCount(spot.n, i18n.language)} ·{' '}
        {t(`funnel.place.${spot.place}`)}
      </small>
    </>
  )
}

const edgesOf = (width: number) => ({
  left: margin.left,
  right: Math.max(margin.left + 40, width - margin.right),
  top: margin.top,
  bottom: height - margin.bottom,
})

type PictureProps = {
  spots: readonly FunnelSpot[]
  told: readonly FunnelSpot[]
  whole: FunnelWhole
  lead: ShownIndicator
  target: number | null
}

function Picture({ spots, told, whole, lead, target }: PictureProps) {
  const { t } = useTranslation()
  const [ref, width] = useSize<HTMLDivElement>()
  const most = Math.max(1, ...spots.map(({ n }) => n))
  const domain = domainOf(
    [...spots.map(({ value }) => value), whole.value, ...(target === null ? [] : [target])],
    lead.bounds,
  )
  const { left, right, top, bottom } = edgesOf(width)
  const x = linear([0, most * 1.02], [left, right])
  const y = linear(domain, [bottom, top])
  const inside = (value: number) => Math.max(top, Math.min(bottom, y(value)))
  const curve = (limit: 'warning' | 'alarm', end: 'low' | 'high') =>
    Array.from({ length: steps }, (_, at) => {
      // Closer together where the funnel bends.
      const n = Math.max(1, most * 1.02 * ((at + 1) / steps) ** 2)
      return `${x(n).toFixed(1)},${inside(funnelLimits(whole, n)[limit][end]).toFixed(1)}`
    }).join(' ')
  const named = told.filter(isAlarm).slice(0, mostLabels)
  const labels = dotLabels(
    named.map(({ row, n, value }) => ({ x: x(n), y: y(value), text: row.name })),
    right,
    [4],
  )
  return (
    <div ref={ref}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          aria-hidden="true"
          className={css.picture}
        >
          <Axes lead={lead} domain={domain} most={most} width={width} x={x} y={y} />
          {(['warning', 'alarm'] as const).map((limit) =>
            (['low', 'high'] as const).map((end) => (
              <polyline key={limit + end} points={curve(limit, end)} className={css.limit} data-limit={limit} />
            )),
          )}
          <line x1={left} x2={right} y1={y(whole.value)} y2={y(whole.value)} className={css.whole} />
          {target !== null && <line x1={left} x2={right} y1={y(target)} y2={y(target)} className={css.target} />}
          <Spots spots={spots} lead={lead} x={x} y={y} />
          {named.map(({ row }, index) => {
            const label = labels[index]
            return (
              label && (
                <text key={row.path ?? row.id} x={label.x} y={label.y} textAnchor={label.anchor} className={css.label}>
                  {nameText(row, t)}
                </text>
              )
            )
          })}
        </svg>
      )}
    </div>
  )
}

type Scales = { x: (n: number) => number; y: (value: number) => number }
type AxesProps = Scales & { lead: ShownIndicator; domain: readonly [number, number]; most: number; width: number }

function Axes({ lead, domain, most, width, x, y }: AxesProps) {
  const { t, i18n } = useTranslation()
  const { left, right, bottom } = edgesOf(width)
  return (
    <>
      {ticks(domain, 5).map((tick) => (
        <g key={tick}>
          <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} className={css.grid} />
          <text x={left - 8} y={y(tick) + 4} textAnchor="end" className={css.tick}>
            {valueText(lead, tick, i18n.language, 0)}
          </text>
        </g>
      ))}
      {ticks([0, most], Math.max(2, Math.round(width / 140))).map((tick) => (
        <text key={tick} x={x(tick)} y={bottom + 16} textAnchor="middle" className={css.tick}>
          {formatCount(tick, i18n.language)}
        </text>
      ))}
      <text x={(left + right) / 2} y={height - 6} textAnchor="middle" className={css.tick}>
        {t('funnel.axis')}
      </text>
    </>
  )
}

function Spots({ spots, lead, x, y }: Scales & Pick<PictureProps, 'spots' | 'lead'>) {
  const { t, i18n } = useTranslation()
  const at = useAt()
  const follow = useFollow()
  return spots.map((spot) => {
    const to = placeOf(at, spot.row)
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: the list below offers the same by keyboard
      <circle
        key={spot.row.path ?? spot.row.id}
        cx={x(spot.n)}
        cy={y(spot.value)}
        r={spot.place === 'inside' ? 3 : 4.5}
        className={css.spot}
        data-telling={tellingOf(spot, lead)}
        data-opens={to !== null || undefined}
        onClick={() => to && follow(to)}
      >
        <title>{`${nameText(spot.row, t)} · ${valueText(lead, spot.value, i18n.language)} · ${t('n')} ${formatCount(spot.n, i18n.language)}`}</title>
      </circle>
    )
  })
}
