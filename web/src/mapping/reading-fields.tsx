import type { MappedQuestion } from '@kaiku/contract/mapping.ts'
import { useTranslation } from 'react-i18next'
import { Field, Select } from '../control/control.tsx'
import css from './mapping.module.css'
import { changedEntry, columnsIn, listIn, type MappingEntry } from './mapping-edit.ts'
import type { MappingState } from './use-mapping.ts'

type Props = { state: MappingState; entry: MappingEntry; question: MappedQuestion }
const signs = ['usual', '.', ','] as const

/** How the cells of a question are written: dates, decimal signs, what stands between several answers. */
export function ReadingFields({ state, entry, question: { type, title } }: Props) {
  const { t } = useTranslation()
  const set = (change: Partial<MappingEntry>) => state.set(changedEntry(state.work, entry.question, change))
  if (type === 'date')
    return (
      <Field
        key={entry.formats?.join()}
        label={t('mapping.formats', { question: title })}
        placeholder={t('mapping.dateExample')}
        defaultValue={(entry.formats ?? []).join('; ')}
        onBlur={({ target }) => {
          const formats = listIn(target.value, /;/)
          if (formats.join() !== (entry.formats ?? []).join())
            set({ formats: formats.length > 0 ? formats : undefined })
        }}
      />
    )
  if (type === 'number' || type === 'scale')
    return (
      <div className={css.setting}>
        <span>{t('mapping.decimal')}</span>
        <Select
          boxed
          label={`${t('mapping.decimal')}: ${title}`}
          value={entry.decimal ?? 'usual'}
          choices={signs.map((value) => ({ value, title: value === 'usual' ? t('mapping.asFile') : value }))}
          onChange={(sign) => set({ decimal: sign === 'usual' ? undefined : sign })}
        />
      </div>
    )
  if (type === 'multiple' && columnsIn(entry).length === 1)
    return (
      <Field
        key={entry.separator}
        label={t('mapping.separator', { question: title })}
        maxLength={10}
        defaultValue={entry.separator ?? ''}
        onBlur={({ target }) => {
          if (target.value !== (entry.separator ?? ''))
            set({ separator: target.value === '' ? undefined : target.value })
        }}
      />
    )
  return null
}
