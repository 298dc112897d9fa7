import { type DateRef, dateRefDefaults, readDateRef, writeDateRef } from '@kaiku/core/relative-date.ts'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSurvey } from '../survey/survey-context.tsx'
import { Button, Field, Select } from '../ui/control.tsx'
import css from './period-control.module.css'
import { periodDates } from './period-words.ts'

const directions = ['e', 'b', 'a'] as const
const letters = ['d', 'm', 'y'] as const
const towards = ['b', 'f'] as const

type Props = { value: string | undefined; onApply: (value: string) => void }

/** In, before or after a day, month or year that lies so many back or forward. */
export function DateRefForm({ value, onApply }: Props) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const [ref, setRef] = useState<DateRef>((value === undefined ? null : readDateRef(value)) ?? dateRefDefaults)
  const [count, setCount] = useState(String(ref.count))
  const [tried, setTried] = useState(false)
  const whole = /^\d{1,4}$/.test(count.trim())
  const written = writeDateRef({ ...ref, count: Number(count) })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (whole) onApply(written)
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <Select
        boxed
        label={t('period.direction')}
        value={ref.direction}
        choices={directions.map((one) => ({ value: one, title: t(`period.direction.${one}`) }))}
        onChange={(direction) => setRef({ ...ref, direction })}
      />
      <div className={css.two}>
        <Field
          label={t('period.count')}
          inputMode="numeric"
          value={count}
          fault={tried && !whole ? t('VALIDATE_ERROR_MANDATORY') : undefined}
          onChange={(event) => setCount(event.target.value)}
        />
        <Select
          boxed
          label={t('period.unit')}
          value={ref.unit}
          choices={letters.map((one) => ({ value: one, title: t(`period.letter.${one}`) }))}
          onChange={(unit) => setRef({ ...ref, unit })}
        />
      </div>
      <div className={css.two}>
        <Select
          boxed
          label={t('period.toward')}
          value={ref.toward}
          choices={towards.map((one) => ({ value: one, title: t(`period.toward.${one}`) }))}
          onChange={(toward) => setRef({ ...ref, toward })}
        />
        <Button type="submit">{t('apply')}</Button>
      </div>
      <p className={css.hint}>{whole && periodDates(written, survey.today, i18n.language)}</p>
    </form>
  )
}
