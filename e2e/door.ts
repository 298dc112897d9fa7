import type { Browser } from 'playwright-core'
import { openPage, type SignedIn, type sizes } from './browser.ts'
import { entryOf, type Running } from './kaiku.ts'

/** Opens an address of a Kaiku as one of its people sees it. Each signs in once. */
export type Open = (
  path: string,
  size: keyof typeof sizes,
  scheme?: 'light' | 'dark',
  username?: string,
) => ReturnType<typeof openPage>

/** The way into a Kaiku: for `usual`, where nobody else is named. */
export function doorOf(running: Running, browser: Browser, usual: string, universe?: string): Open {
  const signedIn = new Map<string, Promise<SignedIn>>()
  async function signIn(username: string): Promise<SignedIn> {
    const enter = await entryOf(running, username, universe)
    // A screen that asks for nothing else, whatever the universe's landing page is.
    const query = new URLSearchParams({ enter, redirect: '/responsive' })
    const { page, close } = await openPage(browser, `${running.address}/?${query.toString()}`, 'desk')
    await page.getByRole('heading', { level: 1, name: 'Kaiku on this device' }).waitFor()
    const kept = await page.context().storageState()
    await close()
    return kept
  }
  return async (path, size, scheme = 'light', username = usual) => {
    const kept = signedIn.get(username) ?? signIn(username)
    signedIn.set(username, kept)
    return openPage(browser, `${running.address}${path}`, size, scheme, await kept)
  }
}
