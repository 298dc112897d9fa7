import { pathTo } from '@kaiku/core/screen.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { sampleOfInterviewQuery } from './sample.queries.ts'

/** From an interview to the sample that it answers, where there is one that the viewer manages. */
export function SampleLink({ interviewId }: { interviewId: string }) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { href } = useLocation()
  const sampleId = useQuery(sampleOfInterviewQuery(survey.extName, interviewId)).data?.sampleId ?? null
  if (sampleId === null) return null
  return (
    <Link
      to={ownAddress(pathTo('sample', { survey: survey.extName, fromPage: 'sample', sampleId }))}
      state={{ cameFrom: href }}
      preload={false}
    >
      {t('interview.sample')}
    </Link>
  )
}
