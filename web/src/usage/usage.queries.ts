import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

/** `universe`: that the tab is in. */
export const surveyUsageQuery = (universe: string, survey: string, locale: string) =>
  queryOptions({
    queryKey: ['usage', universe, 'survey', survey, locale],
    queryFn: ({ signal }) => send('usage.survey', { survey, locale }, signal),
  })

export const memberUsageQuery = (universe: string, locale: string) =>
  queryOptions({
    queryKey: ['usage', universe, 'people', locale],
    queryFn: ({ signal }) => send('usage.people', { locale }, signal),
  })
