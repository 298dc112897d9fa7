import { clearFilter, formatToken, parseToken } from '@kaiku/core/filter-token.ts'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button, Field, IconButton } from '../control/control.tsx'
import { useAt } from '../drill-path/at.tsx'
import { useFilters } from '../filter/filter.queries.ts'
import { filterWords } from '../filter/filter-words.ts'
import css from './fields.module.css'

type Props = { value: string; fault: string | undefined; onChange: (value: unknown, key?: string) => void }

/** A component's own filter: taken from what the page is filtered by now, cleared one by one, or written. */
export function OwnFilterField({ value, fault, onChange }: Props) {
  const { t, i18n } = useTranslation()
  const { selection } = useAt()
  const filters = useFilters()
  const read = parseToken(value)
  const own = read.ok ? [...read.value] : []
  return (
    <fieldset className={css.list}>
      <legend className={css.label}>{t('editor.field.filter')}</legend>
      <p className={css.hint}>{t('editor.filterWhy')}</p>
      {own.length > 0 && (
        <ul className={css.chips}>
          {own.map(([name, values]) => {
            const filter = filters.get(name)
            const title = filter?.title ?? name
            return (
              <li key={name}>
                <span>
                  {title}: {filterWords(filter, values, t, i18n.language)}
                </span>
                <IconButton
                  small
                  label={t('filter.clearOf', { title })}
                  onClick={() => {
                    const rest = read.ok ? formatToken(clearFilter(read.value, name)) : ''
                    onChange(rest === '' ? undefined : rest)
                  }}
                >
                  <IconX size={13} />
                </IconButton>
              </li>
            )
          })}
        </ul>
      )}
      <Button disabled={selection.size === 0} onClick={() => onChange(formatToken(selection))}>
        {t('editor.filterTake')}
      </Button>
      <Field
        label={t('editor.filterWritten')}
        value={value}
        fault={fault ?? (read.ok || value === '' ? undefined : t('editor.filterUnread', { expected: read.expected }))}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value, 'filter')}
      />
    </fieldset>
  )
}
