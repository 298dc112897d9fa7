import type { FileDoubt, NewSurvey } from '@kaiku/contract/new-survey.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../control/section.tsx'
import css from './new-survey.module.css'
import type { Decide } from './use-decide.ts'

/** What the file does not say, as questions that are answered by a click. */
export function DoubtList({ of, decide }: { of: NewSurvey; decide: Decide }) {
  const { t } = useTranslation()
  const { doubts } = of.understood
  return (
    <Section title={t('newSurvey.doubts')} intro={t(doubts.length > 0 ? 'newSurvey.doubtsWhy' : 'newSurvey.noDoubts')}>
      <div className={css.doubts}>
        {doubts.map((doubt) => (
          <Doubt
            key={doubt.id}
            doubt={doubt}
            answered={of.decisions.answers[doubt.id] ?? doubt.assumed}
            onAnswer={(answer) =>
              decide.change((before) => ({ ...before, answers: { ...before.answers, [doubt.id]: answer } }))
            }
          />
        ))}
      </div>
    </Section>
  )
}

const column = 'column:'
const mostNamed = 5

type Props = { doubt: FileDoubt; answered: string; onAnswer: (answer: string) => void }

function Doubt({ doubt, answered, onAnswer }: Props) {
  const { t, i18n } = useTranslation()
  const name = useId()
  const { kind, columns, values, answers } = doubt
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  const titles = columns.map(({ title }) => title)
  const some = titles.length > mostNamed ? [...titles.slice(0, mostNamed), '…'] : titles
  const told = {
    column: titles[0] ?? '',
    columns: kind === 'places' ? titles.join(' › ') : list.format(some),
    values: list.format(values),
  }
  const said = (answer: string) =>
    answer.startsWith(column)
      ? (columns.find((one) => one.column === answer.slice(column.length))?.title ?? answer.slice(column.length))
      : t(`newSurvey.answer.${kind}.${answer}`, { defaultValue: answer })
  return (
    <fieldset className={css.doubt}>
      <legend>{t(`newSurvey.doubt.${kind}`, told)}</legend>
      <div className={css.answers}>
        {answers.map((answer) => (
          <label key={answer} className={css.answer}>
            <input type="radio" name={name} checked={answer === answered} onChange={() => onAnswer(answer)} />
            {said(answer)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
