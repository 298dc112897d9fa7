import { type ScreenName, screenAt, screens } from '@kaiku/core/screen.ts'

export type Visit = {
  /** Path and query, as in the address bar. */
  path: string
  query: URLSearchParams
  /** The client configuration is loaded: it is known where one signs in. */
  configured: boolean
  /** Null: nobody is signed in. */
  viewer: { isRoot: boolean } | null
}

type Hit = { path: string; survey: string; linkable: string }

/** `start`: the login page, which leads to `redirect` after the sign-in. `provider`: where one signs in. */
export type Passage =
  | { to: 'pass' }
  | { to: 'start'; redirect?: string; survey?: string; hit?: Hit }
  | { to: 'provider'; redirect: string; survey?: string }

/** Whether a visit may go on, and where else it goes: the navigation guard of the product specification. */
export function guard({ path, query, configured, viewer }: Visit): Passage {
  const [pathname = '/'] = path.split('?')
  const at = screenAt(pathname)
  const isProtected = at !== null && screens[at.screen].signIn
  if (isProtected && viewer && configured) return { to: 'pass' }
  if (isOpen(at?.screen)) return { to: 'pass' }
  const survey = query.get('survey') ?? at?.params.survey ?? ''
  const linkable = query.get('linkable')
  const named = survey === '' ? {} : { survey }
  if (linkable !== null) return { to: 'start', redirect: path, ...named, hit: { path: pathname, survey, linkable } }
  if (viewer?.isRoot || query.has('redirect')) return { to: 'pass' }
  if (isProtected && !viewer) return { to: 'provider', redirect: path, ...named }
  return { to: 'start' }
}

const isOpen = (screen: ScreenName | undefined) => screen !== undefined && !screens[screen].signIn
