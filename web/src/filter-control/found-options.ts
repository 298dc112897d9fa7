import type { Filter } from '@kaiku/contract/filter.ts'
import { fold } from '@kaiku/core/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { useScope } from '../drill-path/at.tsx'
import { allOptionsQuery, optionsQuery, typeaheadLimit } from '../filter/filter.queries.ts'
import type { FilterOption } from './option-filter.tsx'

type OptionSearch = {
  options: readonly FilterOption[]
  /** A text that says why there are none. */
  state: 'loading' | 'fault.short' | 'filter.nothingFound'
  /** How many there are beyond those listed, when nothing has been typed. */
  more: number
}

const none: readonly FilterOption[] = []

/**
 * The options of a filter that fit a text. All of them are fetched once, when the list is first opened, and searched
 * here; those of a `serverSide` filter are searched on the server, a few at a time.
 */
export function useFoundOptions(filter: Filter, text: string, enabled: boolean): OptionSearch {
  const scope = useScope()
  const query = useDeferredValue(text.trim())
  const onServer = filter.serverSide === true
  const searched = useQuery({ ...optionsQuery(filter.extName, query, scope), enabled: enabled && onServer })
  const all = useQuery({ ...allOptionsQuery(filter.extName, scope), enabled: enabled && !onServer })
  const { data = none, isError, isFetching } = onServer ? searched : all
  const folded = useMemo(() => (onServer ? [] : data.map(({ title }) => fold(title))), [onServer, data])
  const options = useMemo(() => {
    const wanted = fold(query)
    if (onServer || wanted === '') return data
    const fits = (begins: boolean) =>
      data.filter((_, at) => {
        const place = folded[at]?.indexOf(wanted) ?? -1
        return begins ? place === 0 : place > 0
      })
    return [...fits(true), ...fits(false)]
  }, [onServer, query, data, folded])
  const state = isError ? 'fault.short' : isFetching ? 'loading' : 'filter.nothingFound'
  const isCut = onServer && query === '' && options.length >= typeaheadLimit
  return { options, state, more: isCut ? Math.max(0, filter.optionCount - options.length) : 0 }
}
