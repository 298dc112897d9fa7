import type { Crosstab } from '@kaiku/contract/crosstab.ts'
import { columnLetter } from '@kaiku/core/crosstab.ts'
import { type CrosstabReading, cellWords, groupName } from '../crosstab/crosstab-words.ts'
import css from './distribution-split.module.css'
import { SplitHead } from './split-head.tsx'
import { useOpener } from './use-opener.ts'

declare module 'react' {
  interface CSSProperties {
    /** How much of the primary colour is in a part of a bar. */
    '--mix'?: string
  }
}

/** Below that share of a bar its percentage has no room. */
const leastLabelled = 7
const leastLettered = 14

/** How much of the primary colour the parts of a bar have, in percent. Between 50 and 85 no text would read on both themes. */
function mixOf(at: number, count: number): number {
  const step = count < 2 ? 1 : at / (count - 1)
  return Math.round(step <= 0.6 ? 10 + (step / 0.6) * 40 : 85 + ((step - 0.6) / 0.4) * 15)
}
const lastPale = 50

/** One bar per group, its parts the answers. */
export function StackedBars({ split, reading }: { split: Crosstab; reading: CrosstabReading }) {
  const { t } = reading
  const { rows, columns, cells } = split
  const openerOf = useOpener(rows.title, t)
  const look = (at: number) => {
    const mix = mixOf(at, rows.groups.length)
    return { style: { '--mix': `${mix}%` }, 'data-strong': mix > lastPale || undefined }
  }
  return (
    <div className={css.stacked}>
      <ul className={css.key} aria-hidden>
        {rows.groups.map((row, at) => (
          <li key={row.id}>
            <span className={css.chip} {...look(at)} />
            {groupName(row, t)}
          </li>
        ))}
      </ul>
      {columns.groups.map((column, next) => {
        const parts = rows.groups.flatMap((row, at) => {
          const cell = cells[at]?.[next]
          return cell ? [{ row, at, cell, words: cellWords(cell, reading) }] : []
        })
        const said = parts.map(({ row, words }) => {
          const letters = words.letters && !column.few ? t('crosstab.above', { letters: words.letters }) : ''
          return [groupName(row, t), words.text, letters].filter(Boolean).join(' ')
        })
        return (
          <div key={column.id} className={css.line} data-few={column.few || undefined}>
            <SplitHead group={column} letter={columns.overlaps ? '' : columnLetter(next)} reading={reading} />
            <fieldset className={css.whole} aria-label={said.join(', ')}>
              {parts.map(({ row, at, cell, words }) => {
                const share = cell.ofColumn?.value ?? 0
                const onOpen = openerOf([row, column], cell)
                const Part = onOpen ? 'button' : 'span'
                const acts = onOpen && {
                  type: 'button' as const,
                  'aria-haspopup': 'dialog' as const,
                  onClick: onOpen,
                }
                return (
                  share > 0 && (
                    <Part
                      key={row.id}
                      {...acts}
                      className={css.part}
                      {...look(at)}
                      style={{ ...look(at).style, flexGrow: share }}
                      title={`${groupName(row, t)} · ${words.text} ${words.reach}`}
                    >
                      {onOpen && (
                        <span className="hidden-text">
                          {t('peek.of', { what: `${groupName(row, t)} · ${groupName(column, t)}` })}{' '}
                        </span>
                      )}
                      {share >= leastLabelled && words.text}
                      {share >= leastLettered && words.letters !== '' && !column.few && <sup>{words.letters}</sup>}
                    </Part>
                  )
                )
              })}
            </fieldset>
          </div>
        )
      })}
    </div>
  )
}
