import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

/** `universe`: that the tab is in. */
export const countedLinksQuery = (universe: string, survey: string) =>
  queryOptions({
    queryKey: ['countedLinks', universe, survey],
    queryFn: ({ signal }) => send('countedLink.list', { survey }, signal),
  })
