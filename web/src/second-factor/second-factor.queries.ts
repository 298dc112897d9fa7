import { queryOptions } from '@tanstack/react-query'
import { send } from '../send.ts'

export const secondFactorsQuery = queryOptions({
  queryKey: ['secondFactors'],
  queryFn: ({ signal }) => send('secondFactors', {}, signal),
})
