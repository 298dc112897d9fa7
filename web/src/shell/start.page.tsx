import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type At, defaultComparison, rankingsPage, startOf } from '../drill-path/at.tsx'
import { linkTo } from '../drill-path/go.ts'
import { surveyQuery, surveysQuery } from '../survey/survey.queries.ts'
import { faultText } from '../text/fault-text.ts'
import { Button } from '../ui/control.tsx'
import { FullNotice, Waiting } from './full-notice.tsx'

/** Leads to the first survey, its first view's start path, with the survey's start filter. */
export function StartPage() {
  const { t, i18n } = useTranslation()
  const surveys = useQuery(surveysQuery(i18n.language))
  const first = surveys.data?.[0]?.extName
  const survey = useQuery({ ...surveyQuery(first ?? '', i18n.language), enabled: first !== undefined })
  const error = surveys.error ?? survey.error
  if (error)
    return (
      <FullNotice
        title={t('start.failed')}
        action={
          <Button onClick={() => void (surveys.error ? surveys.refetch() : survey.refetch())}>{t('retry')}</Button>
        }
      >
        {faultText(error, t)}
      </FullNotice>
    )
  if (surveys.data?.length === 0) return <FullNotice title={t('start.noSurveys')}>{t('start.noSurveysWhy')}</FullNotice>
  if (!survey.data || first === undefined) return <Waiting />
  const at: At = {
    survey: first,
    page: survey.data.pages[0]?.extname ?? rankingsPage,
    compare: defaultComparison,
    ...startOf(survey.data.startPath, survey.data.startFilter),
  }
  return <Navigate {...linkTo(at)} replace />
}
