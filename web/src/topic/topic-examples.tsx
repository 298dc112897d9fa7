import type { Component } from '@kaiku/contract/page.ts'
import type { Topic, Topics } from '@kaiku/contract/topic.ts'
import { formatToken, option, parseToken, setValues } from '@kaiku/core/filter-token.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { OneComment } from '../comment/one-comment.tsx'
import { useAt, useScope } from '../drill-path/at.tsx'
import { figuresQuery } from '../figure/figure.queries.ts'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { PlaceLink } from '../place/place-link.tsx'
import css from './topics.module.css'

type Props = { answer: Topics; topic: Topic; asked: Extract<Component, { type: 'Topics' }> }

const examples = 3

/** The newest comments on a topic, and ways to all of them: those that praise it, those that criticise it. */
export function TopicExamples({ answer, topic, asked }: Props) {
  const { t, i18n } = useTranslation()
  const at = useAt()
  const { filters, question } = answer
  const names = filters ?? { topic: '', praise: '', complaint: '' }
  const own = parseToken(asked.filter ?? '')
  const filter = formatToken(setValues(own.ok ? own.value : new Map(), names.topic, [option(topic.id)]))
  const comments: Component = { type: 'Comments', limit: examples, filter, ...(question && { question: question.id }) }
  const query = useQuery({ ...figuresQuery([comments], useScope()), enabled: filters !== null })
  const [found] = query.data?.answers ?? []
  const fault = found?.type === 'Failed' ? found : query.error
  const ways = [
    { name: names.topic, words: t('topic.all', { n: formatCount(topic.n, i18n.language) }), n: topic.n },
    { name: names.praise, words: t('topic.praised', { n: formatCount(topic.praise, i18n.language) }), n: topic.praise },
    {
      name: names.complaint,
      words: t('topic.criticised', { n: formatCount(topic.complaint, i18n.language) }),
      n: topic.complaint,
    },
  ]
  if (filters === null) return null
  return (
    <div className={css.examples}>
      {fault ? (
        <Failed title={t('fault.component')} error={fault} onRetry={query.refetch} />
      ) : found?.type !== 'Comments' ? (
        <Skeleton height={120} />
      ) : found.hidden ? (
        <p>{t('comments.hidden')}</p>
      ) : (
        <ul aria-label={t('topic.examples', { topic: topic.title })}>
          {found.comments.map((one) => (
            <OneComment
              key={one.interviewId}
              comment={one}
              question={question?.id}
              indicators={new Map(query.data?.indicators.map((own) => [own.id, own]))}
            />
          ))}
        </ul>
      )}
      <p className={css.ways}>
        {t('topic.only')}{' '}
        {ways
          .filter(({ n }) => n !== null && n > 0)
          .map(({ name, words }) => (
            <PlaceLink
              key={name}
              to={{ ...at, selection: setValues(at.selection, name, [option(topic.id)]) }}
              resetScroll={false}
            >
              {words}
            </PlaceLink>
          ))}
      </p>
    </div>
  )
}
