import type { Crosstab, CrosstabCell } from '@kaiku/contract/crosstab.ts'
import { columnLetter } from '@kaiku/core/crosstab.ts'
import { type CrosstabReading, cellWords, groupName } from '../crosstab/crosstab-words.ts'
import css from './distribution-split.module.css'
import { SplitHead } from './split-head.tsx'
import { useOpener } from './use-opener.ts'

/** A column of bars for each group, with whiskers; the letters name the groups that a share lies clearly above. */
export function SideBars({ split, reading, caption }: { split: Crosstab; reading: CrosstabReading; caption: string }) {
  const { t } = reading
  const { rows, columns, cells } = split
  const shares = cells.flat().map(({ ofColumn }) => ofColumn?.high ?? ofColumn?.value ?? 0)
  const scale = Math.min(100, Math.max(1, ...shares) * 1.04)
  const openerOf = useOpener(rows.title, t)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={css.scroll} aria-label={caption} tabIndex={0}>
      <table className={css.side}>
        <caption className="hidden-text">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="hidden-text">{rows.title}</span>
            </th>
            {columns.groups.map((group, at) => (
              <th key={group.id} scope="col">
                <SplitHead group={group} letter={columns.overlaps ? '' : columnLetter(at)} reading={reading} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.groups.map((row, at) => (
            <tr key={row.id}>
              <th scope="row">{groupName(row, t)}</th>
              {columns.groups.map((column, next) => {
                const cell = cells[at]?.[next]
                return (
                  <td key={column.id} data-few={column.few || undefined}>
                    {cell && (
                      <Bar
                        {...{ cell, scale, reading }}
                        few={column.few}
                        onOpen={openerOf([row, column], cell)}
                        name={`${groupName(row, t)} · ${groupName(column, t)}`}
                      />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type BarProps = {
  cell: CrosstabCell
  scale: number
  reading: CrosstabReading
  few: boolean
  name: string
  onOpen: (() => void) | undefined
}

function Bar({ cell, scale, reading, few, name, onOpen }: BarProps) {
  const { t } = reading
  const { text, letters, reach } = cellWords(cell, reading)
  const percent = (value: number) => `${(100 * value) / scale}%`
  const share = cell.ofColumn
  return (
    <span className={css.bar} title={[text, reach].filter(Boolean).join(' ')}>
      <span className={css.track} aria-hidden>
        {share && <span className={css.fill} style={{ width: percent(share.value) }} />}
        {share && share.low !== null && share.high !== null && (
          <span
            className={css.whisker}
            style={{ left: percent(share.low), width: percent(Math.max(0, share.high - share.low)) }}
          />
        )}
      </span>
      <span className={css.share}>
        {text}
        {letters !== '' && !few && (
          <>
            <sup aria-hidden>{letters}</sup>
            <span className="hidden-text"> {t('crosstab.above', { letters })}</span>
          </>
        )}
      </span>
      {onOpen && (
        <button
          type="button"
          className={css.open}
          aria-haspopup="dialog"
          aria-label={t('peek.of', { what: name })}
          onClick={onOpen}
        />
      )}
    </span>
  )
}
