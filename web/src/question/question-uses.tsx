import type { EditedQuestion } from '@kaiku/contract/question-change.ts'
import { useTranslation } from 'react-i18next'
import css from './question.module.css'

/** Where a question is used, under how many that are. */
export function QuestionUses({ uses }: Pick<EditedQuestion, 'uses'>) {
  const { t, i18n } = useTranslation()
  if (uses.length === 0) return <p className={css.hint}>{t('codebook.usedNowhere')}</p>
  return (
    <details className={css.uses}>
      <summary>
        {t('codebook.usedBy')} <span className={css.n}>{uses.length.toLocaleString(i18n.language)}</span>
      </summary>
      <ul>
        {uses.map(({ place, id, title }) => (
          <li key={`${place} ${id}`}>
            <span className={css.hint}>{t(`codebook.use.${place}`)}</span> {place === 'setting' ? '' : title}
          </li>
        ))}
      </ul>
    </details>
  )
}
