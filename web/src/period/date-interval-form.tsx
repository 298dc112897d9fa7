import {
  dateIntervalDefaults,
  dateIntervalProblems,
  readDateInterval,
  writeDateInterval,
} from '@kaiku/core/relative-date.ts'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../browser/draft.ts'
import { Button, Field, Select } from '../control/control.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './period-control.module.css'
import { periodDays, periodWords, unitsOf } from './period-words.ts'

type Props = { value: string | undefined; onApply: (value: string) => void }

/** From so many units before the present one to so many after: both are needed, and from lies before to. */
export function DateIntervalForm({ value, onApply }: Props) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const [draft, setDraft] = useDraft(value ?? '', () => {
    const { unit, from, to } = (value === undefined ? null : readDateInterval(value)) ?? dateIntervalDefaults
    return { unit, from: String(from), to: String(to) }
  })
  const { unit, from, to } = draft
  const [left, setLeft] = useState(false)
  const problems = dateIntervalProblems(from, to, unit)
  const written = problems.length > 0 ? undefined : writeDateInterval({ unit, from: Number(from), to: Number(to) })
  const fault = (field: 'from' | 'to') => {
    const problem = left ? problems.find((one) => one.field === field) : undefined
    return problem && t(problem.key, { from, to })
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setLeft(true)
    if (written !== undefined) onApply(written)
    else event.currentTarget.querySelector<HTMLInputElement>(`[name=${problems[0]?.field}]`)?.focus()
  }
  return (
    <form className={css.form} onSubmit={submit} onBlur={() => setLeft(true)} noValidate>
      <div className={css.two}>
        <Field
          label={t('period.from')}
          name="from"
          // The number keyboards of phones have no minus.
          inputMode="text"
          autoComplete="off"
          value={from}
          fault={fault('from')}
          onChange={(event) => setDraft({ ...draft, from: event.target.value })}
        />
        <Field
          label={t('period.to')}
          name="to"
          inputMode="text"
          autoComplete="off"
          value={to}
          fault={fault('to')}
          onChange={(event) => setDraft({ ...draft, to: event.target.value })}
        />
      </div>
      <div className={css.two}>
        <Select
          boxed
          label={t('period.unit')}
          value={unit}
          choices={unitsOf(survey.calendar).map((one) => ({ value: one, title: t(`period.${one}`) }))}
          onChange={(one) => setDraft({ ...draft, unit: one })}
        />
        <Button type="submit">{t('apply')}</Button>
      </div>
      <p className={css.hint}>
        {written === undefined
          ? t('period.aroundHint')
          : `${periodWords(written, t, i18n.language)}: ${periodDays(written, survey, i18n.language)}`}
      </p>
    </form>
  )
}
