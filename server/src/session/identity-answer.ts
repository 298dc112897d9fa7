import type { Identity } from '@kaiku/contract/session.ts'
import { may, permissions, seesSurvey, type Who } from '@kaiku/core/access.ts'
import { say } from '@kaiku/core/localised.ts'
import { type LoginStatus, loginStatus } from '@kaiku/core/login-status.ts'
import type { Stores } from '../stores.ts'
import { listSurveys } from '../survey/survey.ts'
import type { Viewer } from './who.ts'

const nobody: Identity = {
  ...{ authToken: '', loginStatus: loginStatus.refused, surveys: [], role: '', permissions: [], secondFactors: [] },
  ...{ isUserAdmin: false, isRoot: false, isReadOnly: false, universe: '', universes: [], locale: '', userId: '' },
  ...{ username: '', givenName: '', familyName: '', theme: 'system', mode: 'session' },
  ...{ actor: null, viewedAs: null, retryAfter: null },
}

/** The answer to a sign-in that did not succeed. It tells nothing about the account. */
export const refusedIdentity = (
  status: Exclude<LoginStatus, 0>,
  more: Partial<Pick<Identity, 'retryAfter' | 'secondFactors'>> = {},
): Identity => ({ ...nobody, ...more, loginStatus: status })

/** What the browser is told of a viewer who has signed in. */
export async function identityOf(
  stores: Stores,
  { person, universe, memberships }: Viewer,
  who: Who,
  { authToken, mode }: Pick<Identity, 'authToken' | 'mode'>,
): Promise<Identity> {
  const surveys = await listSurveys(stores, universe.id)
  return {
    ...{ authToken, mode, loginStatus: loginStatus.success, secondFactors: [], retryAfter: null },
    surveys: surveys
      .filter(({ extName }) => seesSurvey(who, extName))
      .map(({ extName, loadCount, definition: { settings } }) => ({
        ...{ extName, loadCount, title: say(settings.title, who.locale, settings.locale) },
      })),
    role: who.isRoot ? 'root' : who.grants.map(({ role }) => role).join(', '),
    ...{ isUserAdmin: who.isUserAdmin, isRoot: who.isRoot, isReadOnly: who.isReadOnly },
    universe: universe.name,
    universes: memberships.map(({ name, title }) => ({ name, title })),
    ...{ locale: person.locale, theme: person.theme, userId: person.id, username: person.username },
    ...{ givenName: person.givenName, familyName: person.familyName },
    permissions: permissions.filter((permission) => may[permission](who)),
    actor: who.actor ? { ...who.actor } : null,
    viewedAs: who.viewedAs ? { ...who.viewedAs } : null,
  }
}
