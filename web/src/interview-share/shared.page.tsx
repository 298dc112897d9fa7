import type { AnsweredQuestion } from '@kaiku/contract/interview.ts'
import type { SharedInterview } from '@kaiku/contract/interview-share.ts'
import { formatDay } from '@kaiku/core/format.ts'
import { IconLinkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { CallError, send } from '../call/send.ts'
import { showLook } from '../control/brand.ts'
import { BrandLogo } from '../control/brand-logo.tsx'
import { Button } from '../control/control.tsx'
import detail from '../control/detail.module.css'
import { GivenAnswer } from '../interview/given-answer.tsx'
import answerCss from '../interview/interview.module.css'
import { FullNotice, Waiting } from '../overlay/full-notice.tsx'
import css from './interview-share.module.css'

/** One interview as it was shared with somebody who has no account: to read, and nothing else. */
export function SharedPage() {
  const { t, i18n } = useTranslation()
  const { survey = '', interviewId = '', secret = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery({
    queryKey: ['shared', survey, interviewId, secret, i18n.language],
    queryFn: ({ signal }) =>
      send('interviewShare.read', { survey, interviewId, secret, locale: i18n.language }, signal),
    retry: false,
    staleTime: 60_000,
  })
  if (data) return <Shown shared={data} />
  if (!error) return <Waiting />
  if (error instanceof CallError && error.code === 'not_found')
    return (
      <FullNotice title={t('shared.over')}>
        <IconLinkOff size={28} aria-hidden /> {t('shared.overWhy')}
      </FullNotice>
    )
  return <FullNotice title={t('shared.failed')} action={<Button onClick={() => void refetch()}>{t('retry')}</Button>} />
}

function Shown({ shared }: { shared: SharedInterview }) {
  const { t, i18n } = useTranslation()
  const { universe, survey, day, place, questions, expiresAt } = shared
  const title = day === null ? t('interview.title') : t('interview.of', { day: formatDay(day, i18n.language) })
  useEffect(() => {
    showLook(universe)
    document.title = `${survey} · ${universe.title}`
  }, [universe, survey])
  const comments = questions.filter((one) => one.isComment && one.answer !== null)
  const others = questions.filter((one) => !one.isComment && one.answer !== null)
  return (
    <main className={css.page}>
      <header className={css.head}>
        <span className={css.brand}>
          <BrandLogo size={28} /> {universe.title}
        </span>
        <h1>{title}</h1>
        <p>{[survey, place].filter((part) => part !== '').join(' · ')}</p>
      </header>
      {comments.map((one) => (
        <figure key={one.id} className={answerCss.comment}>
          <figcaption>{one.title}</figcaption>
          <blockquote dir="auto">{String(one.answer?.value ?? '')}</blockquote>
        </figure>
      ))}
      <Answers questions={others} />
      <footer className={css.foot}>{t('shared.until', { when: momentText(expiresAt, i18n.language) })}</footer>
    </main>
  )
}

function Answers({ questions }: { questions: readonly AnsweredQuestion[] }) {
  const { t } = useTranslation()
  if (questions.length === 0) return null
  return (
    <section className={detail.box} aria-label={t('interview.answers')}>
      <h2>{t('interview.answers')}</h2>
      <dl>
        {questions.map((one) => (
          <GivenAnswer key={one.id} question={one} />
        ))}
      </dl>
    </section>
  )
}
