import type { NewSurvey } from '@kaiku/contract/new-survey.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useOneInAddress } from '../browser/in-address.ts'
import { momentText } from '../browser/moment.ts'
import { send } from '../call/send.ts'
import { uploadTelling } from '../call/upload-telling.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Badge } from '../control/badge.tsx'
import { Button, LinkButton, Segments } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { PageHead } from '../control/page-head.tsx'
import { Section } from '../control/section.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { startMoreTexts } from '../text/text.ts'
import { ColumnTable } from './column-table.tsx'
import { DoubtList } from './doubt-list.tsx'
import { DropFile } from './drop-file.tsx'
import css from './new-survey.module.css'
import { newSurveyQuery, newSurveysQuery } from './new-survey.queries.ts'
import { noFile } from './no-file.ts'
import { PreviewStep } from './preview-step.tsx'
import { Importing, PublishStep } from './publish-step.tsx'
import { useDecide } from './use-decide.ts'

/** A survey that another universe has written into a file is brought now and then. */
const ImportSurvey = lazy(async () => {
  const [{ ImportSurvey: shown }] = await Promise.all([
    import('../survey-copy/import-survey.tsx'),
    startMoreTexts('surveyCopy'),
  ])
  return { default: shown }
})

/** From a file of answers to a survey: what it holds, what it will show, publishing. */
export function NewSurveyPage() {
  const { newSurveyId = noFile } = useParams({ strict: false })
  return newSurveyId === noFile ? <Begin /> : <Opened key={newSurveyId} newSurveyId={newSurveyId} />
}

function usePathTo() {
  const { survey } = useSurvey()
  return (newSurveyId: string) => ownAddress(pathTo('newsurvey', { survey: survey.extName, newSurveyId }))
}

function Begin() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const path = usePathTo()
  const take = async (file: File, tell: (share: number) => void) => {
    const made = await uploadTelling('newSurvey.upload', undefined, file, tell)
    client.setQueryData(newSurveyQuery(made.newSurveyId).queryKey, made)
    await client.invalidateQueries({ queryKey: newSurveysQuery.queryKey })
    void navigate({ to: path(made.newSurveyId) })
  }
  return (
    <div className={css.page}>
      <PageHead title={t('newSurvey.title')} />
      <p className={css.intro}>{t('newSurvey.intro')}</p>
      <DropFile onFile={take} />
      <KeptFiles />
      <Suspense>
        <ImportSurvey />
      </Suspense>
    </div>
  )
}

function KeptFiles() {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const path = usePathTo()
  const { data = [] } = useQuery(newSurveysQuery)
  const { busy, fault, attempt } = useAttempt()
  const forget = (newSurveyId: string) =>
    void attempt(async () => {
      await send('newSurvey.drop', { newSurveyId })
      await client.invalidateQueries({ queryKey: newSurveysQuery.queryKey })
      return null
    })
  if (data.length === 0) return null
  return (
    <Section title={t('newSurvey.kept')} intro={t('newSurvey.keptWhy')}>
      <FormFault text={fault} />
      <ul className={css.kept}>
        {data.map(({ newSurveyId, file, at, published }) => (
          <li key={newSurveyId}>
            <Link to={path(newSurveyId)}>{t('newSurvey.goOn', { file })}</Link>
            <small>{momentText(at, i18n.language)}</small>
            {published ? (
              <Badge tone="good">{t('newSurvey.made')}</Badge>
            ) : (
              <LinkButton disabled={busy} onClick={() => forget(newSurveyId)}>
                {t('newSurvey.forget', { file })}
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Opened({ newSurveyId }: { newSurveyId: string }) {
  const { t } = useTranslation()
  const path = usePathTo()
  const { data, error, refetch } = useQuery(newSurveyQuery(newSurveyId))
  return (
    <div className={css.page}>
      <PageHead
        title={data?.understood.name ?? t('newSurvey.title')}
        back={<Link to={path(noFile)}>{t('newSurvey.otherFile')}</Link>}
      />
      {error && <Failed title={t('newSurvey.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={420} />}
      {data && (data.published ? <Importing of={data} /> : <Steps of={data} />)}
    </div>
  )
}

const steps = ['understood', 'preview', 'publish'] as const

function Steps({ of }: { of: NewSurvey }) {
  const { t } = useTranslation()
  const decide = useDecide(of)
  const [wanted, setStep] = useOneInAddress('state', steps)
  const step = wanted === '' ? 'understood' : wanted
  const go = (to: (typeof steps)[number] | undefined) => {
    if (to === undefined) return
    setStep(to === 'understood' ? '' : to)
    window.scrollTo({ top: 0 })
  }
  const at = steps.indexOf(step)
  const [before, after] = [steps[at - 1], steps[at + 1]]
  return (
    <>
      <Segments
        label={t('newSurvey.steps')}
        value={step}
        choices={steps.map((value) => ({ value, title: t(`newSurvey.step.${value}`) }))}
        onChange={go}
      />
      <Facts of={of} />
      <FormFault text={decide.fault} />
      {step === 'understood' && (
        <>
          <DoubtList of={of} decide={decide} />
          <ColumnTable of={of} decide={decide} />
        </>
      )}
      {step === 'preview' && <PreviewStep of={of} />}
      {step === 'publish' && <PublishStep of={of} decide={decide} />}
      <nav className={css.acts} aria-label={t('newSurvey.steps')}>
        {before && <Button onClick={() => go(before)}>{t('newSurvey.back')}</Button>}
        {after && (
          <Button primary onClick={() => go(after)}>
            {t('newSurvey.next')}
          </Button>
        )}
      </nav>
    </>
  )
}

const programs = {
  qualtrics: 'Qualtrics',
  surveyMonkey: 'SurveyMonkey',
  googleForms: 'Google Forms',
  typeform: 'Typeform',
  limeSurvey: 'LimeSurvey',
  formbricks: 'Formbricks',
} as const

function Facts({ of: { file, understood } }: { of: NewSurvey }) {
  const { t, i18n } = useTranslation()
  const { rows, blankRows, columns, source, encoding } = understood
  const counted = (count: number) => ({ count, n: formatCount(count, i18n.language) })
  return (
    <p className={css.facts}>
      {[
        file,
        t('newSurvey.rows', counted(rows)),
        t('newSurvey.columns', counted(columns.length)),
        ...(blankRows > 0 ? [t('newSurvey.blankRows', counted(blankRows))] : []),
        ...(source ? [t('newSurvey.source', { program: programs[source] })] : []),
        ...(encoding ? [encoding] : []),
      ].join(' · ')}
    </p>
  )
}
