import type { PreviewFault } from '@kaiku/contract/preview.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { editAfterLoading } from '../page/editing.ts'
import { ownAddress } from '../session/own-address.ts'
import { keepPreview, keptPreview } from '../session/previewed.ts'
import { universeOfTab } from '../session/session.ts'
import { keepViewedAs } from '../session/viewed-as.ts'
import { startViewAs } from '../view-as/view-as.ts'

/** Through whose eyes: one's own, a member's, or those of whoever holds a role at a place; an empty path is everywhere. */
export type Eyes =
  | { readonly of: 'self' }
  | { readonly of: 'member'; readonly userId: string }
  | { readonly of: 'role'; readonly roleId: string; readonly path: string }

/**
 * Shows a survey as its draft would make it in this tab, from the start on: the page is left, so it never resolves. `back`:
 * the address where its drafts are written. Throws a `CallError`.
 */
export async function startPreview(survey: string, eyes: Eyes, back: string): Promise<never> {
  const role = eyes.of === 'role' ? [eyes.roleId, encodeURIComponent(eyes.path)].join(' ').trim() : ''
  keepPreview({ survey, universe: universeOfTab(), role, back })
  const onward = `/?${new URLSearchParams({ survey })}`
  try {
    if (eyes.of === 'member') return await startViewAs(eyes.userId, onward)
  } catch (error) {
    keepPreview(null)
    throw error
  }
  window.location.assign(ownAddress(onward))
  return new Promise(() => {})
}

/** Goes back to what is published, through one's own eyes, where the draft is written. */
export function stopPreview() {
  const back = keptPreview(universeOfTab())?.back ?? '/'
  keepPreview(null)
  keepViewedAs(null)
  window.location.assign(ownAddress(back))
}

/** The same, to what is wrong: in the blocks, or in the editor of pages for who edits these alone. */
export function goToFault(survey: string, isOfPages: boolean, { file, place }: Pick<PreviewFault, 'file' | 'place'>) {
  const kept = keptPreview(universeOfTab())
  if (isOfPages) editAfterLoading(survey)
  else if (kept) {
    const block = { page: 'blocks', block: file, at: place }
    keepPreview(Object.assign({}, kept, { back: pathTo('survey', { survey, surveyId: survey }, block) }))
  }
  stopPreview()
}
