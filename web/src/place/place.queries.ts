import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { send } from '../call/send.ts'
import { type PlaceAt, useScope } from '../drill-path/at.tsx'

const forever = Number.POSITIVE_INFINITY

export const placeQuery = ({ loadCount, ...asked }: PlaceAt) =>
  queryOptions({
    queryKey: ['place', asked, loadCount],
    queryFn: ({ signal }) => send('result.place', asked, signal),
    staleTime: forever,
  })

/** The place one is at. The last one stays until the next is known. */
export const usePlace = () => useQuery({ ...placeQuery(useScope()), placeholderData: keepPreviousData })

type Below = Pick<PlaceAt, 'survey' | 'path' | 'locale' | 'loadCount'>
export const childrenQuery = ({ survey, path, locale, loadCount }: Below) =>
  queryOptions({
    queryKey: ['children', survey, path, locale, loadCount],
    queryFn: ({ signal }) => send('result.children', { survey, path, locale }, signal),
    staleTime: forever,
  })

type PlaceSearch = {
  survey: string
  view: string
  query: string
  locale: string
  loadCount: number
  /** By a tree other than today's. */
  tree?: string | undefined
}
export const placesQuery = ({ loadCount, ...asked }: PlaceSearch) =>
  queryOptions({
    queryKey: ['places', asked, loadCount],
    queryFn: ({ signal }) => send('result.search', searchOf(asked), signal),
    staleTime: forever,
    placeholderData: keepPreviousData,
  })

const searchOf = ({ tree, ...asked }: Omit<PlaceSearch, 'loadCount'>) => ({
  ...asked,
  limit: 12,
  ...(tree === undefined ? {} : { tree }),
})
