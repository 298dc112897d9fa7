import { npsGroupOf } from '@kaiku/contract/nps-group.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import type { ShownIndicator } from '@kaiku/contract/value-text.ts'
import { formatDay } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { IconPencil, IconStar, IconStarFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../control/control.tsx'
import { scoreText } from '../indicator/score-text.ts'
import { Popover } from '../overlay/popover.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { CommentTopics } from './comment-topics.tsx'
import css from './comments.module.css'
import { type Stars, starKey } from './stars.ts'

type Comment = AnswerOf<'Comments'>['comments'][number]

type Props = {
  comment: Comment
  /** What the comment answers. */
  question: string | undefined
  indicators: ReadonlyMap<string, ShownIndicator>
  /** Null or absent: these cannot be starred. */
  stars?: Stars | null
}

/** What somebody wrote, as text whatever it holds, with how they scored, where, when, and of what it speaks. */
export function OneComment({ comment, question, indicators, stars = null }: Props) {
  const { t, i18n } = useTranslation()
  return (
    <li className={css.comment} data-tone={toneOf(comment, indicators)}>
      {stars && comment.interviewId !== null && question !== undefined && (
        <Star interviewId={comment.interviewId} question={question} stars={stars} />
      )}
      <p className={css.text} dir="auto">
        {comment.text}
      </p>
      <p className={css.facts}>
        {comment.scores.map((score) => {
          const indicator = indicators.get(score.indicator)
          return (
            indicator && (
              <span key={score.indicator}>
                {indicator.title} <b>{scoreText(indicator, score.value, t, i18n.language)}</b>
              </span>
            )
          )
        })}
        {comment.place.length > 0 && <span>{comment.place.slice(-2).join(' › ')}</span>}
        <When comment={comment} />
      </p>
      {comment.sentiment !== null && (
        <div className={css.heard}>
          <span data-mood={comment.sentiment}>{t(`sentiment.${comment.sentiment}`)}</span>
          {comment.topics.map(({ id, title, mood }) => (
            <span key={id} data-mood={mood ?? undefined}>
              {mood !== null && (
                <>
                  <span aria-hidden>{mood === 'praise' ? '+' : '−'}</span>
                  <span className="hidden-text">{t(`comments.${mood}`)}</span>{' '}
                </>
              )}
              {title}
            </span>
          ))}
          <Correct comment={comment} question={question} />
        </div>
      )}
    </li>
  )
}

/** A star that only the reader sees. */
function Star({ interviewId, question, stars }: { interviewId: string; question: string; stars: Stars }) {
  const { t } = useTranslation()
  const isStarred = stars.kept.has(starKey(interviewId, question))
  return (
    <IconButton
      label={t('comments.star')}
      small
      className={css.star}
      aria-pressed={isStarred}
      data-screen-only
      onClick={() => stars.set(interviewId, question, !isStarred)}
    >
      {isStarred ? <IconStarFilled size={15} /> : <IconStar size={15} />}
    </IconButton>
  )
}

/** Opens the topics of a comment to who may correct interviews. */
function Correct({ comment: { interviewId }, question }: Pick<Props, 'comment' | 'question'>) {
  const { t } = useTranslation()
  const { permissions, isReadOnly } = useIdentity()
  const isOpen = permissions.includes('importData') && permissions.includes('seeInterviews') && !isReadOnly
  if (interviewId === null || question === undefined || !isOpen) return null
  return (
    <Popover
      label={t('comments.correctTopics')}
      trigger={(wiring) => (
        <IconButton label={t('comments.correctTopics')} small className={css.correct} data-screen-only {...wiring}>
          <IconPencil size={13} />
        </IconButton>
      )}
    >
      {() => <CommentTopics interviewId={interviewId} question={question} />}
    </Popover>
  )
}

/** The day it was said, which leads to all that the person answered where the viewer may read that. */
function When({ comment: { day, interviewId } }: { comment: Comment }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { permissions } = useIdentity()
  const said = day !== null && <time dateTime={day}>{formatDay(day, i18n.language)}</time>
  if (interviewId === null || !permissions.includes('seeInterviews')) return said
  return (
    <Link to={ownAddress(pathTo('interview', { survey: survey.extName, interviewId }))} preload={false}>
      {said || t('interviews.title')}
    </Link>
  )
}

type Tone = 'good' | 'bad' | undefined

/** The edge has the colour of what is found in the comment, as the words below; where nothing is listened for, of the score. */
function toneOf({ sentiment, scores: [first] }: Comment, indicators: Props['indicators']): Tone {
  if (sentiment !== null)
    return ({ positive: 'good', negative: 'bad', mixed: undefined, neutral: undefined } as const)[sentiment]
  const lead = first && indicators.get(first.indicator)
  return lead && scoreTone(lead, first.value)
}

/** Promoters and detractors, or the upper and lower third of a scale; the score itself stands below in words. */
function scoreTone({ measure, bounds, better, nps }: ShownIndicator, value: number): Tone {
  if (nps) return ({ promoter: 'good', detractor: 'bad', passive: undefined } as const)[npsGroupOf(String(value), nps)]
  if (measure !== 'mean' || !bounds) return undefined
  const share = (value - bounds.low) / (bounds.high - bounds.low || 1)
  const upper = better === 'high' ? share : 1 - share
  return upper >= 2 / 3 ? 'good' : upper <= 1 / 3 ? 'bad' : undefined
}
