import type { AnsweredQuestion } from '@kaiku/contract/interview.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { answerWords } from './answer-words.ts'
import css from './interview.module.css'

/** A question and its answer: a scale is drawn with the step that was chosen, a missing code is said to be none. */
export function GivenAnswer({ question, children }: { question: AnsweredQuestion; children?: ReactNode }) {
  const { t, i18n } = useTranslation()
  const { answer, scale, unit, withheld, text, title, type } = question
  const words = answer && answerWords(answer, type, i18n.language)
  return (
    <div className={css.answer}>
      <dt title={text ?? undefined}>{title}</dt>
      <dd dir="auto">
        {withheld && <span className={css.none}>{t('interview.withheld')}</span>}
        {answer && scale && !answer.missing && typeof answer.value === 'number' && (
          <Steps {...scale} value={answer.value} />
        )}
        {words !== null && (
          <span className={answer?.missing ? css.none : undefined}>
            {words}
            {unit !== null && ` ${unit}`}
            {answer?.missing && ` (${t('interview.missing')})`}
          </span>
        )}
        {children}
      </dd>
    </div>
  )
}

/** The steps of a scale, filled up to the chosen one. The words beside it say the same. */
function Steps({ min, max, value }: { min: number; max: number; value: number }) {
  const steps = Array.from({ length: max - min + 1 }, (_, at) => min + at)
  return (
    <span className={css.steps} aria-hidden>
      {steps.map((step) => (
        <i key={step} data-chosen={step === value || undefined} data-filled={step <= value || undefined} />
      ))}
    </span>
  )
}
