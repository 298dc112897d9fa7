import type { Report } from '@kaiku/contract/report.ts'
import { mayBegin } from '@kaiku/core/report-download.ts'
import { pathTo, pathToPage } from '@kaiku/core/screen.ts'
import { IconDownload, IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { sizeText } from '../browser/size-text.ts'
import { faultText } from '../call/fault-text.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Badge } from '../control/badge.tsx'
import { Button } from '../control/control.tsx'
import detail from '../control/detail.module.css'
import { PageHead } from '../control/page-head.tsx'
import { defaultComparison, useAt } from '../drill-path/at.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { WayBack } from '../place/way-back.tsx'
import { beginReport } from '../report/begin-report.ts'
import { reportQuery } from '../report/report.queries.ts'
import { useReportDownload } from '../report/report-download.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { hasEnded } from '../task/task.queries.ts'
import { TaskProgress } from '../task/task-progress.tsx'
import { standingText, toneOf } from '../task/task-words.ts'
import { useTaskActs } from '../task/use-task-acts.ts'
import { withTexts } from '../text/with-texts.ts'
import css from './report.page.module.css'

const loadLink = withTexts('people')(() => import('../counted-link/new-link.tsx'))
const NewLink = lazy(async () => ({ default: (await loadLink()).NewLink }))

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** One report: what it is of, how far it is, until when it can be fetched. */
export function ReportPage() {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { reportUUID = '' } = useParams({ strict: false })
  const isNamed = uuid.test(reportUUID)
  const { data, error, refetch } = useQuery({
    ...reportQuery({ survey: survey.extName, reportUUID }),
    enabled: isNamed,
  })
  const fault = isNamed ? error : { code: 'not_found', message: '' }
  if (data) return <Shown key={reportUUID} report={data} />
  return (
    <>
      <PageHead title={t('report.one')} back={<Back />} />
      {fault ? <Failed title={t('report.notShown')} error={fault} onRetry={refetch} /> : <Skeleton height={320} />}
    </>
  )
}

function Back() {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  return <WayBack title={t('report.back')} otherwise={{ to: {}, title: survey.title }} />
}

function Shown({ report }: { report: Report }) {
  const { t } = useTranslation()
  const { page: firstPage } = useAt()
  const { title, state, progress, refusal, survey, path, compare, page } = report
  const { mayChange, busy, fault, fetch, cancel, retry } = useTaskActs({ taskId: report.reportUUID, survey })
  const shown = pathToPage(
    page ?? firstPage,
    { survey, drillPath: path },
    compare === defaultComparison ? {} : { compare },
  )
  return (
    <article className={detail.page}>
      <PageHead
        title={title}
        note={<Badge tone={toneOf(report)}>{standingText(report, t)}</Badge>}
        back={<Back />}
        actions={
          <>
            {report.file !== null && (
              <Button primary disabled={busy} onClick={fetch}>
                <IconDownload size={16} aria-hidden /> {t('report.download')}
              </Button>
            )}
            {mayChange && !hasEnded(state) && (
              <Button disabled={busy} onClick={cancel}>
                {t('saved.cancel')}
              </Button>
            )}
            {mayChange && (state === 'failed' || state === 'cancelled') && (
              <Button disabled={busy} onClick={retry}>
                {t('retry')}
              </Button>
            )}
            {mayChange && state === 'done' && <Again report={report} />}
          </>
        }
      />
      {fault !== '' && <p role="alert">{fault}</p>}
      {state === 'processing' && <TaskProgress title={title} progress={progress} />}
      {refusal !== null && <p role="alert">{faultText(refusal, t)}</p>}
      {state === 'failed' && refusal === null && <p role="alert">{t('report.failedWhy')}</p>}
      <section className={detail.box} aria-label={t('report.about')}>
        <h2>{t('report.about')}</h2>
        <Facts report={report} />
        <Link to={ownAddress(shown)}>{t('report.open')}</Link>
        {mayChange && <Share survey={survey} title={title} path={shown} />}
      </section>
    </article>
  )
}

/** A link to what the report shows: a report itself is for whoever asked for it. */
function Share({ survey, title, path }: { survey: string; title: string; path: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <IconLink size={16} aria-hidden /> {t('link.title')}
      </Button>
      <Suspense fallback={null}>
        {isOpen && <NewLink survey={survey} title={title.slice(0, 80)} path={path} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}

/** What its first sheet says, without what stands beside; until it is made, what is known of it. */
function Facts({ report: { by, createdAt, file, facts } }: { report: Report }) {
  const { t, i18n } = useTranslation()
  const when = (moment: string) => momentText(moment, i18n.language)
  const known = [
    { title: t('report.for'), text: by },
    { title: t('report.askedAt'), text: when(createdAt) },
  ]
  const kept =
    file === null
      ? []
      : [
          { title: t('report.file'), text: `${file.name} (${sizeText(file.size, i18n.language)})` },
          { title: t('report.until'), text: when(file.expiresAt) },
        ]
  return (
    <dl className={`${detail.facts} ${css.facts}`}>
      {[...(facts.length === 0 ? known : facts), ...kept].map((fact) => (
        <div key={`${fact.title} ${fact.text}`}>
          <dt>{fact.title}</dt>
          <dd>{fact.text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The same of what is known by now. */
function Again({ report: { survey, path, kind, compare, page, paper, orientation } }: { report: Report }) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const download = useReportDownload()
  const { busy, fault, attempt } = useAttempt()
  const begin = () =>
    void attempt(async () => {
      const paged = page === null ? {} : { page }
      const asked = { survey, path, kind, compare, paper, orientation, locale: i18n.language, ...paged }
      const reportUUID = await beginReport(asked)
      await navigate({ to: ownAddress(pathTo('reportdownload', { survey, reportUUID })) })
      return null
    })
  return (
    <>
      <Button disabled={busy || !mayBegin(download)} onClick={begin}>
        {t('report.again')}
      </Button>
      {fault !== '' && <p role="alert">{fault}</p>}
    </>
  )
}
