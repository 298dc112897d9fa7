import { placeOfError, withoutData } from '@kaiku/core/bug.ts'
import { release } from '@kaiku/core/release.ts'
import { screenAt } from '@kaiku/core/screen.ts'
import { CallError, send } from '../call/send.ts'
import { currentSession } from '../session/session.ts'

/** Browsers tell of these, and nothing is wrong. */
const harmless = /^ResizeObserver loop/

/**
 * Tells the server that something broke in this browser; nobody waits for it. What a server refused it knows already,
 * and what was given up is no fault. Neither answers nor names leave with it: see `withoutData`.
 */
export function reportBug(error: unknown): void {
  if (currentSession().state !== 'signedIn' || error instanceof CallError) return
  const { name, message, stack } = error instanceof Error ? error : { name: 'Error', message: String(error) }
  if (name === 'AbortError' || harmless.test(message)) return
  const at = screenAt(window.location.pathname)
  void send('bug.report', {
    message: withoutData(`${name}: ${message}`),
    place: placeOfError(stack),
    route: at?.screen ?? '',
    survey: at?.params.survey ?? '',
    release,
  }).catch(() => null)
}

/** Reports whatever nobody caught. */
export function watchBugs(): void {
  window.addEventListener('error', ({ error, message }) => reportBug(error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => reportBug(reason))
}
