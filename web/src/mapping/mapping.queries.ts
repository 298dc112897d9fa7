import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Reply, Sent } from '../call/calls.ts'
import { send } from '../call/send.ts'

export const mappingKey = ['mapping'] as const
export type OpenedMappings = Reply<'mapping.open'>

export const mappingsQuery = (survey: string, locale: string) =>
  queryOptions({
    queryKey: [...mappingKey, 'open', survey, locale],
    queryFn: ({ signal }) => send('mapping.open', { survey, locale }, signal),
  })

/** `mapping`: one to try on the file; empty: the one that fits, or a new one. */
export const proposalQuery = (survey: string, fileId: string, mapping: string, locale: string) =>
  queryOptions({
    queryKey: [...mappingKey, 'propose', survey, fileId, mapping, locale],
    queryFn: ({ signal }) =>
      send('mapping.propose', { survey, fileId, locale, ...(mapping === '' ? {} : { mapping }) }, signal),
    // What is proposed is where the work begins: it does not change under it.
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What stands there is shown until the next answer comes. */
export const checkQuery = (asked: Sent<'mapping.check'>) =>
  queryOptions({
    queryKey: [...mappingKey, 'check', asked],
    queryFn: ({ signal }) => send('mapping.check', asked, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

/** Milliseconds between two looks at an import that goes on. */
const poll = 1_000

export const importTaskQuery = (taskId: string) =>
  queryOptions({
    queryKey: [...mappingKey, 'task', taskId],
    queryFn: async ({ signal }) => (await send('task.own', undefined, signal)).find((one) => one.taskId === taskId),
    refetchInterval: ({ state: { data } }) => (data === undefined || data.endedAt === null ? poll : false),
  })
