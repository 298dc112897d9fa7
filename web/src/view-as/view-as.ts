import { CallError, send } from '../call/send.ts'
import { ownAddress } from '../session/own-address.ts'
import { keepPreview, previewInTab } from '../session/previewed.ts'
import { currentSession, identityOf, setSession, universeOfTab } from '../session/session.ts'
import { besides } from '../session/side-view.ts'
import { keepViewedAs, viewedAsInTab } from '../session/viewed-as.ts'

/** Looks through a member's eyes in this tab, from the start or another address on: the page is left, so it never resolves. Throws a `CallError`. */
export async function startViewAs(userId: string, onward = '/'): Promise<never> {
  await send('session.viewAs', { userId })
  keepViewedAs({ userId, universe: universeOfTab() })
  // What one may see oneself must not be on the screen for a moment longer.
  window.location.assign(ownAddress(onward))
  return new Promise(() => {})
}

/** Goes back to one's own eyes, where the screen of the member stands. */
export function stopViewAs(onward: string) {
  keepViewedAs(null)
  window.location.assign(ownAddress(onward))
}

/** After a reload the tab goes on through the same eyes, and at the same draft, unless that is no longer allowed. */
export async function resumeViewAs() {
  if (identityOf(currentSession()) === null || isOneself()) return
  try {
    setSession({ state: 'signedIn', identity: await send('session.identity', undefined) })
  } catch (error) {
    // A frame for somebody else's eyes never shows what one's own see.
    if (besides || !(error instanceof CallError) || error.code === 'offline') throw error
    keepViewedAs(null)
    keepPreview(null)
  }
}

const isOneself = () => viewedAsInTab(universeOfTab()) === null && previewInTab(universeOfTab()) === null
