import type { Survey } from '@kaiku/contract/survey.ts'
import type { QueryClient } from '@tanstack/react-query'
import { showLoadCount, shownLoadCount } from './shown-load-count.ts'
import { surveyQuery } from './survey.queries.ts'

/**
 * A survey before anything of it is drawn, so that its figures can be asked for meanwhile. Undefined: it cannot be opened,
 * which the screen itself tells.
 */
export async function openSurvey(client: QueryClient, name: string, locale: string): Promise<Survey | undefined> {
  const shown = shownLoadCount(name)
  if (shown !== undefined) return client.getQueryData(surveyQuery(name, locale, shown).queryKey)
  return client.fetchQuery(surveyQuery(name, locale)).catch(() => undefined)
}

/** From now on the survey is shown at the data state that was heard of first. What is known of it holds for that. */
export function showFirst(client: QueryClient, name: string, locale: string, survey: Survey, loadCount: number) {
  if (shownLoadCount(name) !== undefined) return
  if (survey.loadCount === loadCount) client.setQueryData(surveyQuery(name, locale, loadCount).queryKey, survey)
  showLoadCount(name, loadCount)
}
