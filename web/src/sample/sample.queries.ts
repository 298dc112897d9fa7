import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Sent } from '../call/calls.ts'
import { send } from '../call/send.ts'
import type { At } from '../drill-path/at.tsx'
import { writePath } from '../filter-reference/filter-reference.ts'

const batch = 100

/** Begins the key of everything about a survey's samples: after a change all of it is asked for anew. */
export const samplesKey = (survey: string) => ['sample', survey]

export type SampleSearch = Omit<Sent<'sample.list'>, 'survey' | 'path' | 'after' | 'limit' | 'locale'>

/** The samples of a place and its filters, a batch at a time. */
export const samplesQuery = (at: At, narrowing: SampleSearch, locale: string) =>
  infiniteQueryOptions({
    queryKey: [...samplesKey(at.survey), 'list', writePath(at.path, at.selection), narrowing, locale],
    queryFn: ({ pageParam, signal }) => {
      const path = writePath(at.path, at.selection)
      const after = pageParam === null ? {} : { after: pageParam }
      return send('sample.list', { survey: at.survey, path, limit: batch, locale, ...narrowing, ...after }, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })

/** How far the samples of a place and its filters got. */
export const sampleFunnelQuery = (at: At, minimumN: number | undefined, locale: string) =>
  queryOptions({
    queryKey: [
      ...samplesKey(at.survey),
      'funnel',
      writePath(at.path, at.selection),
      at.compare,
      minimumN ?? null,
      locale,
    ],
    queryFn: ({ signal }) => {
      const [path, own] = [writePath(at.path, at.selection), minimumN === undefined ? {} : { minimumN }]
      return send('sampleFunnel.funnel', { survey: at.survey, path, compare: at.compare, locale, ...own }, signal)
    },
    placeholderData: keepPreviousData,
  })

export const sampleQuery = (survey: string, sampleId: string, locale: string) =>
  queryOptions({
    queryKey: [...samplesKey(survey), 'one', sampleId, locale],
    queryFn: ({ signal }) => send('sample.one', { survey, sampleId, locale }, signal),
  })

export const sampleOfInterviewQuery = (survey: string, interviewId: string) =>
  queryOptions({
    queryKey: [...samplesKey(survey), 'interview', interviewId],
    queryFn: ({ signal }) => send('sample.ofInterview', { survey, interviewId }, signal),
  })

export const sampleImportsQuery = (survey: string) =>
  queryOptions({
    queryKey: [...samplesKey(survey), 'imports'],
    queryFn: ({ signal }) => send('sampleImport.list', { survey }, signal),
  })

export const erasuresQuery = (survey: string) =>
  queryOptions({
    queryKey: [...samplesKey(survey), 'erasures'],
    queryFn: ({ signal }) => send('erasure.certificates', { survey }, signal),
  })
