import type { Heat } from '@kaiku/contract/heat.ts'
import { heatsOf } from '@kaiku/contract/heat.ts'
import type { HeatMap } from '@kaiku/contract/heat-map.ts'
import type { HeatMapSort } from '@kaiku/contract/heat-map-order.ts'
import { type ShownIndicator, valueText } from '@kaiku/contract/value-text.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import { useGridKeys } from '../browser/grid-keys.ts'
import { usePaperFit } from '../card/printing.ts'
import { useAt } from '../drill-path/at.tsx'
import { withGroups } from '../drill-path/with-groups.ts'
import { PlaceLink } from '../place/place-link.tsx'
import css from './heat-map.module.css'
import { cellText, groupName, type HeatMapReading } from './heat-map-shape.ts'

declare module 'react' {
  interface CSSProperties {
    /** How strongly a cell is coloured, in percent. */
    '--heat'?: string
  }
}

/** A cell of the map: places in the answer's groups and measures. */
export type HeatMapSpot = { readonly group: number; readonly measure: number }

type Props = {
  answer: HeatMap
  /** The groups that are shown, in order. */
  order: readonly number[]
  /** Measures stand below each other and groups side by side. */
  isTurned: boolean
  reading: HeatMapReading
  caption: string
  sort: HeatMapSort
  onSort: (sort: HeatMapSort) => void
  onOpen: (spot: HeatMapSpot) => void
}

/** The map itself, a grid of one tab stop. Headings lead to their group, cells tell all about themselves. */
export function HeatMapTable(props: Props) {
  const { answer, order, isTurned, reading, caption } = props
  const { t } = reading
  const heat = useMemo(() => heatsOf(answer), [answer])
  const { stop, ...keys } = useGridKeys({ row: 1, column: 1 })
  const scroller = useRef<HTMLElement>(null)
  usePaperFit(scroller)
  useNewestInSight(scroller, answer, isTurned)
  const Head = isTurned ? MeasureHead : GroupHead
  const lines = isTurned ? answer.measures.map((_, at) => at) : order
  const across = isTurned ? order : answer.measures.map((_, at) => at)
  const tab = (row: number, column: number) => (stop.row === row && stop.column === column ? 0 : -1)
  return (
    <section ref={scroller} className={css.scroll} aria-label={caption}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose cells are walked by arrow keys */}
      <table className={css.table} role="grid" {...keys}>
        <caption className="hidden-text">
          {caption}. {t('heatMap.keys')}
        </caption>
        <Heads {...props} across={across} tab={tab} />
        <tbody>
          {lines.map((line, row) => (
            <tr key={line}>
              <th scope="row">
                <Head {...props} at={line} tabIndex={tab(row + 1, 0)} />
              </th>
              {across.map((column, next) => {
                const spot = isTurned ? { group: column, measure: line } : { group: line, measure: column }
                return (
                  <td key={column}>
                    <Cell
                      {...props}
                      spot={spot}
                      heat={heat[spot.group]?.[spot.measure]}
                      tabIndex={tab(row + 1, next + 1)}
                    />
                  </td>
                )
              })}
              {isTurned && (
                <td className={css.total}>
                  <Whole answer={answer} reading={reading} at={line} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
        {!isTurned && <Total answer={answer} reading={reading} />}
      </table>
    </section>
  )
}

function useNewestInSight(
  scroller: RefObject<HTMLElement | null>,
  { by, groups: { length: count } }: HeatMap,
  isTurned: boolean,
) {
  const isInTime = by !== null
  useLayoutEffect(() => {
    // Of periods the newest are what one looks for: they are at the end.
    if (!scroller.current || !isInTime || count === 0) return
    if (isTurned) scroller.current.scrollLeft = scroller.current.scrollWidth
    else scroller.current.scrollTop = scroller.current.scrollHeight
  }, [scroller, isInTime, isTurned, count])
}

type TotalProps = { answer: HeatMap; reading: HeatMapReading }

function Total({ answer, reading }: TotalProps) {
  const { t, locale } = reading
  return (
    <tfoot>
      <tr>
        <th scope="row">
          {t('crosstab.all')}
          <small>{`${t('n')} ${formatCount(answer.n, locale)}`}</small>
        </th>
        {answer.measures.map(({ id }, at) => (
          <td key={id}>
            <Whole answer={answer} reading={reading} at={at} />
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

function Whole({ answer, reading: { t, locale }, at }: TotalProps & { at: number }) {
  const [figure, indicator] = [answer.total[at], answer.measures[at]]
  return (
    figure &&
    indicator && (
      <>
        {valueText(indicator, figure.value, locale)}
        <small>{`${t('n')} ${formatCount(figure.n, locale)}`}</small>
      </>
    )
  )
}

type HeadsProps = Props & {
  /** Groups or measures, from left to right. */
  across: readonly number[]
  tab: (row: number, column: number) => number
}

function Heads({ across, tab, ...props }: HeadsProps) {
  const { answer, isTurned, reading, sort } = props
  const { t } = reading
  const Head = isTurned ? GroupHead : MeasureHead
  const sorted = (at: number) =>
    !isTurned && sort?.measure === at ? (sort.desc ? 'descending' : 'ascending') : undefined
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="hidden-text">{isTurned ? t('value') : answer.groupTitle}</span>
        </th>
        {across.map((at, next) => (
          <th key={at} scope="col" aria-sort={sorted(at)}>
            <Head {...props} at={at} tabIndex={tab(0, next + 1)} />
          </th>
        ))}
        {isTurned && (
          <th scope="col" className={css.total}>
            {t('crosstab.all')}
          </th>
        )}
      </tr>
    </thead>
  )
}

type HeadProps = Props & { at: number; tabIndex: number }

function MeasureHead({ answer, reading: { t }, at, isTurned, sort, onSort, tabIndex }: HeadProps) {
  const measure = answer.measures[at]
  if (!measure) return null
  const weighted = measure.weighted && <small>{t('weighted')}</small>
  if (isTurned)
    return (
      <>
        {measure.title}
        {weighted}
      </>
    )
  const isOn = sort?.measure === at
  const best = measure.better === 'high'
  return (
    <button
      type="button"
      className={css.sort}
      tabIndex={tabIndex}
      title={t('sortBy', { title: measure.title })}
      onClick={() => onSort({ measure: at, desc: isOn ? !sort.desc : best })}
    >
      {measure.title}
      <span aria-hidden>{isOn ? (sort.desc ? ' ▾' : ' ▴') : ''}</span>
      {weighted}
    </button>
  )
}

function GroupHead({ answer: { groups, by }, reading, at, tabIndex }: HeadProps) {
  const here = useAt()
  const group = groups[at]
  if (!group) return null
  const to = withGroups(here, [group])
  const name = groupName(group, by, reading)
  const { t, locale } = reading
  return (
    <span className={css.head} data-few={group.few || undefined}>
      {to ? (
        <PlaceLink to={to} resetScroll={to.path !== here.path} tabIndex={tabIndex}>
          {name}
        </PlaceLink>
      ) : (
        name
      )}
      <small>{group.n === null ? t('hiddenShort') : `${t('n')} ${formatCount(group.n, locale)}`}</small>
    </span>
  )
}

type CellProps = {
  answer: HeatMap
  spot: HeatMapSpot
  heat: Heat | undefined
  reading: HeatMapReading
  tabIndex: number
  onOpen: (spot: HeatMapSpot) => void
}

function Cell({ answer, spot, heat, reading, tabIndex, onOpen }: CellProps) {
  const { t, locale } = reading
  const cell = answer.cells[spot.group]?.[spot.measure]
  const measure: ShownIndicator | undefined = answer.measures[spot.measure]
  if (!cell || !measure) return null
  const { figure } = cell
  const side = heat?.side ?? 0
  const against = answer.by === null ? 'rest' : 'before'
  const isHidden = figure.state === 'hidden'
  return (
    <button
      type="button"
      className={css.cell}
      data-tone={heat?.tone || undefined}
      data-clear={side !== 0 || undefined}
      data-few={isHidden || figure.state === 'few' || undefined}
      style={{ '--heat': `${heat?.strength ?? 0}%` }}
      tabIndex={tabIndex}
      aria-haspopup="dialog"
      onClick={() => onOpen(spot)}
    >
      <span>
        {side !== 0 && (
          <>
            <span aria-hidden>{side > 0 ? '▴' : '▾'} </span>
            <span className="hidden-text">{t(`heatMap.${side > 0 ? 'above' : 'below'}.${against}`)} </span>
          </>
        )}
        {cellText(cell, measure, reading)}
      </span>
      {!isHidden && (
        <small>
          {t('n')} {formatCount(figure.n, locale)}
        </small>
      )}
    </button>
  )
}
