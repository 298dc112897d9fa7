import type { Viewer } from '@kaiku/core/access.ts'
import type { Stores } from '../db/stores.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'

/** Names the survey that is looked at as its draft would make it; each tab sends its own. */
export const previewHeader = 'kaiku-preview'

/**
 * A viewer who looks at a survey's draft, changing nothing. `own`: as they are themselves, who must be allowed to configure
 * the survey; `seen`: through whose eyes they look. Throws Fault `not_found` for a survey that no role of theirs names,
 * `forbidden` to who does not configure it.
 */
export async function previewing(
  stores: Stores,
  { own, seen }: { readonly own: Viewer; readonly seen: Viewer },
  survey: string,
): Promise<Viewer> {
  const { extName } = await permittedSurvey(stores, own, survey, 'editConfiguration')
  return { ...seen, preview: { survey: extName }, isReadOnly: true }
}
