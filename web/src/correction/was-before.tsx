import type { AnsweredQuestion, Interview } from '@kaiku/contract/interview.ts'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { answerWords } from '../interview/answer-words.ts'
import css from './was-before.module.css'

type Props = { interview: Interview; question: AnsweredQuestion }

/** What an answer was before it was corrected, by whom and when; nothing where it is as it came. */
export function WasBefore({ interview: { corrections }, question: { id, type } }: Props) {
  const { t, i18n } = useTranslation()
  const found = corrections.find(({ question }) => question === id)
  if (!found) return null
  const { was, by, at } = found
  const when = at === null ? '' : momentText(at, i18n.language)
  return (
    <small className={css.was}>
      {was === null ? t('correction.wasNone') : t('correction.was', { was: answerWords(was, type, i18n.language) })}
      {at !== null && ` · ${by === '' ? t('correction.on', { when }) : t('correction.by', { by, when })}`}
    </small>
  )
}
