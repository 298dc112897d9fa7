import type { Topics } from '@kaiku/contract/topic.ts'
import { option, setValues } from '@kaiku/core/filter-token.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import { useAt } from '../drill-path/at.tsx'
import { PlaceLink } from '../place/place-link.tsx'
import css from './sentiment-bar.module.css'
import { percentText } from './topic-text.ts'

/** How comments speak as a whole: one bar, and below it each part in words that leads to its comments. */
export function SentimentBar({ answer: { sentiment, filters } }: { answer: Topics }) {
  const { t, i18n } = useTranslation()
  const at = useAt()
  const all = sentiment.reduce((sum, { n }) => sum + (n ?? 0), 0)
  if (all === 0 || sentiment.some(({ n }) => n === null)) return null
  const parts = sentiment.flatMap(({ id, n }) => (n ? [{ id, n }] : []))
  return (
    <div className={css.sentiment}>
      <div className={css.bar} aria-hidden>
        {parts.map(({ id, n }) => (
          <span key={id} data-mood={id} style={{ flexGrow: n }} />
        ))}
      </div>
      <ul className={css.legend} aria-label={t('topic.sentiment')}>
        {parts.map(({ id, n }) => {
          const words = (
            <>
              <i data-mood={id} aria-hidden /> {t(`sentiment.${id}`)}{' '}
              <b>{percentText((100 * n) / all, i18n.language)}</b>{' '}
              <small>
                {t('n')} {formatCount(n, i18n.language)}
              </small>
            </>
          )
          return (
            <li key={id}>
              {filters ? (
                <PlaceLink
                  to={{ ...at, selection: setValues(at.selection, filters.sentiment, [option(id)]) }}
                  resetScroll={false}
                >
                  {words}
                </PlaceLink>
              ) : (
                words
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
