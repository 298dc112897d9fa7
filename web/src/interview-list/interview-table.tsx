import type { InterviewSort } from '@kaiku/contract/interview-sort.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePaperFit, usePrinting } from '../card/printing.ts'
import { Tick } from '../control/control.tsx'
import type { GoesOn } from '../place/neighbours.tsx'
import css from './interview-list.module.css'
import { InterviewRow } from './interview-row.tsx'
import { amongRows, rowAfter, toggled } from './row-walk.ts'
import type { WrittenRow } from './written-rows.ts'

type List = AnswerOf<'InterviewList'>

type Props = {
  label: string
  head: readonly string[]
  list: List
  rows: readonly WrittenRow[]
  sort: InterviewSort | undefined
  onSort: (sort: InterviewSort) => void
  picked: ReadonlySet<string>
  /** Absent: nothing can be done about several at once. */
  onPick: ((ids: ReadonlySet<string>) => void) | undefined
  /** Somebody scrolled to the last row, or nearly. */
  onEnd: () => void
  isStale: boolean
  /** How the list goes on behind its rows. */
  goesOn: Omit<GoesOn, 'first'>
}

/** Marks have no order. */
const isSortable = (by: string) => !by.startsWith('answer:interview.')

/** Rows that stand in the document all at once; of more, only those in sight. */
const mostAtOnce = 150
const rowHeight = 34
/** Pixels before the end at which more is asked for. */
const ahead = 600

/** The interviews, each a link, all of them one stop of the keyboard in which arrows go from row to row; it remembers among which others it stood. */
export function InterviewTable(props: Props) {
  const { label, list, rows, picked, onPick, onEnd, isStale, goesOn } = props
  const scroller = useRef<HTMLElement>(null)
  const ids = rows.map(({ id }) => id)
  const sight = useRowsAtHand(scroller, rows.length)
  return (
    <section
      ref={scroller}
      className={css.scroll}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      data-stale={isStale || undefined}
      onKeyDown={sight.onKeyDown}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        if (scrollTop > 0 && scrollTop + clientHeight > scrollHeight - ahead) onEnd()
      }}
    >
      <table className={css.table} aria-rowcount={(list.total ?? rows.length) + 1}>
        <Head {...props} />
        <tbody>
          {sight.above > 0 && <tr aria-hidden style={{ height: sight.above }} />}
          {sight.shown.map((index) => {
            const row = rows[index]
            return (
              row && (
                <InterviewRow
                  key={row.id}
                  row={row}
                  index={index}
                  isStop={index === sight.stop}
                  onFocus={() => sight.setCurrent(index)}
                  list={list}
                  isPicked={picked.has(row.id)}
                  onPick={onPick && (() => onPick(toggled(picked, row.id)))}
                  among={() => amongRows(ids, index, goesOn)}
                  measure={sight.measure}
                />
              )
            )
          })}
          {sight.below > 0 && <tr aria-hidden style={{ height: sight.below }} />}
        </tbody>
      </table>
    </section>
  )
}

function Head({ head, list, rows, sort, onSort, picked, onPick }: Props) {
  const { t } = useTranslation()
  const orders = [
    'day',
    'place',
    ...list.indicators.map((id) => `score:${id}`),
    ...list.columns.map(({ id }) => `answer:${id}`),
  ]
  return (
    <thead>
      <tr aria-rowindex={1}>
        {onPick && (
          <th scope="col" className={css.pick} data-screen-only>
            <Tick
              aria-label={t('interviews.pickAll')}
              checked={rows.every(({ id }) => picked.has(id))}
              onChange={({ target }) => onPick(new Set(target.checked ? rows.map(({ id }) => id) : []))}
            />
          </th>
        )}
        {orders.map((by, at) => (
          <Heading key={by} by={by} title={head[at] ?? ''} sort={sort} onSort={onSort} />
        ))}
      </tr>
    </thead>
  )
}

type HeadingProps = Pick<Props, 'sort' | 'onSort'> & { by: string; title: string }

function Heading({ by, title, sort, onSort }: HeadingProps) {
  const { t } = useTranslation()
  const falling = sort?.by === by ? sort.falling : undefined
  return (
    <th scope="col" aria-sort={falling === undefined ? undefined : falling ? 'descending' : 'ascending'}>
      {isSortable(by) ? (
        <button
          type="button"
          className={css.sort}
          title={t('sortBy', { title })}
          onClick={() => onSort({ by, falling: falling === undefined ? by === 'day' : !falling })}
        >
          {title}
          <span aria-hidden>{falling === undefined ? '' : falling ? ' ▾' : ' ▴'}</span>
        </button>
      ) : (
        title
      )}
    </th>
  )
}

/** The rows that stand in the document, and the one that is the stop of the keyboard. */
function useRowsAtHand(scroller: RefObject<HTMLElement | null>, count: number) {
  const printing = usePrinting()
  usePaperFit(scroller)
  const isLong = count > mostAtOnce && !printing
  const virtual = useVirtualizer({
    count,
    enabled: isLong,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 800, height: 720 },
    // A list that has become long goes on where it was.
    initialOffset: () => scroller.current?.scrollTop ?? 0,
  })
  const items = virtual.getVirtualItems()
  const [current, setCurrent] = useState(0)
  /** The row that the keyboard is on its way to: it may have to be drawn first. */
  const goal = useRef<{ row: number; control: 'a' | 'input' }>(undefined)
  useEffect(() => {
    const { row, control } = goal.current ?? {}
    const wanted = scroller.current?.querySelector<HTMLElement>(`[data-index="${row}"] ${control}`)
    if (!wanted) return
    goal.current = undefined
    wanted.focus()
  })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = rowAfter(event.key, current, count)
    const control = goal.current?.control ?? (event.target instanceof HTMLInputElement ? 'input' : 'a')
    const isAtRow = goal.current !== undefined || (event.target as HTMLElement).closest('tbody') !== null
    if (next === undefined || !isAtRow) return
    event.preventDefault()
    goal.current = { row: next, control }
    setCurrent(next)
    if (!isLong) return
    // The row that is left may be gone before the next one stands.
    scroller.current?.focus({ preventScroll: true })
    virtual.scrollToIndex(next)
  }
  const [above, below] = isLong ? [items[0]?.start ?? 0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)] : [0, 0]
  const shown = isLong ? items.map(({ index }) => index) : Array.from({ length: count }, (_, index) => index)
  const stop = shown.includes(current) ? current : shown[0]
  return { shown, above, below, stop, setCurrent, onKeyDown, measure: virtual.measureElement }
}
