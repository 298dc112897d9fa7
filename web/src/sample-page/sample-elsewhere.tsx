import type { Sample } from '@kaiku/contract/sample.ts'
import { formatDay } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { momentDayText } from '../browser/moment.ts'
import { Badge } from '../control/badge.tsx'
import detail from '../control/detail.module.css'
import css from '../sample/sample.module.css'
import { toneOf } from '../sample/sample-words.ts'
import { ownAddress } from '../session/own-address.ts'

/** What the person was asked and answered in every survey, and what was sent to them. */
export function SampleElsewhere({ sample }: { sample: Sample }) {
  const { t, i18n } = useTranslation()
  const { href } = useLocation()
  const { interviews, others, messages } = sample
  return (
    <>
      <section className={detail.box} aria-label={t('sample.interviews')}>
        <h2>{t('sample.interviews')}</h2>
        {interviews.length === 0 && <p className={css.hint}>{t('sample.noInterviews')}</p>}
        <ul className={css.list}>
          {interviews.map(({ survey, title, interviewId, day }) => (
            <li key={interviewId}>
              <Link
                to={ownAddress(pathTo('interview', { survey, interviewId }))}
                state={{ cameFrom: href }}
                preload={false}
              >
                {day === null ? t('sample.interview') : t('sample.interviewOf', { day: formatDay(day, i18n.language) })}
              </Link>
              <span className={css.hint}>{title}</span>
            </li>
          ))}
        </ul>
      </section>
      {others.length > 0 && (
        <section className={detail.box} aria-label={t('sample.others')}>
          <h2>{t('sample.others')}</h2>
          <ul className={css.list}>
            {others.map(({ survey, title, sampleId, state, changedAt }) => (
              <li key={sampleId}>
                <Link to={ownAddress(pathTo('sample', { survey, fromPage: 'sample', sampleId }))} preload={false}>
                  {title}
                </Link>
                <Badge tone={toneOf(state)}>{t(`sample.state.${state}`)}</Badge>
                <time className={css.hint} dateTime={changedAt}>
                  {momentDayText(changedAt, i18n.language)}
                </time>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={detail.box} aria-label={t('sample.messages')}>
        <h2>{t('sample.messages')}</h2>
        {messages.length === 0 && <p className={css.hint}>{t('sample.noMessages')}</p>}
        <ul className={css.list}>
          {messages.map(({ at, subject, sentAt }) => (
            <li key={at}>
              <span dir="auto">{subject}</span>
              <span className={css.hint}>
                {sentAt === null ? t('sample.waits') : momentDayText(sentAt, i18n.language)}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
