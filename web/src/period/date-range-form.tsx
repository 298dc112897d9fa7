import { compactDay } from '@kaiku/core/day.ts'
import { resolveDays } from '@kaiku/core/relative-date.ts'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSurvey } from '../survey/survey-context.tsx'
import { Button, Field } from '../ui/control.tsx'
import css from './period-control.module.css'

type Props = { value: string | undefined; onApply: (value: string) => void }

/** From one calendar day to another, both included. It begins with the days that the present period covers. */
export function DateRangeForm({ value, onApply }: Props) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const known = value === undefined ? null : resolveDays(value, survey.today)
  const [from, setFrom] = useState(known?.from ?? '')
  const [to, setTo] = useState(known?.to ?? '')
  const [tried, setTried] = useState(false)
  const missing = (day: string) => (tried && day === '' ? t('VALIDATE_ERROR_MANDATORY') : undefined)
  const crossed = from !== '' && to !== '' && from > to
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (from !== '' && to !== '' && !crossed) onApply(`${compactDay(from)}_${compactDay(to)}`)
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <div className={css.two}>
        <Field
          label={t('period.fromDay')}
          type="date"
          value={from}
          fault={missing(from)}
          onChange={(event) => setFrom(event.target.value)}
        />
        <Field
          label={t('period.toDay')}
          type="date"
          value={to}
          fault={missing(to) ?? (tried && crossed ? t('period.crossed') : undefined)}
          onChange={(event) => setTo(event.target.value)}
        />
      </div>
      <Button type="submit">{t('apply')}</Button>
    </form>
  )
}
