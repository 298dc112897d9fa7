import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Reply, Sent } from '../call/calls.ts'
import { send } from '../call/send.ts'

export type EffectList = Reply<'effect.blocks'>
export type EffectDryRun = Reply<'effect.dryRun'>
export type ListedRun = Reply<'effect.runs'>[number]

export const effectKey = (survey: string) => ['effect', survey] as const

/** Asked for again while something may still wait. Milliseconds. */
const again = 5_000

export const effectsQuery = (survey: string, locale: string) =>
  queryOptions({
    queryKey: [...effectKey(survey), 'blocks', locale],
    queryFn: ({ signal }) => send('effect.blocks', { survey, locale }, signal),
    refetchInterval: again,
  })

export const runsQuery = (survey: string, blockId: string, locale: string) =>
  queryOptions({
    queryKey: [...effectKey(survey), 'runs', blockId, locale],
    queryFn: ({ signal }) => send('effect.runs', { survey, locale, ...(blockId === '' ? {} : { blockId }) }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: again,
  })

export const effectDryRunQuery = (asked: Sent<'effect.dryRun'>) =>
  queryOptions({
    queryKey: [...effectKey(asked.survey), 'dry-run', asked],
    queryFn: ({ signal }) => send('effect.dryRun', asked, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
