import { cellOf } from '@kaiku/contract/ranking-order.ts'
import { formatPath, parsePath } from '@kaiku/core/drill-path.ts'
import { formatToken } from '@kaiku/core/filter-token.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { type KeyboardEvent, type MouseEvent, memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePaperFit, usePrinting } from '../card/printing.ts'
import { useSize } from '../chart/size.ts'
import { useRowsInSight } from '../control/rows-in-sight.ts'
import { type At, useAt } from '../drill-path/at.tsx'
import { useFollow } from '../drill-path/go.ts'
import { Spark } from '../indicator/spark.tsx'
import { PlaceLink, useAhead } from '../place/place-link.tsx'
import type { RankingView } from './ranking.tsx'
import { ChangeCell, HeatCell, LeadCell, RankCell, TargetCell } from './ranking-cells.tsx'
import { columnKind, columnsOf, heatWidth, numberWidth, widths } from './ranking-columns.ts'
import { aboveText, nameText, nameWidth, type Row, tieBands } from './ranking-order.ts'
import css from './ranking-table.module.css'

declare module 'react' {
  interface CSSProperties {
    /** How wide the first sticky column is: the second stands beside it. */
    '--rank'?: string
  }
}

const rowHeight = 36
const rootSegments = 2
/** More rows than that are on about fifty sheets; the table says that it was cut. */
const mostPrinted = 2_000
const [plotLeast, plotMost] = [90, 400]

/** Ten thousand rows without a stutter: only the rows in sight are in the document. Header and first columns stay. */
export function RankingTable(view: RankingView) {
  const { path, selection } = useAt()
  const [scroller, width] = useSize<HTMLDivElement>()
  const { rows, lead, indicators, shown } = view
  const [low, high] = view.domain
  const domain = useMemo<readonly [number, number]>(() => [low, high], [low, high])
  const columns = useColumns(view)
  const seen = useRowsInSight(scroller, rows.length, rowHeight)
  const printing = usePrinting()
  usePaperFit(scroller)
  const { first, last, above, below } = printing ? { first: 0, last: mostPrinted, above: 0, below: 0 } : seen
  const ids = useMemo(() => columns.map((one) => one.id), [columns])
  const bandOf = useBands(view)
  const { plot, rank, widthOf } = useWidths(view, columns, width)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={scroller} className={css.scroll} aria-label={view.caption} tabIndex={0}>
      <table
        // Of another selection it is another table: nothing of it moves.
        key={`${path.join(' ')} ${formatToken(selection)}`}
        className={css.table}
        data-plain={shown.has('~plain') || undefined}
        aria-rowcount={rows.length + 1}
        style={{ minWidth: columns.reduce((sum, one) => sum + widthOf(one.id), 0), '--rank': `${rank}px` }}
      >
        <colgroup>
          {columns.map((one) => (
            <col key={one.id} style={one.id === 'name' ? undefined : { width: widthOf(one.id) }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((one) => (
              <Heading key={one.id} column={one} view={view} />
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr aria-hidden style={{ height: above }} />}
          {rows.slice(first, last).map((row, at) => (
            <OneRow
              key={row.path ?? row.id}
              row={row}
              {...bandOf(first + at)}
              index={first + at}
              lead={lead}
              indicators={indicators}
              domain={domain}
              parent={view.parent}
              plot={plot}
              columns={ids}
            />
          ))}
          {below > 0 && <tr aria-hidden style={{ height: below }} />}
        </tbody>
      </table>
      {printing && rows.length > mostPrinted && <CutOnPaper count={rows.length} />}
    </section>
  )
}

type Column = ReturnType<typeof columnsOf>[number]

function useWidths({ rows, lead }: RankingView, columns: readonly Column[], width: number) {
  const hops = useAt().path.length - rootSegments
  const lastRank = useMemo(
    () => rows.reduce((most, row) => Math.max(most, cellOf(row, lead.id)?.rankTo ?? 0), rows.length),
    [rows, lead.id],
  )
  const fixed: Readonly<Record<string, number>> = {
    ...widths,
    rank: 50 + 18 * String(lastRank).length,
    name: nameWidth(rows, hops),
    [lead.id]: numberWidth,
  }
  const others = columns.reduce((sum, one) => sum + (fixed[one.id] ?? heatWidth), 0)
  // The name grows with the window, too: the dots take half of what is left over.
  const plot = Math.round(Math.max(plotLeast, Math.min(plotMost, plotLeast + (width - 12 - others - plotLeast) / 2)))
  const widthOf = (id: string) => (fixed[id] ?? heatWidth) + (id === lead.id ? plot : 0)
  return { plot, rank: fixed.rank, widthOf }
}

/** Without the small lines where no row has one. */
function useColumns({ rows, lead, indicators, shown, rowTitle }: RankingView) {
  const { t } = useTranslation()
  const isDrawn = rows.some(({ spark }) => spark.some((value) => value !== null))
  return useMemo(
    () => columnsOf({ lead, indicators, shown, rowTitle }, t).filter(({ id }) => id !== 'spark' || isDrawn),
    [lead, indicators, shown, rowTitle, t, isDrawn],
  )
}

/** In which band of ties a row is, where the rows stand in order of what ties are told of. */
function useBands({ rows, lead, sort, shown }: RankingView) {
  const isRanked = sort.id === lead.id && shown.has('~ties')
  const bands = useMemo(() => (isRanked ? tieBands(rows, lead.id) : null), [isRanked, rows, lead.id])
  return (index: number) => {
    const [own, before] = [rows[index], rows[index - 1]].map((one) => one && bands?.get(one))
    return { band: own, opensBand: index > 0 && own !== before }
  }
}

function Heading({ column, view: { lead, sort, onSort } }: { column: Column; view: RankingView }) {
  const { t } = useTranslation()
  const on = sort.id === column.id
  const falls = column.id !== 'name' && column.id !== 'rank'
  const next = { id: column.id, desc: on ? !sort.desc : falls }
  const { title, isWeighted } = column
  return (
    <th
      scope="col"
      data-column={columnKind(column.id, lead.id)}
      aria-sort={on ? (sort.desc ? 'descending' : 'ascending') : undefined}
    >
      {column.id === 'spark' || column.id === '~target' ? (
        title
      ) : (
        <button type="button" className={css.sort} onClick={() => onSort(next)} title={t('sortBy', { title })}>
          {title}
          <span aria-hidden className={css.caret}>
            {on ? (sort.desc ? '▾' : '▴') : ''}
          </span>
        </button>
      )}
      {isWeighted && <small className={css.weighted}>{t('weighted')}</small>}
    </th>
  )
}

function CutOnPaper({ count }: { count: number }) {
  const { t, i18n } = useTranslation()
  return (
    <p>
      {t('print.cut', {
        n: formatCount(mostPrinted, i18n.language),
        all: formatCount(count, i18n.language),
      })}
    </p>
  )
}

type RowProps = {
  /** Whether it opens its band of ties. */
  opensBand: boolean
  index: number
} & CellProps

type CellProps = Pick<RankingView, 'lead' | 'indicators' | 'domain' | 'parent'> & {
  row: Row
  band: number | undefined
  plot: number
  columns: readonly string[]
}

const OneRow = memo(function OneRow({ opensBand, index, ...cells }: RowProps) {
  const { row, band } = cells
  const at = useAt()
  const follow = useFollow()
  const to = useMemo(() => {
    const path = row.path === null ? null : parsePath(row.path)
    return path?.ok ? { ...at, path: path.value } : null
  }, [row.path, at])
  const ahead = useAhead(to)
  const open = (event: MouseEvent) => {
    const inside = event.target instanceof Element && event.target.closest('a, button')
    if (to && !inside && window.getSelection()?.toString() === '') follow(to)
  }
  return (
    <tr
      aria-rowindex={index + 2}
      className={css.row}
      data-opens={to !== null || undefined}
      aria-current={row.path === formatPath(at.path) ? 'location' : undefined}
      data-few={row.few || undefined}
      data-band={band === undefined ? undefined : band % 2 ? 'even' : 'odd'}
      data-first={opensBand || undefined}
      onClick={open}
      {...ahead}
      onKeyDown={walkRows}
    >
      <Cells {...cells} to={to} />
    </tr>
  )
})

/** A row that only changes its place keeps its cells as they are. */
const Cells = memo(function Cells({
  to,
  row,
  band,
  lead,
  indicators,
  domain,
  parent,
  plot,
  columns,
}: CellProps & { to: At | null }) {
  const { t, i18n } = useTranslation()
  const at = useAt()
  const above = aboveText(row, at.path.length - rootSegments)
  const cell = (id: string) => {
    switch (columnKind(id, lead.id)) {
      case 'rank':
        return (
          <>
            {band !== undefined && <span className="hidden-text">{t('ranking.band', { n: band })} </span>}
            <RankCell cell={cellOf(row, lead.id)} />
          </>
        )
      case 'name':
        return (
          <span className={css.name}>
            {to ? <PlaceLink to={to}>{nameText(row, t)}</PlaceLink> : nameText(row, t)}
            {row.path === formatPath(at.path) && <small>{t('ranking.here')}</small>}
            {above !== '' && <small>{above}</small>}
          </span>
        )
      case 'n':
        return formatCount(row.n, i18n.language)
      case 'lead':
        return <LeadCell row={row} indicator={lead} domain={domain} parent={parent} width={plot} />
      case '~target':
        return <TargetCell row={row} indicator={lead} />
      case 'change':
        return <ChangeCell row={row} indicator={lead} />
      case 'spark':
        return row.few ? null : <Spark values={row.spark} />
      default: {
        const indicator = indicators.find((one) => one.id === id)
        return indicator && <HeatCell row={row} indicator={indicator} />
      }
    }
  }
  return columns.map((id) => (
    <td key={id} data-column={columnKind(id, lead.id)}>
      {cell(id)}
    </td>
  ))
})

/** Arrow keys go from one row's link to the next. */
function walkRows(event: KeyboardEvent<HTMLTableRowElement>) {
  const row = event.currentTarget
  const next =
    event.key === 'ArrowDown' ? row.nextElementSibling : event.key === 'ArrowUp' ? row.previousElementSibling : null
  const link = next?.querySelector('a')
  if (!link) return
  event.preventDefault()
  link.focus()
}
