import { dateRefDefaults, readDateRef, writeDateRef } from '@kaiku/core/relative-date.ts'
import type { ReactNode, SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../browser/draft.ts'
import { Button, Select } from '../control/control.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './period-control.module.css'
import { periodDays, periodWords } from './period-words.ts'
import { CountBlank, Sentence } from './sentence.tsx'

const directions = ['e', 'b', 'a'] as const
const letters = ['d', 'm', 'y'] as const
const towards = ['b', 'f'] as const

type Props = { value: string | undefined; onApply: (value: string) => void }

/** A sentence to fill in: in, before or after the day, month or year that lies so many back or forward. */
export function DateRefForm({ value, onApply }: Props) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const [draft, setDraft] = useDraft(value ?? '', () => {
    const ref = (value === undefined ? null : readDateRef(value)) ?? dateRefDefaults
    return { ...ref, count: String(ref.count) }
  })
  const whole = /^\d{1,4}$/.test(draft.count.trim())
  const written = whole ? writeDateRef({ ...draft, count: Number(draft.count) }) : undefined
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (written !== undefined) onApply(written)
    else event.currentTarget.querySelector('input')?.focus()
  }
  const blanks: Record<string, ReactNode> = {
    direction: (
      <Select
        boxed
        label={t('period.direction')}
        value={draft.direction}
        choices={directions.map((one) => ({ value: one, title: t(`period.direction.${one}`) }))}
        onChange={(direction) => setDraft({ ...draft, direction })}
      />
    ),
    unit: (
      <Select
        boxed
        label={t('period.unit')}
        value={draft.unit}
        choices={letters.map((one) => ({ value: one, title: t(`period.letter.${one}`) }))}
        onChange={(unit) => setDraft({ ...draft, unit })}
      />
    ),
    count: <CountBlank value={draft.count} isRight={whole} onChange={(count) => setDraft({ ...draft, count })} />,
    toward: (
      <Select
        boxed
        label={t('period.toward')}
        value={draft.toward}
        choices={towards.map((one) => ({ value: one, title: t(`period.toward.${one}`) }))}
        onChange={(toward) => setDraft({ ...draft, toward })}
      />
    ),
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <Sentence text={t('period.sentence')} blanks={blanks} />
      <div className={css.two}>
        <output className={css.resolved}>
          {written !== undefined && (
            <>
              {periodWords(written, t, i18n.language)}
              <span className={css.hint}>{periodDays(written, survey, i18n.language)}</span>
            </>
          )}
        </output>
        <Button type="submit">{t('apply')}</Button>
      </div>
    </form>
  )
}
