import { useTranslation } from 'react-i18next'
import { useAt, viewOf } from '../drill-path/at.tsx'
import { usePlace } from '../place/place.queries.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { byUnit, ofQuestion, questionsTo, units } from './exploration.ts'

/** What can stand in rows and in columns: places, periods, and the questions that make groups. */
export function useVariables() {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { data: place } = usePlace()
  const at = useAt()
  const levels = survey.views.find(({ extName }) => extName === viewOf(at))?.levelTitles ?? []
  const last = levels.at(-1)
  const places = [
    { value: 'children', title: place?.childTitle || t('explore.places') },
    ...(last && last !== place?.childTitle ? [{ value: 'leaves', title: t('explore.all', { level: last }) }] : []),
  ]
  const periods = survey.isDated ? units.map((unit) => ({ value: byUnit(unit), title: t(`explore.by.${unit}`) })) : []
  const questions = (side: 'rows' | 'columns') =>
    questionsTo(survey.questions, side).map(({ id, title }) => ({ value: ofQuestion(id), title }))
  // The periods of a protected survey's answers cannot be told beside other groups.
  return {
    rows: [...places, ...periods, ...questions('rows')],
    columns: [...places, ...(survey.protection ? [] : periods), ...questions('columns')],
  }
}
