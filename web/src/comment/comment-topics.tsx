import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { IconButton, Select } from '../control/control.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './comment-topics.module.css'

const topicsQuery = (survey: string, interviewId: string, locale: string) =>
  queryOptions({
    queryKey: ['interview-topics', survey, interviewId, locale],
    queryFn: ({ signal }) => send('topicCorrection.read', { survey, interviewId, locale }, signal),
    staleTime: 10_000,
  })

type Props = { interviewId: string; question: string }

/** Of what a comment speaks; who may correct interviews says where that is wrong, and takes it back. */
export function CommentTopics({ interviewId, question }: Props) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { survey } = useSurvey()
  const { permissions, isReadOnly } = useIdentity()
  const mayCorrect = permissions.includes('importData') && !isReadOnly
  const query = topicsQuery(survey.extName, interviewId, i18n.language)
  const { data } = useQuery(query)
  const { busy, fault, attempt } = useAttempt()
  if (!data) return <Skeleton height={26} />
  const comment = data.comments.find((one) => one.question === question)
  if (!comment) return null
  const say = (topic: string, isThere: boolean | null) =>
    void attempt(async () => {
      const at = { survey: survey.extName, interviewId, locale: i18n.language }
      client.setQueryData(query.queryKey, await send('topicCorrection.correct', { ...at, question, topic, isThere }))
      return null
    })
  return (
    <div className={css.topics}>
      {comment.topics.length === 0 && <p className={css.none}>{t('comments.noTopic')}</p>}
      <ul aria-label={t('comments.topics')}>
        {comment.topics.map((topic) => (
          <li
            key={topic.id}
            data-mood={topic.mood ?? undefined}
            title={topic.by ? t('comments.topicBy', { name: topic.by }) : undefined}
          >
            {topic.isThere ? topic.title : <s>{topic.title}</s>}
            {mayCorrect && (
              <IconButton
                label={t(topic.by === null ? 'comments.wrongTopic' : 'comments.topicBack', { topic: topic.title })}
                small
                disabled={busy}
                onClick={() => say(topic.id, topic.by === null ? false : null)}
              >
                {topic.by === null ? <IconX size={13} /> : <IconArrowBackUp size={13} />}
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {mayCorrect && (
        <Select
          label={t('comments.addTopic')}
          value=""
          choices={[
            { value: '', title: t('comments.addTopic') },
            ...comment.others.map(({ id, title }) => ({ value: id, title })),
          ]}
          onChange={(topic) => topic !== '' && say(topic, true)}
        />
      )}
      {fault !== '' && <p role="alert">{fault}</p>}
    </div>
  )
}
