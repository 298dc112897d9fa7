import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'
import type { At } from '../drill-path/at.tsx'
import { writePath } from '../filter-reference/filter-reference.ts'

/** `universe`: that the tab is in. */
export const mondayCardQuery = (universe: string, { survey, path, selection, compare }: At, locale: string) => {
  const asked = { survey, path: writePath(path, selection), compare, locale }
  return queryOptions({
    queryKey: ['mondayCard', universe, asked],
    queryFn: ({ signal }) => send('mondayCard.read', asked, signal),
  })
}
