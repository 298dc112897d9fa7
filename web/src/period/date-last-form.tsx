import { type IntervalUnit, writeDateInterval } from '@kaiku/core/relative-date.ts'
import type { ReactNode, SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../browser/draft.ts'
import { Button, Select, Ticked } from '../control/control.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './period-control.module.css'
import { periodDays, readLast, unitsOf } from './period-words.ts'
import { CountBlank, Sentence } from './sentence.tsx'

type Props = { value: string | undefined; onApply: (value: string) => void }

const usual = { count: 30, unit: 'days', present: true } as const

/** The last so many days, months, quarters or years. */
export function DateLastForm({ value, onApply }: Props) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const [draft, setDraft] = useDraft(value ?? '', () => {
    const last = readLast(value) ?? usual
    return { ...last, count: String(last.count) }
  })
  const { count, unit, present } = draft
  const isWhole = /^[1-9]\d{0,3}$/.test(count.trim())
  const to = present ? 0 : -1
  const written = isWhole ? writeDateInterval({ unit, from: to + 1 - Number(count), to }) : undefined
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (written !== undefined) onApply(written)
    else event.currentTarget.querySelector('input')?.focus()
  }
  const blanks: Record<string, ReactNode> = {
    count: <CountBlank value={count} isRight={isWhole} onChange={(count) => setDraft({ ...draft, count })} />,
    unit: (
      <Select<IntervalUnit>
        boxed
        label={t('period.unit')}
        value={unit}
        choices={unitsOf(survey.calendar).map((one) => ({ value: one, title: t(`period.${one}`) }))}
        onChange={(one) => setDraft({ ...draft, unit: one })}
      />
    ),
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <Sentence text={t('period.last')} blanks={blanks} />
      <Ticked checked={present} onChange={({ target }) => setDraft({ ...draft, present: target.checked })}>
        {t(`period.present.${unit}`)}
      </Ticked>
      <div className={css.two}>
        <output className={css.resolved}>{written !== undefined && periodDays(written, survey, i18n.language)}</output>
        <Button type="submit">{t('apply')}</Button>
      </div>
    </form>
  )
}
