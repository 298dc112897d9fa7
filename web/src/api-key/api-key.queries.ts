import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

export const apiKeysQuery = (survey: string, locale: string) =>
  queryOptions({
    queryKey: ['apiKeys', survey, locale],
    queryFn: ({ signal }) => send('apiKey.list', { survey, locale }, signal),
  })
