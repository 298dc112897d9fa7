import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

/** Milliseconds. */
const soon = 2_000

export const operatedSurveysQuery = queryOptions({
  queryKey: ['backend', 'surveys'],
  queryFn: ({ signal }) => send('backend.surveys', {}, signal),
})

export const operatedUniversesQuery = queryOptions({
  queryKey: ['backend', 'universes'],
  queryFn: ({ signal }) => send('backend.universes', undefined, signal),
  // One that is being deleted is gone in a moment.
  refetchInterval: ({ state }) => (state.data?.some(({ isDeleting }) => isDeleting) ? soon : false),
})

export const universeDeletionsQuery = queryOptions({
  queryKey: ['backend', 'deletions'],
  queryFn: ({ signal }) => send('universeDeletion.list', undefined, signal),
  refetchInterval: ({ state }) => (state.data?.some(({ figuresAt }) => figuresAt === null) ? soon : false),
})

/** Exports and what is made of them; looked at again while one goes on. */
export const universeCopiesQuery = queryOptions({
  queryKey: ['backend', 'copies'],
  queryFn: ({ signal }) => send('universeCopy.list', undefined, signal),
  refetchInterval: ({ state }) => (state.data?.some(({ endedAt }) => endedAt === null) ? soon : false),
})

export const versionsQuery = (survey: string) =>
  queryOptions({
    queryKey: ['backend', 'versions', survey],
    queryFn: ({ signal }) => send('backend.versions', { survey }, signal),
  })

export const versionQuery = (survey: string, version: number) =>
  queryOptions({
    queryKey: ['backend', 'version', survey, version],
    queryFn: ({ signal }) => send('backend.files', { survey, version }, signal),
  })

export const codebookQuery = (survey: string, locale: string, loadCount: number) =>
  queryOptions({
    queryKey: ['backend', 'codebook', survey, locale, loadCount],
    queryFn: ({ signal }) => send('survey.metadata', { survey, locale }, signal),
  })
