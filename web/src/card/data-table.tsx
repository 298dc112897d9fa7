import { useRef } from 'react'
import css from './data-table.module.css'
import { usePaperFit } from './printing.ts'

/** What a chart shows, as rows: for reading, for screen readers and for export. */
export type DataTable = { head: readonly string[]; rows: readonly (readonly (string | number | null)[])[] }

/** The text alternative of a chart. `caption` is read out and not shown. */
export function PlainTable({ caption, table }: { caption: string; table: DataTable }) {
  const scroller = useRef<HTMLElement>(null)
  usePaperFit(scroller)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={scroller} className={css.scroll} aria-label={caption} tabIndex={0}>
      <table className={css.table}>
        <caption className="hidden-text">{caption}</caption>
        <thead>
          <tr>
            {table.head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a finished table never move
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={table.head[column]}>{cell ?? '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
