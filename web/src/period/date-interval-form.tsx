import {
  dateIntervalDefaults,
  dateIntervalProblems,
  type IntervalUnit,
  readDateInterval,
  writeDateInterval,
} from '@kaiku/core/relative-date.ts'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSurvey } from '../survey/survey-context.tsx'
import { Button, Field, Select } from '../ui/control.tsx'
import css from './period-control.module.css'
import { periodDates } from './period-words.ts'

const units = ['days', 'months', 'years'] as const satisfies IntervalUnit[]

type Props = { value: string | undefined; onApply: (value: string) => void }

/** From so many days before today to so many after: both are needed, and from lies before to. */
export function DateIntervalForm({ value, onApply }: Props) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const known = (value === undefined ? null : readDateInterval(value)) ?? dateIntervalDefaults
  const [unit, setUnit] = useState<IntervalUnit>(known.unit)
  const [from, setFrom] = useState(String(known.from))
  const [to, setTo] = useState(String(known.to))
  const [tried, setTried] = useState(false)
  const problems = dateIntervalProblems(from, to)
  const written = problems.length > 0 ? null : writeDateInterval({ unit, from: Number(from), to: Number(to) })
  const fault = (field: 'from' | 'to') => {
    const problem = tried ? problems.find((one) => one.field === field) : undefined
    return problem && t(problem.key, { from, to })
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (written) onApply(written)
    else event.currentTarget.querySelector<HTMLInputElement>(`[name=${problems[0]?.field}]`)?.focus()
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <div className={css.two}>
        <Field
          label={t('period.from')}
          name="from"
          inputMode="numeric"
          value={from}
          fault={fault('from')}
          onChange={(event) => setFrom(event.target.value)}
        />
        <Field
          label={t('period.to')}
          name="to"
          inputMode="numeric"
          value={to}
          fault={fault('to')}
          onChange={(event) => setTo(event.target.value)}
        />
      </div>
      <div className={css.two}>
        <Select
          boxed
          label={t('period.unit')}
          value={unit}
          choices={units.map((one) => ({ value: one, title: t(`period.${one}`) }))}
          onChange={setUnit}
        />
        <Button type="submit">{t('apply')}</Button>
      </div>
      <p className={css.hint}>{written && periodDates(written, survey.today, i18n.language)}</p>
    </form>
  )
}
