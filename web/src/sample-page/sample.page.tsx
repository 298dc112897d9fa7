import type { Sample } from '@kaiku/contract/sample.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { Badge } from '../control/badge.tsx'
import detail from '../control/detail.module.css'
import { PageHead } from '../control/page-head.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { WayBack } from '../place/way-back.tsx'
import { sampleQuery } from '../sample/sample.queries.ts'
import { SampleNextState } from '../sample/sample-next-state.tsx'
import { SampleStanding } from '../sample/sample-standing.tsx'
import { personText, placeText, stateText, toneOf } from '../sample/sample-words.ts'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { SampleElsewhere } from './sample-elsewhere.tsx'
import { EraseDialog, SampleErase } from './sample-erase.tsx'
import { SamplePerson } from './sample-person.tsx'
import { SampleTimeline } from './sample-timeline.tsx'

/** One person who is or may be asked: who it is, what was asked and answered, what was said about being asked. */
export function SamplePage() {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { sampleId = '' } = useParams({ strict: false })
  const [erased, setErased] = useState<Sample | null>(null)
  const isErasing = erased?.sampleId === sampleId
  // That somebody is erased may be heard before it is answered: then nobody is asked for any more.
  const { data, error, refetch } = useQuery({
    ...sampleQuery(survey.extName, sampleId, i18n.language),
    enabled: !isErasing,
  })
  return (
    <>
      {error && <Failed title={t('sample.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={480} />}
      {data && !error && <Shown key={sampleId} sample={data} onErase={() => setErased(data)} />}
      {isErasing && <EraseDialog sample={erased} onClose={() => setErased(null)} />}
    </>
  )
}

function Shown({ sample, onErase }: { sample: Sample; onErase: () => void }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { isReadOnly } = useIdentity()
  const { interviewId } = sample
  const { fromPage } = useParams({ strict: false })
  // An address names the page that it was opened from; `sample` stands for the list.
  const page = survey.pages.find(({ extname }) => extname === fromPage)
  const from = page
    ? { to: { page: page.extname }, title: page.title }
    : { to: { page: 'samples' }, title: t('sample.back') }
  const moments = [
    [t('sample.invitedAt'), sample.invitedAt],
    [t('sample.respondedAt'), sample.respondedAt],
    [t('sample.changedAt'), sample.changedAt],
  ] as const
  return (
    <article className={detail.page}>
      <PageHead
        title={personText(sample, t)}
        note={<Badge tone={toneOf(sample.state)}>{stateText(sample, t)}</Badge>}
        back={<WayBack title={t('sample.back')} otherwise={from} />}
      />
      <div className={detail.columns}>
        <div className={detail.main}>
          <SamplePerson key={sample.version} sample={sample} />
          <SampleElsewhere sample={sample} />
          <SampleTimeline sample={sample} />
        </div>
        <div className={detail.side}>
          <section className={detail.box} aria-label={t('sample.field.state')}>
            <h2>{t('sample.field.state')}</h2>
            <dl className={detail.facts}>
              <div>
                <dt>{t('place')}</dt>
                <dd>{placeText(sample)}</dd>
              </div>
              {moments.map(
                ([title, at]) =>
                  at !== null && (
                    <div key={title}>
                      <dt>{title}</dt>
                      <dd>
                        <time dateTime={at}>{momentText(at, i18n.language)}</time>
                      </dd>
                    </div>
                  ),
              )}
            </dl>
            {interviewId !== null && (
              <Link to={ownAddress(pathTo('interview', { survey: survey.extName, interviewId }))}>
                {t('sample.interview')}
              </Link>
            )}
            {!isReadOnly && <SampleNextState sample={sample} />}
          </section>
          <SampleStanding sample={sample} isFixed={isReadOnly} />
          {!isReadOnly && sample.person !== null && <SampleErase sample={sample} onErase={onErase} />}
        </div>
      </div>
    </article>
  )
}
