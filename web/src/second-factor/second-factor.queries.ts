import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

export const secondFactorsQuery = queryOptions({
  queryKey: ['secondFactors'],
  queryFn: ({ signal }) => send('secondFactor.secondFactors', {}, signal),
})
