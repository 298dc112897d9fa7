import { formatPeriod } from '@kaiku/core/format.ts'
import { resolveDays, writeAbsoluteDays } from '@kaiku/core/relative-date.ts'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../browser/draft.ts'
import { Button, DayField } from '../control/control.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './period-control.module.css'

type Props = { value: string | undefined; onApply: (value: string) => void }

/** From one calendar day to another, both included. It begins with the days that the present period covers. */
export function DateRangeForm({ value, onApply }: Props) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const [{ from, to }, draft] = useDraft(value ?? '', () => {
    const known = value === undefined ? null : resolveDays(value, survey.today, survey.calendar)
    return { from: known?.from ?? '', to: known?.to ?? '' }
  })
  const [tried, setTried] = useState(false)
  const missing = (day: string) => (tried && day === '' ? t('VALIDATE_ERROR_MANDATORY') : undefined)
  const crossed = from !== '' && to !== '' && from > to
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (from !== '' && to !== '' && !crossed) onApply(writeAbsoluteDays(from, to))
    else event.currentTarget.querySelector<HTMLInputElement>(`[name=${from === '' ? 'from' : 'to'}]`)?.focus()
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <DayField
        label={t('period.fromDay')}
        name="from"
        value={from}
        fault={missing(from)}
        onChange={(event) => draft({ from: event.target.value, to })}
      />
      <DayField
        label={t('period.toDay')}
        name="to"
        value={to}
        fault={missing(to) ?? (crossed ? t('period.crossed') : undefined)}
        onChange={(event) => draft({ from, to: event.target.value })}
      />
      <Button type="submit">{t('apply')}</Button>
      <p className={css.hint}>
        {crossed ? null : formatPeriod({ from: from || null, to: to || null }, i18n.language, 'day')}
      </p>
    </form>
  )
}
