import type { SavedFilter } from '@kaiku/contract/saved-filter.ts'
import { formatToken, parseToken } from '@kaiku/core/filter-token.ts'
import { useSearch } from '@tanstack/react-router'
import { type At, alertsPage, type ResultSearch, useAt } from '../drill-path/at.tsx'
import { isChosenOn, nothingChosen, pageOfChosen } from '../drill-path/chosen-text.ts'
import { linkTo, searchAt } from '../drill-path/go.ts'

/** What could be kept under a name here: the filters, and the page as it is shown; null: there is nothing but filters. */
export function usePresentView(): Pick<SavedFilter, 'token' | 'asShown'> {
  const { page, selection } = useAt()
  const shown = useSearch({ strict: false, select: ({ shown }: ResultSearch) => shown })
  const isChosen = shown !== undefined && isChosenOn(shown, page)
  return {
    token: formatToken(selection),
    asShown: isChosen ? shown : page === alertsPage ? nothingChosen(page) : null,
  }
}

/** Where what is kept leads from here: to the same place with its filters and, where it holds one, its page as it was shown. */
export function linkToSaved(at: At, { token, asShown }: Pick<SavedFilter, 'token' | 'asShown'>) {
  const read = parseToken(token)
  const selection = read.ok ? read.value : at.selection
  if (asShown === null) return linkTo({ ...at, selection })
  const to = { ...at, selection, page: pageOfChosen(asShown) ?? at.page }
  const search = (before: ResultSearch) => searchAt(to, { ...before, shown: asShown })
  return { ...linkTo(to), search }
}
