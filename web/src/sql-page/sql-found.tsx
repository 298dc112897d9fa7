import type { SqlResult } from '@kaiku/contract/sql.ts'
import { type SqlLook, sqlLooks } from '@kaiku/contract/sql-limit.ts'
import { csvFile } from '@kaiku/core/csv.ts'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { download } from '../card/export.ts'
import { Button, Segments } from '../control/control.tsx'
import { SqlBody } from '../sql/sql-body.tsx'
import { countOf } from '../sql/sql-component.tsx'
import css from './sql-page.module.css'

type Props = {
  result: SqlResult
  look: SqlLook
  onLook: (look: SqlLook) => void
  /** What it is called where there are several. */
  title?: string | undefined
}

/** What a statement found, to look at in several ways and to take along. */
export function SqlFound({ result, look, onLook, title }: Props) {
  const { t, i18n } = useTranslation()
  const { columns, rows } = result
  const caption = title ?? t('sql.result')
  const save = () => {
    const cells = rows.map((row) => row.map((value) => (typeof value === 'boolean' ? String(value) : value)))
    const lines = [columns.map(({ name }) => name), ...cells]
    download(new Blob([csvFile(lines)], { type: 'text/csv;charset=utf-8' }), title ?? t('sql.title'), 'csv')
  }
  return (
    <section className={css.result} aria-label={caption}>
      <div className={css.over}>
        <p role="status">{countOf(result, t, i18n.language)}</p>
        <Segments
          label={t('sql.look')}
          value={look}
          choices={sqlLooks.map((value) => ({ value, title: t(`sql.look.${value}`) }))}
          onChange={onLook}
        />
        <Button onClick={save} disabled={rows.length === 0}>
          <IconDownload size={16} aria-hidden />
          {t('sql.csv')}
        </Button>
      </div>
      <div className={css.found}>
        <SqlBody {...result} look={look} caption={caption} />
      </div>
    </section>
  )
}
