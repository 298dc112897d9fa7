import { queryOptions } from '@tanstack/react-query'
import { alertsKey } from '../alert/alert.queries.ts'
import { send } from '../call/send.ts'
import type { PlaceAt } from '../drill-path/at.tsx'

/** Asked for anew with other data, and after each change of the survey's alerts. */
export const mondayCardQuery = ({ loadCount, ...asked }: PlaceAt) =>
  queryOptions({
    queryKey: [...alertsKey(asked.survey), 'card', asked, loadCount],
    queryFn: ({ signal }) => send('mondayCard.read', asked, signal),
  })
