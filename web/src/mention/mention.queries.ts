import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'
import type { Mentionable } from './mentioned.ts'

/** Milliseconds after which mentions are asked for anew where nothing tells that there is news. */
const pollMs = 60_000

/** Begins the key of the viewer's mentions. */
export const mentionsKey = ['mention']

/** The notes that mention the viewer and wait to be read. */
export const mentionsQuery = (locale: string) =>
  queryOptions({
    queryKey: [...mentionsKey, locale],
    queryFn: ({ signal }) => send('mention.list', { locale }, signal),
    refetchInterval: pollMs,
  })

/** Asks who may be mentioned in a note and has a text in their name. */
export type PeopleQuery = (search: string) => {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<readonly Mentionable[]>
  staleTime: number
}
