import type { ColumnRole, UnderstoodColumn } from '@kaiku/contract/new-survey.ts'
import { useTranslation } from 'react-i18next'
import { Field, Select } from '../control/control.tsx'
import css from './new-survey.module.css'
import type { Decide } from './use-decide.ts'

type Props = { of: UnderstoodColumn; levels: readonly string[]; decide: Decide }
const none = 'none'
const mostLevels = 12

/** Roles that a question of a type can have. */
const rolesOf: Readonly<Record<NonNullable<UnderstoodColumn['type']>, readonly ColumnRole[]>> = {
  scale: ['none', 'background'],
  number: ['none', 'background', 'weight', 'pii', 'identifier'],
  choice: ['none', 'background', 'contact', 'pii', 'identifier'],
  multiple: ['none', 'background'],
  text: ['none', 'comment', 'contact', 'pii', 'identifier'],
  date: ['none', 'date', 'pii'],
}

/** What a column becomes: title, type, role, place, scale, codes that are no answer. */
export function ColumnFields({ of, levels, decide }: Props) {
  const { t } = useTranslation()
  const { column, title, type, role, fits, level } = of
  if (type === null) return null
  const roles = rolesOf[type].includes(role) ? rolesOf[type] : [...rolesOf[type], role]
  const isPlaceable = type === 'choice' || level !== null
  const place = (at: string) =>
    decide.change((before) => {
      const others = levels.filter((one) => one !== column)
      return { ...before, levels: at === none ? others : others.toSpliced(Number(at) - 1, 0, column) }
    })
  const most = Math.min(mostLevels, level === null ? levels.length + 1 : levels.length)
  return (
    <div className={css.fields}>
      <Field
        key={title}
        label={t('newSurvey.questionTitle', { column })}
        hideLabel
        defaultValue={title}
        onBlur={({ target }) => {
          const next = target.value.trim()
          if (next !== '' && next !== title) decide.column(column, { title: next })
        }}
      />
      <Select
        boxed
        label={t('newSurvey.type', { column })}
        value={type}
        choices={[
          ...fits.map((value) => ({ value, title: t(`newSurvey.type.${value}`) })),
          { value: 'leftOut' as const, title: t('newSurvey.type.leftOut') },
        ]}
        onChange={(next) => decide.column(column, next === 'leftOut' ? { leftOut: true } : { type: next })}
      />
      <Select
        boxed
        label={t('newSurvey.role', { column })}
        value={role}
        choices={roles.map((value) => ({ value, title: t(`newSurvey.role.${value}`) }))}
        onChange={(next) => decide.column(column, { role: next })}
      />
      {isPlaceable && (
        <Select
          boxed
          label={t('newSurvey.level', { column })}
          value={level === null ? none : String(level)}
          choices={[
            { value: none, title: t('newSurvey.level.none') },
            ...Array.from({ length: most }, (_, at) => ({
              value: String(at + 1),
              title: t('newSurvey.level.at', { level: at + 1 }),
            })),
          ]}
          onChange={place}
        />
      )}
      {type === 'scale' && <ScaleFields of={of} decide={decide} />}
      {(type === 'scale' || type === 'number' || type === 'choice') && (
        <Field
          key={`missing ${of.missing.join()}`}
          label={t('newSurvey.missingOf', { column })}
          hideLabel
          placeholder={t('newSurvey.missing')}
          defaultValue={of.missing.join(', ')}
          onBlur={({ target }) => {
            const missing = target.value
              .split(',')
              .map((code) => code.trim())
              .filter((code) => code !== '')
            if (missing.join() !== of.missing.join()) decide.column(column, { missing })
          }}
        />
      )}
    </div>
  )
}

const directions = ['rising', 'falling'] as const

function ScaleFields({ of, decide }: Pick<Props, 'of' | 'decide'>) {
  const { t } = useTranslation()
  const { column, falling } = of
  return (
    <>
      <span className={css.ends}>
        {(['min', 'max'] as const).map((end) => (
          <Field
            key={`${end} ${of[end]}`}
            label={`${t(`newSurvey.${end}`)}: ${column}`}
            hideLabel
            type="number"
            defaultValue={of[end] ?? ''}
            onBlur={({ target }) => {
              const next = Math.round(target.valueAsNumber)
              if (Number.isFinite(next) && next !== of[end]) decide.column(column, { [end]: next })
            }}
          />
        ))}
      </span>
      <Select
        boxed
        label={t('newSurvey.direction', { column })}
        value={falling ? 'falling' : 'rising'}
        choices={directions.map((value) => ({ value, title: t(`newSurvey.direction.${value}`) }))}
        onChange={(next) => decide.column(column, { falling: next === 'falling' })}
      />
    </>
  )
}
