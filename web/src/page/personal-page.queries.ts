import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'
import { noSurvey } from '../survey/no-survey.ts'

/** The viewer's own pages of a survey. */
export const personalPagesQuery = (survey: string) =>
  queryOptions({
    queryKey: ['personalPages', survey],
    queryFn: ({ signal }) => (survey === noSurvey ? [] : send('personalPage.list', { survey }, signal)),
    staleTime: 300_000,
  })
