import type { Survey } from '@kaiku/contract/survey.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isLocale, overrideTexts } from '../text/text.ts'
import { noSurvey, standIn } from './no-survey.ts'
import { showFirst } from './open-survey.ts'
import { useShownLoadCount } from './shown-load-count.ts'
import { loadCountQuery, surveyQuery } from './survey.queries.ts'

type Open = { survey: Survey; loadCount: number }
const Context = createContext<Open | null>(null)

/** The open survey and the data state it is shown at. */
export function useSurvey(): Open {
  const open = useContext(Context)
  if (!open) throw new Error('outside of a survey')
  return open
}

type Props = {
  name: string
  loading: ReactNode
  failed: (error: Error, retry: () => void) => ReactNode
  children: ReactNode
}

/** Opens a survey for what stands below. */
export function SurveyProvider(props: Props) {
  const { t } = useTranslation()
  if (props.name !== noSurvey) return <ReadSurvey {...props} />
  return <Context value={{ survey: standIn(t('start.noSurveys')), loadCount: 0 }}>{props.children}</Context>
}

function ReadSurvey({ name, loading, failed, children }: Props) {
  const { i18n } = useTranslation()
  const client = useQueryClient()
  const shown = useShownLoadCount(name)
  const query = useQuery({ ...surveyQuery(name, i18n.language, shown), placeholderData: keepPreviousData })
  const latest = useQuery(loadCountQuery(name))
  const survey = query.data
  const first = latest.data ?? survey?.loadCount
  useEffect(() => {
    if (survey?.extName === name && first !== undefined) showFirst(client, name, i18n.language, survey, first)
  }, [client, name, i18n.language, survey, first])
  useEffect(() => {
    if (survey && isLocale(survey.locale)) overrideTexts('survey', { [survey.locale]: survey.localeText })
  }, [survey])
  if (query.isError) return failed(query.error, () => void query.refetch())
  if (survey?.extName !== name || shown === undefined) return loading
  return <Context value={{ survey, loadCount: shown }}>{children}</Context>
}
