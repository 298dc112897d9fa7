import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

/** `universe`: its name, since each has keys of its own. */
export const universeKeysQuery = (universe: string) =>
  queryOptions({ queryKey: ['universeKeys', universe], queryFn: ({ signal }) => send('universeKey.list', {}, signal) })
