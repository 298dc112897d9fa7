import { fullGrant, type Grant, may, type Viewer } from '@kaiku/core/access.ts'
import { parsePath } from '@kaiku/core/drill-path.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { readRole } from '../role/stored-role.ts'
import { quietScopeOf } from '../selection/scope.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { findSurvey } from '../survey/survey.ts'

/** Names the survey that is looked at as its draft would make it; each tab sends its own. */
export const previewHeader = 'kaiku-preview'
/** Names the role through whose eyes, by its id; behind a space, percent-encoded, the place where it is given: `region,all,fi`. */
export const previewRoleHeader = 'kaiku-preview-role'

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

type Asked = {
  /** As the viewer is themselves, who must be allowed to write what is previewed. */
  readonly own: Viewer
  /** Through whose eyes they look. */
  readonly seen: Viewer
  readonly survey: string
  /** As the header says it; empty: as no role. */
  readonly role: string
}

/**
 * A viewer who looks at a survey's draft, changing nothing: all of it for who configures the survey, its pages for who
 * edits those. Throws Fault `not_found` for a survey that no role of theirs names, `forbidden` to who writes nothing of it.
 */
export async function previewing(stores: Stores, { own, seen, survey, role }: Asked): Promise<Viewer> {
  const { dictionary, isOfPages } = await drafted(stores, own, survey)
  const preview = { survey: dictionary.extName, isOfPages, role: null }
  if (role === '') return { ...seen, preview, isReadOnly: true }
  if (seen.viewedAs) throw new Fault('invalid', 'Look as a member or as a role, not as both.')
  const { within, path } = await held(stores, own, role)
  return {
    ...own,
    // Root's rights are no grants; seen through a role they narrow like everybody's.
    grants: own.isRoot ? [fullGrant('root')] : own.grants,
    isRoot: false,
    isUserAdmin: false,
    universes: [own.universe],
    within: [within],
    preview: { ...preview, role: { name: within.role, path } },
    isReadOnly: true,
  }
}

/** Which drafts of a survey somebody writes. Throws as `previewing`. */
export async function drafted(
  stores: Stores,
  who: Viewer,
  survey: string,
): Promise<{ readonly dictionary: Dictionary; readonly isOfPages: boolean }> {
  const found = await findSurvey(stores, who.universe, survey)
  const isOfPages = quietScopeOf(who, found, 'editConfiguration').roles?.length === 0
  const dictionary = await permittedSurvey(stores, who, survey, isOfPages ? 'editPages' : 'editConfiguration')
  return { dictionary, isOfPages }
}

/** What a role allows at a place. Throws Fault `forbidden` to who manages no users, `not_found`, `invalid` for a place that is none. */
async function held(stores: Stores, who: Viewer, header: string): Promise<{ within: Grant; path: readonly string[] }> {
  if (!may.manageUsers(who)) throw new Fault('forbidden', 'You may not do this.')
  const [id = '', place = ''] = header.split(' ')
  if (!uuid.test(id)) throw new Fault('not_found', 'There is no such role.')
  const { name, permissions, surveys } = await inUniverse(stores.pool, who.universe, (client) =>
    readRole(client, who.universe, id),
  )
  const path = pathIn(place)
  const [view = '', , ...below] = path
  const rows = below.length === 0 ? {} : { [view]: [below] }
  return { within: { role: name, permissions, surveys, rows, figures: null }, path }
}

function pathIn(encoded: string): readonly string[] {
  if (encoded === '') return []
  const fault = () => new Fault('invalid', 'The place of the role is none.')
  let text: string
  try {
    text = decodeURIComponent(encoded)
  } catch {
    throw fault()
  }
  const parsed = parsePath(text)
  if (!parsed.ok) throw fault()
  return parsed.value
}
