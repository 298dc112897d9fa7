import type { Topics } from '@kaiku/contract/topic.ts'
import { formatChange, formatValue } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import css from './panel.module.css'

const mostTopics = 6

/** Topics that comments speak of clearly more or less often than in the earlier period, the largest change first. */
export function MovedTopics({ answer }: { answer: Topics }) {
  const { t, i18n } = useTranslation()
  if (answer.state === 'hidden' || answer.state === 'none') return null
  const moved = answer.topics
    .flatMap(({ id, title, share, change }) => (change?.significant ? [{ id, title, share, change }] : []))
    .sort((a, b) => Math.abs(b.change.value) - Math.abs(a.change.value))
    .slice(0, mostTopics)
  return (
    <section className={css.part}>
      <h3>{t('explain.topics')}</h3>
      {moved.length === 0 ? (
        <p>{t('explain.noTopics')}</p>
      ) : (
        <ul className={css.topics}>
          {moved.map(({ id, title, share, change }) => (
            <li key={id}>
              <span>{title}</span>
              <span>
                {t('explain.topicShare', {
                  before: formatValue('share', change.before, 1, i18n.language),
                  now: formatValue('share', share.value, 1, i18n.language),
                })}
              </span>
              <b>{formatChange(change.value, 1, i18n.language)}</b>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
