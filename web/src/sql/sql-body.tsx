import type { SqlLook } from '@kaiku/contract/sql-limit.ts'
import { useTranslation } from 'react-i18next'
import css from './sql.module.css'
import { cellTexts, type SqlFound as Found } from './sql-text.ts'

/** What a statement found, as a table, as bars or as one number. `caption`: what it is called. */
export function SqlBody({ look, caption, ...found }: Found & { look: SqlLook; caption: string }) {
  const { t } = useTranslation()
  if (found.rows.length === 0) return <p className={css.quiet}>{t('sql.empty')}</p>
  if (look === 'number') return <Single {...found} />
  return look === 'bars' ? <Bars {...found} /> : <Table {...found} caption={caption} />
}

function Table({ columns, rows, caption }: Found & { caption: string }) {
  const { i18n } = useTranslation()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
    <section className={css.scroll} aria-label={caption} tabIndex={0}>
      <table className={css.table} aria-label={caption}>
        <thead>
          <tr>
            {columns.map(({ name, type }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a result have no other identity
              <th key={at} scope="col" className={type === 'number' ? css.number : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cellTexts({ columns, rows }, i18n.language).map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nor have rows
            <tr key={at}>
              {row.map((value, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: nor have cells
                <td key={place} className={columns[place]?.type === 'number' ? css.number : undefined}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The first column that names something against the first number; null: there are none. */
export function barsOf({ columns, rows }: Found, locale: string) {
  const label = columns.findIndex(({ type }) => type !== 'number')
  const value = columns.findIndex(({ type }) => type === 'number')
  if (label < 0 || value < 0) return null
  const texts = cellTexts({ columns, rows }, locale)
  const bars = rows.map((row, at) => ({
    label: texts[at]?.[label] ?? '',
    value: Number(row[value] ?? 0),
    text: texts[at]?.[value] ?? '',
  }))
  const largest = Math.max(...bars.map((one) => Math.abs(one.value)))
  return bars.map((one) => ({ ...one, share: largest === 0 ? 0 : Math.abs(one.value) / largest }))
}

function Bars(found: Found) {
  const { t, i18n } = useTranslation()
  const bars = barsOf(found, i18n.language)
  if (!bars) return <p className={css.quiet}>{t('sql.noBars')}</p>
  return (
    <ul className={css.bars}>
      {bars.map(({ label, value, text, share }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a result have no other identity
        <li key={at}>
          <span>{label}</span>
          <span className={css.track}>
            <span className={css.bar} data-negative={value < 0 || undefined} style={{ width: `${100 * share}%` }} />
          </span>
          <span className={css.number}>{text}</span>
        </li>
      ))}
    </ul>
  )
}

/** The first number of the first row, else its first value, under the name of its column. */
export function singleOf({ columns, rows }: Found, locale: string) {
  const at = Math.max(
    0,
    columns.findIndex(({ type }) => type === 'number'),
  )
  return { name: columns[at]?.name ?? '', text: cellTexts({ columns, rows }, locale)[0]?.[at] || '–' }
}

function Single(found: Found) {
  const { i18n } = useTranslation()
  const { name, text } = singleOf(found, i18n.language)
  return (
    <p className={css.single}>
      <b>{text}</b>
      <span className={css.quiet}>{name}</span>
    </p>
  )
}
