import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

export const sqlColumnsQuery = (survey: string, locale: string) =>
  queryOptions({
    queryKey: ['sql', survey, 'columns', locale],
    queryFn: ({ signal }) => send('sql.columns', { survey, locale }, signal),
    staleTime: 60_000,
  })

export const sqlQuestionsQuery = (survey: string) =>
  queryOptions({
    queryKey: ['sql', survey, 'questions'],
    queryFn: ({ signal }) => send('sql.questions', { survey }, signal),
    staleTime: 60_000,
  })
