import type { Identity } from '@kaiku/contract/session.ts'
import { may, permissions, seesSurvey, type Viewer } from '@kaiku/core/access.ts'
import { localise } from '@kaiku/core/localised.ts'
import { type LoginStatus, loginStatus } from '@kaiku/core/login-status.ts'
import type { Stores } from '../db/stores.ts'
import { mustSetUp, type Strength } from '../second-factor/second-factor.ts'
import type { Membership, SignedInViewer } from '../session/who.ts'
import { listSurveys } from '../survey/survey.ts'

const nobody: Identity = {
  authToken: '',
  loginStatus: loginStatus.refused,
  surveys: [],
  role: '',
  permissions: [],
  secondFactors: [],
  isUserAdmin: false,
  isRoot: false,
  isReadOnly: false,
  universe: '',
  universes: [],
  locale: '',
  userId: '',
  username: '',
  givenName: '',
  familyName: '',
  theme: 'system',
  mode: 'session',
  actor: null,
  viewedAs: null,
  retryAfter: null,
  passkeyChallenge: '',
  idleMinutes: null,
}

/** The answer to a sign-in that did not succeed. It tells nothing about the account. */
export const refusedIdentity = (
  status: Exclude<LoginStatus, 0>,
  more: Partial<Pick<Identity, 'retryAfter' | 'secondFactors' | 'passkeyChallenge'>> = {},
): Identity => ({ ...nobody, ...more, loginStatus: status })

/** What the browser is told of a viewer who has signed in; without surveys while a required second factor is missing. */
export async function identityOf(
  stores: Stores,
  { person, universe, memberships }: SignedInViewer,
  who: Viewer,
  { authToken, mode, strength }: Pick<Identity, 'authToken' | 'mode'> & { readonly strength: Strength },
): Promise<Identity> {
  const isHeldBack = await mustSetUp(stores, { person, universe }, strength)
  const surveys = isHeldBack ? [] : await listSurveys(stores, universe.id)
  return {
    authToken,
    mode,
    secondFactors: [],
    retryAfter: null,
    passkeyChallenge: '',
    loginStatus: isHeldBack ? loginStatus.secondFactorToSetUp : loginStatus.success,
    surveys: surveys
      .filter(({ extName }) => seesSurvey(who, extName))
      .map(({ extName, loadCount, definition: { settings } }) => ({
        extName,
        loadCount,
        title: localise(settings.title, who.locale, settings.locale),
      })),
    role: who.isRoot ? 'root' : [...new Set(who.grants.map(({ role }) => role))].join(', '),
    isUserAdmin: who.isUserAdmin,
    isRoot: who.isRoot,
    isReadOnly: who.isReadOnly,
    universe: universe.name,
    universes: memberships.map(({ name, title }) => ({ name, title })),
    locale: who.locale,
    theme: person.theme,
    userId: person.id,
    username: person.username,
    givenName: person.givenName,
    familyName: person.familyName,
    permissions: permissions.filter((permission) => may[permission](who)),
    actor: who.actor ? { ...who.actor } : null,
    idleMinutes: shortest(person.isRoot ? [universe] : memberships),
    viewedAs: who.viewedAs ? { ...who.viewedAs } : null,
  }
}

/** The named survey first, where the viewer may see it: the first one is opened after the sign-in. */
export function beginningWith(survey: string, identity: Identity): Identity {
  const isNamed = ({ extName }: Identity['surveys'][number]) => extName.toLowerCase() === survey.toLowerCase()
  const { surveys } = identity
  return { ...identity, surveys: [...surveys.filter(isNamed), ...surveys.filter((one) => !isNamed(one))] }
}

function shortest(memberships: readonly Pick<Membership, 'idleMinutes'>[]): number | null {
  const limits = memberships.flatMap(({ idleMinutes }) => idleMinutes ?? [])
  return limits.length === 0 ? null : Math.min(...limits)
}
