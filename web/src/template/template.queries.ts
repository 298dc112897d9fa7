import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

/** Begins the key of everything about a survey’s templates. */
export const templatesKey = (survey: string) => ['template', survey]

export const templatesQuery = (survey: string) =>
  queryOptions({
    queryKey: [...templatesKey(survey), 'list'],
    queryFn: ({ signal }) => send('template.list', { survey }, signal),
  })

export const templateQuery = (survey: string, templateId: string, locale: string) =>
  queryOptions({
    queryKey: [...templatesKey(survey), 'one', templateId, locale],
    queryFn: ({ signal }) => send('template.one', { survey, templateId, locale }, signal),
    // What is being written here is newer than what the server has.
    refetchOnWindowFocus: false,
  })
