import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

export const blocksQuery = (survey: string) =>
  queryOptions({
    queryKey: ['block', survey, 'list'],
    queryFn: ({ signal }) => send('configBlock.list', { survey }, signal),
  })

/** A block as it is kept. Asked for anew each time it is opened, and never while somebody writes. */
export const blockQuery = (survey: string, file: string, locale: string) =>
  queryOptions({
    queryKey: ['block', survey, 'one', file, locale],
    queryFn: ({ signal }) => send('configBlock.one', { survey, file, locale }, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What is wrong with the drafts, and what publishing them would change. `state`: what of them is known here. */
export const checkedQuery = (survey: string, locale: string, state: string, writing?: { file: string; text: string }) =>
  queryOptions({
    queryKey: ['block', survey, 'check', locale, state, writing?.file, writing?.text],
    queryFn: ({ signal }) => send('configBlock.check', { survey, locale, ...(writing && { writing }) }, signal),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })

/** Surveys of the universe, whose blocks may be taken as templates. */
export const otherSurveysQuery = queryOptions({
  queryKey: ['block', 'surveys'],
  queryFn: ({ signal }) => send('survey.list', { universe: 'all' }, signal),
})
