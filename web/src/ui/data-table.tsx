import css from './data-table.module.css'

/** What a chart shows, as rows: for reading, for screen readers and for export. */
export type DataTable = { head: readonly string[]; rows: readonly (readonly (string | number | null)[])[] }

/** The text alternative of a chart. `caption` is read out and not shown. */
export const PlainTable = ({ caption, table }: { caption: string; table: DataTable }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  <section className={css.scroll} aria-label={caption} tabIndex={0}>
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
