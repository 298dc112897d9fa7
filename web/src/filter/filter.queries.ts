import type { Filter } from '@kaiku/contract/filter.ts'
import { optionCap } from '@kaiku/core/filter-kind.ts'
import { clearFilter, setValues } from '@kaiku/core/filter-token.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { send } from '../call/send.ts'
import { type PlaceAt, scopeOf, useAt, useScope, useSelection } from '../drill-path/at.tsx'
import { useGo } from '../drill-path/go.ts'
import { afterFigures } from '../figure/after-figures.ts'
import { placeQuery } from '../place/place.queries.ts'
import { faultyFilterOf } from './filter-fault.ts'

export const filterSets = ['standard', 'time'] as const
export type FilterSetName = (typeof filterSets)[number]

const filtersQuery = (type: FilterSetName, { survey, path, locale, loadCount }: PlaceAt) =>
  queryOptions({
    queryKey: ['filters', type, survey, path, locale, loadCount],
    queryFn: async ({ signal, client }) => {
      await afterFigures(client, signal)
      return send('filter.list', { survey, type, path, locale }, signal)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What options are counted in: the selection without a filter that is refused, so that the others can still be chosen. */
function useCountedScope(): PlaceAt {
  const at = useAt()
  const scope = useScope()
  // Who only looks on asks for nothing again: the page would begin anew with each that comes.
  const { error } = useQuery({ ...placeQuery(scope), notifyOnChangeProps: ['error'], retryOnMount: false })
  const faulty = faultyFilterOf(error, at.selection)
  return faulty === null
    ? scope
    : scopeOf({ ...at, selection: clearFilter(at.selection, faulty) }, scope.locale, scope.loadCount)
}

/** One tab's filters with their options and counts; the last ones stay until the next are known. */
export const useFilterSet = (type: FilterSetName) =>
  useQuery({ ...filtersQuery(type, useCountedScope()), placeholderData: keepPreviousData })

/** Every filter of both tabs by its name. */
export function useFilters(): ReadonlyMap<string, Filter> {
  const sets = [useFilterSet('standard'), useFilterSet('time')]
  return new Map(
    sets.flatMap(({ data }) =>
      (data?.filterGroups ?? []).flatMap((group) => group.filters.map((filter) => [filter.extName, filter] as const)),
    ),
  )
}

/** True until it is known what the filters in the address are called. */
export const useAwaitsFilters = (): boolean =>
  [useFilterSet('standard'), useFilterSet('time')].some(({ isPending }) => isPending)

export const namesOf = (set: { filterGroups: readonly { filters: readonly Filter[] }[] } | undefined) =>
  (set?.filterGroups ?? []).flatMap((group) => group.filters.map((filter) => filter.extName))

/** How many options the server answers a typed text with. */
export const typeaheadLimit = 50
export const optionsQuery = (filter: string, query: string, { survey, path, locale, loadCount }: PlaceAt) =>
  queryOptions({
    queryKey: ['options', filter, query, survey, path, locale, loadCount],
    queryFn: ({ signal }) =>
      send('filter.query', { survey, filter, query, path, limit: typeaheadLimit, locale }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })

/** All options of a filter, as far as a list holds them. */
export const allOptionsQuery = (filter: string, { survey, path, locale, loadCount }: PlaceAt) =>
  queryOptions({
    queryKey: ['all-options', filter, survey, path, locale, loadCount],
    queryFn: ({ signal }) =>
      send('filter.query', { survey, filter, query: '', path, limit: optionCap, locale }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })

/** The chosen values of one filter and the way to change them; the address keeps them. */
export function useFilterValues(name: string) {
  const selection = useSelection()
  const go = useGo()
  return {
    values: selection.get(name) ?? [],
    set: (values: readonly string[]) => go({ selection: setValues(selection, name, values) }),
  }
}
