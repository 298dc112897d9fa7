import type { AnsweredQuestion, Interview } from '@kaiku/contract/interview.ts'
import { formatDay } from '@kaiku/core/format.ts'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentDayText } from '../browser/moment.ts'
import { CommentTopics } from '../comment/comment-topics.tsx'
import { Button } from '../control/control.tsx'
import detail from '../control/detail.module.css'
import { PageHead } from '../control/page-head.tsx'
import { WasBefore } from '../correction/was-before.tsx'
import { type At, startOf, useAt } from '../drill-path/at.tsx'
import { linkTo } from '../drill-path/go.ts'
import { GivenAnswer } from '../interview/given-answer.tsx'
import css from '../interview/interview.module.css'
import { interviewQuery, moreOf } from '../interview/interview.queries.ts'
import { InterviewTags } from '../interview-tag/interview-tags.tsx'
import { useMentionsRead } from '../mention/use-mentions-read.ts'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { Neighbours } from '../place/neighbours.tsx'
import { WayBack } from '../place/way-back.tsx'
import { SampleLink } from '../sample/sample-link.tsx'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { startMoreTexts } from '../text/text.ts'
import { AnswerTranslations } from './answer-translations.tsx'
import { InterviewDocument } from './interview-document.tsx'
import { InterviewNotes } from './interview-notes.tsx'
import { InterviewQuality } from './interview-quality.tsx'
import { InterviewScores } from './interview-scores.tsx'

const InterviewShares = lazy(async () => {
  const [{ InterviewShares: shown }] = await Promise.all([
    import('../interview-share/interview-shares.tsx'),
    startMoreTexts('people'),
  ])
  return { default: shown }
})

const Correction = lazy(async () => ({ default: (await import('../correction/correction.tsx')).Correction }))

const InterviewAlerts = lazy(async () => {
  const [{ InterviewAlerts: shown }] = await Promise.all([
    import('../alert/interview-alerts.tsx'),
    startMoreTexts('alert'),
  ])
  return { default: shown }
})

/** One interview: what somebody answered, how that compares with the place, and what colleagues noted. */
export function InterviewPage() {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { interviewId = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(interviewQuery(survey.extName, interviewId, i18n.language))
  if (error) return <Failed title={t('interview.failed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={480} />
  return <Shown key={interviewId} interview={data} />
}

function Shown({ interview }: { interview: Interview }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { permissions, isReadOnly } = useIdentity()
  useMentionsRead(interview.interviewId)
  const [isCorrecting, correct] = useState(false)
  const [first] = interview.places
  const comments = interview.questions.filter((one) => one.isComment && one.answer !== null)
  const others = interview.questions.filter((one) => !one.isComment && !one.isPersonal)
  const personal = interview.questions.filter((one) => one.isPersonal)
  return (
    <article className={detail.page}>
      <PageHead
        title={
          interview.day === null
            ? t('interview.title')
            : t('interview.of', { day: formatDay(interview.day, i18n.language) })
        }
        note={interview.corrected && <span className={css.mark}>{t('interview.corrected')}</span>}
        back={<WayBack title={t('interview.back')} otherwise={{ to: {}, title: survey.title }} />}
        actions={
          <>
            {permissions.includes('importData') && !isReadOnly && (
              <Button onClick={() => correct(true)}>
                <IconPencil size={16} aria-hidden /> {t('correction.open')}
              </Button>
            )}
            {permissions.includes('export') && survey.enableSingleInterviewReport && !survey.protection && (
              <InterviewDocument interviewId={interview.interviewId} />
            )}
            <Neighbours of={{ survey: survey.extName, interviewId: interview.interviewId }} more={moreOf} />
          </>
        }
      />
      {interview.exclusion && (
        <Notice title={t('interview.excluded')}>
          {t('interview.excludedBy', {
            day: momentDayText(interview.exclusion.at, i18n.language),
            by: interview.exclusion.by || '–',
            reason: interview.exclusion.reason,
          })}
        </Notice>
      )}
      {isCorrecting && (
        <Suspense fallback={null}>
          <Correction interview={interview} onClose={() => correct(false)} />
        </Suspense>
      )}
      <div className={detail.columns}>
        <div className={detail.main}>
          {comments.map((one) => (
            <figure key={one.id} className={css.comment}>
              <figcaption>{one.title}</figcaption>
              <blockquote dir="auto">{String(one.answer?.value ?? '')}</blockquote>
              <WasBefore interview={interview} question={one} />
              <CommentTopics interviewId={interview.interviewId} question={one.id} />
              <AnswerTranslations interview={interview} question={one} />
            </figure>
          ))}
          {first && interview.scores.length > 0 && <InterviewScores scores={interview.scores} place={first} />}
          <Answers title={t('interview.answers')} questions={others} interview={interview} />
          {personal.length > 0 && <Answers title={t('interview.contact')} questions={personal} interview={interview} />}
        </div>
        <Side interview={interview} />
      </div>
    </article>
  )
}

function Side({ interview }: { interview: Interview }) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { permissions } = useIdentity()
  const at = useAt()
  return (
    <div className={detail.side}>
      <section className={detail.box} aria-label={t('interview.places')}>
        <h2>{t('interview.places')}</h2>
        <dl className={detail.facts}>
          {interview.places.map((one) => (
            <div key={one.view}>
              <dt>{one.title}</dt>
              <dd>
                <Link {...linkTo(placeAt(at, one.path))}>{one.names.filter((name) => name !== '').join(' › ')}</Link>
              </dd>
            </div>
          ))}
        </dl>
        {permissions.includes('manageSamples') && <SampleLink interviewId={interview.interviewId} />}
      </section>
      <InterviewQuality interview={interview} />
      <InterviewTags interview={interview} />
      {permissions.includes('handleAlerts') && (
        <Suspense fallback={null}>
          <InterviewAlerts survey={survey.extName} interviewId={interview.interviewId} />
        </Suspense>
      )}
      <InterviewNotes interview={interview} />
      {permissions.includes('shareInterviews') && !survey.protection && (
        <Suspense fallback={<Skeleton height={120} />}>
          <InterviewShares survey={survey.extName} interviewId={interview.interviewId} />
        </Suspense>
      )}
    </div>
  )
}

const placeAt = (at: At, path: string): At => ({ ...at, ...startOf(path, '') })

type AnswersProps = { title: string; questions: readonly AnsweredQuestion[]; interview: Interview }

function Answers({ title, questions, interview }: AnswersProps) {
  const { t } = useTranslation()
  const isTaken = ({ id }: AnsweredQuestion) => interview.corrections.some(({ question }) => question === id)
  const isShown = (one: AnsweredQuestion) => one.answer !== null || one.withheld || isTaken(one)
  const answered = questions.filter(isShown)
  const silent = questions.filter((one) => !isShown(one))
  return (
    <section className={detail.box} aria-label={title}>
      <h2>{title}</h2>
      <dl className={css.answers}>
        {answered.map((one) => (
          <GivenAnswer key={one.id} question={one}>
            <WasBefore interview={interview} question={one} />
            {one.type === 'text' && !one.isPersonal && one.answer !== null && (
              <AnswerTranslations interview={interview} question={one} />
            )}
          </GivenAnswer>
        ))}
      </dl>
      {silent.length > 0 && (
        <p className={css.silent}>
          {t('interview.notAnswered', { questions: silent.map((one) => one.title).join(', ') })}
        </p>
      )}
    </section>
  )
}
