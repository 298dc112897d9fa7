import type { Browser } from 'playwright-core'
import { openPage, type SignedIn, type sizes } from './browser.ts'
import { enterAs, type Reached } from './kaiku.ts'

/** Opens an address of a Kaiku as one of its people sees it. Each signs in once. */
export type Open = (
  path: string,
  size: keyof typeof sizes,
  scheme?: 'light' | 'dark',
  username?: string,
  /** Whether the look around the sample is taken. */
  toured?: boolean,
) => ReturnType<typeof openPage>

/** The way into a Kaiku: for `usual`, where nobody else is named. */
export function doorOf(running: Reached, browser: Browser, usual: string, universe?: string): Open {
  const signedIn = new Map<string, Promise<SignedIn>>()
  async function signIn(username: string): Promise<SignedIn> {
    const { authToken } = await enterAs(running, username, universe)
    const { hostname } = new URL(running.address)
    // As `web/src/session/stored-session.ts` keeps it; who signs in by forms is sign-in.e2e.ts.
    const kept = { name: 'kaiku-session', value: authToken, domain: hostname, path: '/', expires: -1 }
    return { cookies: [{ ...kept, httpOnly: false, secure: false, sameSite: 'Strict' as const }], origins: [] }
  }
  return async (path, size, scheme = 'light', username = usual, toured = false) => {
    const kept = signedIn.get(username) ?? signIn(username)
    signedIn.set(username, kept)
    return openPage(browser, `${running.address}${path}`, size, scheme, await kept, toured)
  }
}
