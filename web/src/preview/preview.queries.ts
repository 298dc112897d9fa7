import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

/** A draft is looked for as often as somebody writes it. */
const everyMs = 4_000

export const previewQuery = (survey: string, locale: string) =>
  queryOptions({
    queryKey: ['preview', survey, locale],
    queryFn: ({ signal }) => send('preview.state', { survey, locale }, signal),
    refetchInterval: everyMs,
  })
