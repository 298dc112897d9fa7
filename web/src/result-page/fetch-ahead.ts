import { loginStatus } from '@kaiku/core/login-status.ts'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { type ResultSearch, readAt, scopeOf } from '../drill-path/at.tsx'
import { pageQuery } from '../figure/figure.queries.ts'
import { isResolved, resolveReference } from '../filter-reference/filter-reference.ts'
import { placeQuery } from '../place/place.queries.ts'
import { currentSession, identityOf } from '../session/session.ts'
import { noSurvey } from '../survey/no-survey.ts'
import { openSurvey } from '../survey/open-survey.ts'
import { shownLoadCount } from '../survey/shown-load-count.ts'

type Address = { survey: string; pageId?: string; drillPath: string }
type Visit = {
  params: Address
  deps: ResultSearch
  context: { client: QueryClient }
  cause: 'preload' | 'enter' | 'stay'
}

/** What a link or a first visit may fetch ahead: the page's figures and its header. Nothing waits for them. */
async function prefetch(client: QueryClient, address: Address, search: ResultSearch) {
  const at = readAt(address, search)
  if (!at.ok || identityOf(currentSession())?.loginStatus !== loginStatus.success) return
  const survey = await openSurvey(client, address.survey, i18next.language)
  const loadCount = shownLoadCount(address.survey) ?? survey?.loadCount
  if (loadCount === undefined) return
  const scope = scopeOf(at.value, i18next.language, loadCount)
  void client.prefetchQuery(placeQuery(scope))
  if (survey?.pages.some((page) => page.extname === at.value.page))
    void client.prefetchQuery(pageQuery(at.value.page, scope))
}

/** Fetches ahead. A selection that is too long for its address is kept first, while the old screen stays. */
export function fetchAhead({ params: address, deps: search, context: { client }, cause }: Visit) {
  const { survey, drillPath } = address
  const isOpen = shownLoadCount(survey) !== undefined
  // A link into another survey opens nothing before it is followed.
  if (survey === noSurvey || (!isOpen && cause === 'preload')) return
  if (isResolved(survey, drillPath)) return void prefetch(client, address, search)
  // Of a first visit the screen itself keeps it.
  if (!isOpen) return
  // A refusal is told by the screen itself.
  return resolveReference(survey, drillPath).then(
    () => void prefetch(client, address, search),
    () => undefined,
  )
}
