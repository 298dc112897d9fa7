import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

export const questionsKey = (survey: string) => ['questions', survey] as const

/** The questions of a survey as they are edited. */
export const questionsQuery = (survey: string, locale: string) =>
  queryOptions({
    queryKey: [...questionsKey(survey), 'edited', locale],
    queryFn: ({ signal }) => send('question.read', { survey, locale }, signal),
  })

/** The versions that changed a question. */
export const questionHistoryQuery = (survey: string, question: string) =>
  queryOptions({
    queryKey: [...questionsKey(survey), 'history', question],
    queryFn: ({ signal }) => send('question.history', { survey, question }, signal),
  })
