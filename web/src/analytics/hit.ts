import i18next from 'i18next'
import { readStored, removeStored, writeStored } from '../browser/stored.ts'
import { send } from '../call/send.ts'
import { say } from '../overlay/snackbar.tsx'
import { currentSession, identityOf } from '../session/session.ts'

const stored = 'anonymous'

function anonymous(): string {
  const known = readStored(stored) ?? crypto.randomUUID()
  writeStored(stored, known)
  return known
}

/** Tells that a counted link was followed. Nothing waits for it, and nobody is told when it fails. */
export const recordHit = (hit: { path: string; survey: string; linkable: string }) =>
  send('analytics.hit', { ...hit, anonymous: anonymous() }).catch(() => null)

const opened = new Set<string>()

/** Tells once that somebody who is signed in has followed a counted link; undefined: the address is none. */
export function recordOpened(linkable: string | undefined): void {
  if (linkable === undefined || opened.has(linkable) || identityOf(currentSession()) === null) return
  opened.add(linkable)
  void send('countedLink.open', { linkable }).then(
    ({ hasEnded }) => hasEnded && say(i18next.t('link.hasEnded')),
    () => null,
  )
}

/** Says whose the hits of this browser were, once somebody has signed in. */
export async function joinHits() {
  const known = readStored(stored)
  if (known === null) return
  const joined = await send('analytics.identify', { anonymous: known }).catch(() => null)
  if (joined !== null) removeStored(stored)
}
