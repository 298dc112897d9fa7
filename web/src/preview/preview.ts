import { pathTo } from '@kaiku/core/screen.ts'
import { ownAddress } from '../session/own-address.ts'
import { keepPreview } from '../session/previewed.ts'
import { universeOfTab } from '../session/session.ts'
import { keepViewedAs } from '../session/viewed-as.ts'
import { startViewAs } from '../view-as/view-as.ts'

/**
 * Shows a survey as its draft would make it in this tab, as oneself or through a member's eyes, from the start on: the page
 * is left, so it never resolves. Throws a `CallError`.
 */
export async function startPreview(survey: string, userId: string | null): Promise<never> {
  keepPreview({ survey, universe: universeOfTab() })
  const onward = `/?${new URLSearchParams({ survey })}`
  try {
    if (userId !== null) return await startViewAs(userId, onward)
  } catch (error) {
    keepPreview(null)
    throw error
  }
  window.location.assign(ownAddress(onward))
  return new Promise(() => {})
}

/** Goes back to what is published, through one's own eyes, where the draft is written. */
export function stopPreview(survey: string) {
  keepPreview(null)
  keepViewedAs(null)
  window.location.assign(ownAddress(`${pathTo('survey', { survey, surveyId: survey })}?page=blocks`))
}
