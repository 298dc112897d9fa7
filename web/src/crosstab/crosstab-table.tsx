import type { Crosstab, CrosstabCell, CrosstabGroup } from '@kaiku/contract/crosstab.ts'
import { columnLetter } from '@kaiku/core/crosstab.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { type ReactNode, useRef } from 'react'
import { usePaperFit } from '../card/printing.ts'
import { useAt } from '../drill-path/at.tsx'
import { useOwnAt } from '../drill-path/own-at.ts'
import { withGroups } from '../drill-path/with-groups.ts'
import { ProofLink } from '../figure-proof/proof-link.tsx'
import { useOwnFilter } from '../insight/insight.tsx'
import { PlaceLink } from '../place/place-link.tsx'
import css from './crosstab.module.css'

import { type CellWords, type CrosstabReading, cellWords, groupName, standsOnFew } from './crosstab-words.ts'

type Props = { answer: Crosstab; reading: CrosstabReading; caption: string; stale: boolean }

/** The table itself: names and totals stay in sight, every cell leads to the interviews it stands for. */
export function CrosstabTable({ answer, reading, caption, stale }: Props) {
  const scroller = useRef<HTMLElement>(null)
  usePaperFit(scroller)
  const { t, locale } = reading
  const { rows, columns, cells, total } = answer
  const lettered = !columns.overlaps && (reading.contents === 'ofColumn' || reading.contents === 'figure')
  const n = (cell: CrosstabCell) => (
    <small className={css.n}>{cell.hidden ? t('hiddenShort') : `${t('n')} ${formatCount(cell.n, locale)}`}</small>
  )
  const cell = (one: CrosstabCell | undefined, row: CrosstabGroup | null, column: CrosstabGroup | null) =>
    one && <Cell cell={one} row={row} column={column} reading={reading} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={scroller} className={css.scroll} aria-label={caption} tabIndex={0} data-stale={stale || undefined}>
      <table className={css.table}>
        <caption className="hidden-text">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="hidden-text">{rows.title}</span>
            </th>
            {columns.groups.map((group, at) => (
              <th key={group.id} scope="col" data-few={group.few || undefined}>
                <Opens groups={[group]}>{groupName(group, t)}</Opens>
                {lettered && <b className={css.letter}> {columnLetter(at)}</b>}
                {n(group.total)}
              </th>
            ))}
            <th scope="col" className={css.total}>
              {t('crosstab.all')}
              {n(total)}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.groups.map((group, at) => (
            <tr key={group.id}>
              <th scope="row" data-few={group.few || undefined}>
                <Opens groups={[group]}>{groupName(group, t)}</Opens>
                {n(group.total)}
              </th>
              {columns.groups.map((column, next) => (
                <td key={column.id}>{cell(cells[at]?.[next], group, column)}</td>
              ))}
              <td className={css.total}>{cell(group.total, group, null)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              {t('crosstab.all')}
              {n(total)}
            </th>
            {columns.groups.map((column) => (
              <td key={column.id}>{cell(column.total, null, column)}</td>
            ))}
            <td className={css.total}>{cell(total, null, null)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function Opens({ groups, title, children }: { groups: readonly CrosstabGroup[]; title?: string; children: ReactNode }) {
  const at = useAt()
  const to = groups.length > 0 ? withGroups(at, groups) : null
  if (to === null) return <span title={title}>{children}</span>
  return (
    <PlaceLink to={to} resetScroll={to.path !== at.path} className={css.opens} title={title}>
      {children}
    </PlaceLink>
  )
}

/** A whole is all of itself, whatever chance does. */
const isOwnBase = (row: CrosstabGroup | null, column: CrosstabGroup | null, { contents }: CrosstabReading): boolean =>
  (contents === 'ofColumn' && row === null) ||
  (contents === 'ofRow' && column === null) ||
  (contents === 'ofAll' && row === null && column === null)

type CellProps = {
  cell: CrosstabCell
  row: CrosstabGroup | null
  column: CrosstabGroup | null
  reading: CrosstabReading
}

function Cell({ cell, row, column, reading }: CellProps) {
  const found = cellWords(cell, reading)
  const words = isOwnBase(row, column, reading) ? { ...found, reach: '' } : found
  if (cell.hidden) return <span className={css.words}>{words.text}</span>
  const { t } = reading
  const groups = [row, column].filter((one) => one !== null)
  const few = words.few || standsOnFew(row, column, reading.contents)
  const reach = words.reach !== '' && <small className={css.reach}>{words.reach}</small>
  const proven = reading.contents === 'figure' ? reading.indicator?.id : undefined
  const body = (
    <span className={css.cell} data-few={few || undefined}>
      <span>
        {words.text}
        {words.letters !== '' && !few && <Letters words={words} reading={reading} />}
      </span>
      {proven === undefined && reach}
    </span>
  )
  const facts = [
    groups.map((group) => groupName(group, t)).join(' × '),
    `${t('n')} ${formatCount(cell.n, reading.locale)}`,
    words.reach && t('crosstab.reach', { reach: words.reach }),
    few ? t('few') : '',
  ]
  // A cell of nobody leads to nobody.
  return (
    <>
      <Opens groups={cell.n === 0 ? [] : groups} title={facts.filter(Boolean).join(' · ')}>
        {body}
      </Opens>
      {proven !== undefined && reach && (
        <OwnProof indicator={proven} groups={groups} label={t('proof.of', { value: `${words.text} ${words.reach}` })}>
          {reach}
        </OwnProof>
      )}
    </>
  )
}

type OwnProofProps = { indicator: string; groups: readonly CrosstabGroup[]; label: string; children: ReactNode }

/** How sure a figure is leads to where it comes from; the figure itself to its interviews. */
function OwnProof({ indicator, groups, label, children }: OwnProofProps) {
  const own = useOwnFilter()
  const at = withGroups(useOwnAt(own?.filter), groups)
  if (!own || !at) return children
  return (
    <ProofLink indicator={indicator} at={at} className={css.opens} label={label} quiet>
      {children}
    </ProofLink>
  )
}

const Letters = ({ words, reading: { t } }: { words: CellWords; reading: CrosstabReading }) => (
  <>
    <sup className={css.letters} aria-hidden>
      {words.letters}
    </sup>
    <span className="hidden-text"> {t('crosstab.above', { letters: words.letters })}</span>
  </>
)
