import { Outlet, useParams } from '@tanstack/react-router'
import { type At, AtProvider, defaultComparison, rankingsPage, startOf } from '../drill-path/at.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { Frame } from './frame.tsx'
import { NamedSurvey } from './named-survey.tsx'

/** The frame of screens that show no figures: its links lead to the start of the survey that the address names. */
export function ScreenLayout() {
  const { survey = '' } = useParams({ strict: false })
  return (
    <NamedSurvey name={survey}>
      <Framed />
    </NamedSurvey>
  )
}

function Framed() {
  const { survey } = useSurvey()
  const at: At = {
    survey: survey.extName,
    page: survey.pages[0]?.extname ?? rankingsPage,
    compare: defaultComparison,
    ...startOf(survey.startPath, survey.startFilter),
  }
  return (
    <AtProvider at={at}>
      <Frame plain>
        <Outlet />
      </Frame>
    </AtProvider>
  )
}
