import type { SqlResult } from '@kaiku/contract/sql.ts'
import { csvFile } from '@kaiku/core/csv.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { download } from '../card/export.ts'
import { Button, Segments } from '../control/control.tsx'
import css from './sql.module.css'

export type Look = 'table' | 'bars'
type Props = { result: SqlResult; look: Look; onLook: (look: Look) => void }
type Value = SqlResult['rows'][number][number]

/** What a statement found, as a table or as bars, and to take along. */
export function SqlFound({ result, look, onLook }: Props) {
  const { t, i18n } = useTranslation()
  const { columns, rows, isCut, interviews } = result
  const locale = i18n.language
  const counted = isCut ? t('sql.cut', { n: formatCount(rows.length, locale) }) : t('sql.rows', { count: rows.length })
  const save = () => {
    const lines = [columns.map(({ name }) => name), ...rows.map((row) => row.map(cellOf))]
    download(new Blob([csvFile(lines)], { type: 'text/csv;charset=utf-8' }), t('sql.title'), 'csv')
  }
  return (
    <section className={css.result} aria-label={t('sql.result')}>
      <div className={css.over}>
        <p role="status">
          {counted}, {t('sql.of', { count: interviews, formatParams: { count: { lng: locale } } })}
        </p>
        <Segments
          label={t('sql.look')}
          value={look}
          choices={(['table', 'bars'] as const).map((value) => ({ value, title: t(`sql.look.${value}`) }))}
          onChange={onLook}
        />
        <Button onClick={save} disabled={rows.length === 0}>
          <IconDownload size={16} aria-hidden />
          {t('sql.csv')}
        </Button>
      </div>
      {rows.length === 0 && <p className={css.quiet}>{t('sql.empty')}</p>}
      {rows.length > 0 && (look === 'table' ? <Table {...result} /> : <Bars {...result} />)}
    </section>
  )
}

const cellOf = (value: Value) => (typeof value === 'boolean' ? String(value) : value)

function shown(value: Value, locale: string): string {
  if (value === null) return ''
  if (typeof value === 'number') return value.toLocaleString(locale, { maximumFractionDigits: 6 })
  return String(value)
}

function Table({ columns, rows }: Pick<SqlResult, 'columns' | 'rows'>) {
  const { t, i18n } = useTranslation()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
    <section className={css.scroll} aria-label={t('sql.result')} tabIndex={0}>
      <table className={css.table} aria-label={t('sql.result')}>
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
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nor have rows
            <tr key={at}>
              {row.map((value, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: nor have cells
                <td key={place} className={columns[place]?.type === 'number' ? css.number : undefined}>
                  {shown(value, i18n.language)}
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
export function barsOf({ columns, rows }: Pick<SqlResult, 'columns' | 'rows'>) {
  const label = columns.findIndex(({ type }) => type !== 'number')
  const value = columns.findIndex(({ type }) => type === 'number')
  if (label < 0 || value < 0) return null
  const bars = rows.map((row) => ({ label: row[label] ?? null, value: Number(row[value] ?? 0) }))
  const largest = Math.max(...bars.map((one) => Math.abs(one.value)))
  return bars.map((one) => ({ ...one, share: largest === 0 ? 0 : Math.abs(one.value) / largest }))
}

function Bars(found: Pick<SqlResult, 'columns' | 'rows'>) {
  const { t, i18n } = useTranslation()
  const bars = barsOf(found)
  if (!bars) return <p className={css.quiet}>{t('sql.noBars')}</p>
  return (
    <ul className={css.bars}>
      {bars.map(({ label, value, share }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a result have no other identity
        <li key={at}>
          <span>{shown(label, i18n.language)}</span>
          <span className={css.bar} data-negative={value < 0 || undefined} style={{ width: `${100 * share}%` }} />
          <span className={css.number}>{shown(value, i18n.language)}</span>
        </li>
      ))}
    </ul>
  )
}
