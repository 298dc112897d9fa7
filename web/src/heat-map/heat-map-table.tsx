import type { HeatMap, HeatMapGroup } from '@kaiku/contract/heat-map.ts'
import type { HeatMapSort } from '@kaiku/contract/heat-map-order.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import { useGridKeys } from '../browser/grid-keys.ts'
import { usePaperFit } from '../card/printing.ts'
import { useAt } from '../drill-path/at.tsx'
import { withGroups } from '../drill-path/with-groups.ts'
import type { Heat } from '../indicator/heat.ts'
import { type Indicator, valueText } from '../indicator/indicator.ts'
import { PlaceLink } from '../place/place-link.tsx'
import css from './heat-map.module.css'
import { cellText, groupName, type HeatMapReading, heatsOf } from './heat-map-shape.ts'

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
export function HeatMapTable({ answer, order, isTurned, reading, caption, sort, onSort, onOpen }: Props) {
  const { t, locale } = reading
  const heat = useMemo(() => heatsOf(answer), [answer])
  const { stop, ...keys } = useGridKeys({ row: 1, column: 1 })
  const scroller = useRef<HTMLElement>(null)
  usePaperFit(scroller)
  const [isInTime, count] = [answer.by !== null, answer.groups.length]
  useLayoutEffect(() => {
    // Of periods the newest are what one looks for: they are at the end.
    if (!scroller.current || !isInTime || count === 0) return
    if (isTurned) scroller.current.scrollLeft = scroller.current.scrollWidth
    else scroller.current.scrollTop = scroller.current.scrollHeight
  }, [isInTime, isTurned, count])
  const lines = isTurned ? answer.measures.map((_, at) => at) : order
  const across = isTurned ? order : answer.measures.map((_, at) => at)
  const spotAt = (line: number, column: number): HeatMapSpot =>
    isTurned ? { group: column, measure: line } : { group: line, measure: column }
  const tab = (row: number, column: number) => (stop.row === row && stop.column === column ? 0 : -1)
  const group = (at: number, tabIndex: number) => {
    const found = answer.groups[at]
    return found && <GroupHead group={found} by={answer.by} reading={reading} tabIndex={tabIndex} />
  }
  const measure = (at: number, tabIndex: number) => {
    const found = answer.measures[at]
    if (!found) return null
    const weighted = found.weighted && <small>{t('weighted')}</small>
    if (isTurned)
      return (
        <>
          {found.title}
          {weighted}
        </>
      )
    const isOn = sort?.measure === at
    const best = found.better === 'high'
    return (
      <button
        type="button"
        className={css.sort}
        tabIndex={tabIndex}
        title={t('sortBy', { title: found.title })}
        onClick={() => onSort({ measure: at, desc: isOn ? !sort.desc : best })}
      >
        {found.title}
        <span aria-hidden>{isOn ? (sort.desc ? ' ▾' : ' ▴') : ''}</span>
        {weighted}
      </button>
    )
  }
  const sorted = (at: number) =>
    !isTurned && sort?.measure === at ? (sort.desc ? 'descending' : 'ascending') : undefined
  const whole = (at: number) => {
    const [figure, indicator] = [answer.total[at], answer.measures[at]]
    return (
      figure &&
      indicator && (
        <Whole text={valueText(indicator, figure.value, locale)} n={`${t('n')} ${formatCount(figure.n, locale)}`} />
      )
    )
  }
  return (
    <section ref={scroller} className={css.scroll} aria-label={caption}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose cells are walked by arrow keys */}
      <table className={css.table} role="grid" {...keys}>
        <caption className="hidden-text">
          {caption}. {t('heatMap.keys')}
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="hidden-text">{isTurned ? t('value') : answer.groupTitle}</span>
            </th>
            {across.map((at, next) => (
              <th key={at} scope="col" aria-sort={sorted(at)}>
                {isTurned ? group(at, tab(0, next + 1)) : measure(at, tab(0, next + 1))}
              </th>
            ))}
            {isTurned && (
              <th scope="col" className={css.total}>
                {t('crosstab.all')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, row) => (
            <tr key={line}>
              <th scope="row">{isTurned ? measure(line, tab(row + 1, 0)) : group(line, tab(row + 1, 0))}</th>
              {across.map((column, next) => {
                const spot = spotAt(line, column)
                return (
                  <td key={column}>
                    <Cell
                      answer={answer}
                      spot={spot}
                      heat={heat[spot.group]?.[spot.measure]}
                      reading={reading}
                      tabIndex={tab(row + 1, next + 1)}
                      onOpen={onOpen}
                    />
                  </td>
                )
              })}
              {isTurned && <td className={css.total}>{whole(line)}</td>}
            </tr>
          ))}
        </tbody>
        {!isTurned && (
          <tfoot>
            <tr>
              <th scope="row">
                {t('crosstab.all')}
                <small>{`${t('n')} ${formatCount(answer.n, locale)}`}</small>
              </th>
              {answer.measures.map(({ id }, at) => (
                <td key={id}>{whole(at)}</td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}

const Whole = ({ text, n }: { text: ReactNode; n: string }) => (
  <>
    {text}
    <small>{n}</small>
  </>
)

type HeadProps = { group: HeatMapGroup; by: HeatMap['by']; reading: HeatMapReading; tabIndex: number }

function GroupHead({ group, by, reading, tabIndex }: HeadProps) {
  const at = useAt()
  const to = withGroups(at, [group])
  const name = groupName(group, by, reading)
  const { t, locale } = reading
  return (
    <span className={css.head} data-few={group.few || undefined}>
      {to ? (
        <PlaceLink to={to} resetScroll={to.path !== at.path} tabIndex={tabIndex}>
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
  const measure: Indicator | undefined = answer.measures[spot.measure]
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
