import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

export const newSurveyKey = ['newSurvey'] as const

export const newSurveysQuery = queryOptions({
  queryKey: [...newSurveyKey, 'list'],
  queryFn: ({ signal }) => send('newSurvey.list', undefined, signal),
})

export const newSurveyQuery = (newSurveyId: string) =>
  queryOptions({
    queryKey: [...newSurveyKey, 'one', newSurveyId],
    queryFn: ({ signal }) => send('newSurvey.one', { newSurveyId }, signal),
  })

/** Of what was settled last: the figures of a file change with each decision. */
export const previewQuery = (newSurveyId: string, decided: string) =>
  queryOptions({
    queryKey: [...newSurveyKey, 'preview', newSurveyId, decided],
    queryFn: ({ signal }) => send('newSurvey.preview', { newSurveyId }, signal),
  })

/** Milliseconds between two looks at an import that goes on. */
const poll = 1_000

export const standingQuery = (newSurveyId: string) =>
  queryOptions({
    queryKey: [...newSurveyKey, 'standing', newSurveyId],
    queryFn: ({ signal }) => send('newSurvey.standing', { newSurveyId }, signal),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'importing' ? poll : false),
  })
