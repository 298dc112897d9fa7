import { useTranslation } from 'react-i18next'
import { Field, LongField, Select, Ticked } from '../control/control.tsx'
import { Section } from '../control/section.tsx'
import css from './mapping.module.css'
import { listIn, settled } from './mapping-edit.ts'
import type { MappingState } from './use-mapping.ts'

const mostNameLetters = 80
const signs = ['.', ','] as const

/** Which files the mapping is for, what names a row, and what holds for all columns. */
export function MatchFields({ state }: { state: MappingState }) {
  const { t } = useTranslation()
  const { work, proposal } = state
  const { mapping } = work
  const { match, key } = mapping
  const set = (change: Parameters<typeof settled>[1]) => state.set(settled(work, change))
  const pattern = (text: string) => {
    const { file: _, ...rest } = match
    set({ match: text === '' ? rest : Object.assign({ file: text }, rest) })
  }
  const keys = proposal.columns.filter(({ column, isKey }) => isKey || key.includes(column))
  const known = new Set(proposal.columns.map(({ column }) => column.trim()))
  const lines = (text: string) => listIn(text)
  return (
    <Section title={t('mapping.match')} intro={t('mapping.matchWhy')}>
      <div className={css.settings}>
        <Field
          key={`name ${mapping.name}`}
          label={t('mapping.name')}
          defaultValue={mapping.name}
          maxLength={mostNameLetters}
          pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
          onBlur={({ target }) => {
            const name = target.value.trim()
            if (name !== '' && name !== mapping.name && target.validity.valid) set({ name })
            else target.value = mapping.name
          }}
        />
        <Field
          key={`file ${match.file}`}
          label={t('mapping.pattern')}
          placeholder={t('mapping.fileExample')}
          defaultValue={match.file ?? ''}
          onBlur={({ target }) => {
            const text = target.value.trim()
            if (text !== (match.file ?? '')) pattern(text)
          }}
        />
        <LongField
          key={`headers ${match.headers.join('\n')}`}
          label={t('mapping.headers')}
          rows={3}
          defaultValue={match.headers.join('\n')}
          onBlur={({ target }) => {
            const headers = lines(target.value)
            if (headers.join('\n') !== match.headers.join('\n')) set({ match: Object.assign({}, match, { headers }) })
          }}
        />
        <fieldset className={css.ticks}>
          <legend>{t('mapping.key')}</legend>
          {keys.map(({ column }) => (
            <Ticked
              key={column}
              checked={key.some((one) => one.trim() === column.trim())}
              onChange={({ target }) =>
                set({ key: target.checked ? [...key, column] : key.filter((one) => one.trim() !== column.trim()) })
              }
            >
              {column}
            </Ticked>
          ))}
          {key
            .filter((one) => !known.has(one.trim()))
            .map((one) => (
              <Ticked key={one} checked onChange={() => set({ key: key.filter((other) => other !== one) })}>
                {t('mapping.lackingKey', { column: one })}
              </Ticked>
            ))}
          <p className={css.hint}>{t(key.length === 0 ? 'mapping.noKey' : 'mapping.keyWhy')}</p>
        </fieldset>
        <Field
          key={`wave ${mapping.wave}`}
          label={t('mapping.wave')}
          maxLength={80}
          defaultValue={mapping.wave ?? ''}
          onBlur={({ target }) => {
            const wave = target.value.trim()
            if (wave !== (mapping.wave ?? '')) set({ wave: wave === '' ? undefined : wave })
          }}
        />
        <LongField
          key={`blank ${mapping.blank.join('\n')}`}
          label={t('mapping.blank')}
          rows={3}
          defaultValue={mapping.blank.join('\n')}
          onBlur={({ target }) => {
            const blank = lines(target.value)
            if (blank.join('\n') !== mapping.blank.join('\n')) set({ blank })
          }}
        />
        <div className={css.setting}>
          <span>{t('mapping.decimal')}</span>
          <Select
            boxed
            label={t('mapping.decimal')}
            value={mapping.decimal}
            choices={signs.map((value) => ({ value, title: value }))}
            onChange={(decimal) => set({ decimal })}
          />
        </div>
      </div>
    </Section>
  )
}
