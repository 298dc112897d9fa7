import { formatPath } from '@kaiku/core/drill-path.ts'
import { formatToken } from '@kaiku/core/filter-token.ts'
import { dedicatedRoute, type QueryName, screens } from '@kaiku/core/screen.ts'
import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import { writePath } from '../filter-reference/filter-reference.ts'
import { type At, defaultComparison, type ResultSearch, useAt, useHere } from './at.tsx'
import { isChosenOn } from './chosen-text.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The period that opening a page replaced, so that it can be undone. */
    periodBefore?: readonly string[]
  }
}

/** What stands behind the `?` at another place: of what stood there before, what is meant for it, too. */
export function searchAt({ compare, page }: At, search: Partial<Record<QueryName, string>>): ResultSearch {
  // What led to the sign-in, and what lists elsewhere are narrowed by, is over.
  const { sort, columns, page: part, universe, fromPage, campaignId, shown } = search
  return {
    ...withoutAbsent({ sort, columns, page: part, universe, fromPage, campaignId }),
    ...(compare === defaultComparison ? {} : { compare }),
    ...(shown !== undefined && isChosenOn(shown, page) ? { shown } : {}),
  }
}

const withoutAbsent = <T extends Record<string, string | undefined>>(all: T) =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))

/** The router's way of naming a place: links are built from it, never typed. */
export function linkTo(at: At) {
  const drillPath = writePath(at.path, at.selection)
  const search = (before: Partial<Record<QueryName, string>>) => searchAt(at, before)
  const { survey } = at
  const route = dedicatedRoute(at.page)
  return route
    ? ({ to: screens[route].path, params: { survey, drillPath }, search } as const)
    : ({ to: screens.page.path, params: { pageId: at.page, survey, drillPath }, search } as const)
}

/** Goes to a place that differs from here in what is named. */
export function useGo() {
  const here = useHere()
  const navigate = useNavigate()
  return (change: Partial<At>, options: Pick<NavigateOptions, 'replace' | 'state'> = {}) =>
    // A filter changes what is looked at, not where one looks: only another place or page begins at its top.
    void navigate({
      ...linkTo({ ...here.current, ...change }),
      resetScroll: 'path' in change || 'page' in change,
      ...options,
    })
}

/** What a link changes of where it stands, changed of where one is by now: nothing that was chosen meanwhile is lost. */
export const rebased = (to: At, from: At, here: At): At => ({
  survey: to.survey === from.survey ? here.survey : to.survey,
  page: to.page === from.page ? here.page : to.page,
  path: formatPath(to.path) === formatPath(from.path) ? here.path : to.path,
  selection: formatToken(to.selection) === formatToken(from.selection) ? here.selection : to.selection,
  compare: to.compare === from.compare ? here.compare : to.compare,
})

/** Follows a link to a place. The figures that it stands among may be of an address that is no longer that of the bar. */
export function useFollow() {
  const from = useAt()
  const here = useHere()
  const navigate = useNavigate()
  return (to: At, options: Pick<NavigateOptions, 'resetScroll'> = {}) =>
    void navigate({ ...linkTo(rebased(to, from, here.current)), ...options })
}
