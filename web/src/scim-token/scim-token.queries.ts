import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

/** `universe`: its name, since each has tokens of its own. */
export const scimTokensQuery = (universe: string) =>
  queryOptions({ queryKey: ['scimTokens', universe], queryFn: ({ signal }) => send('scim.tokens', {}, signal) })
