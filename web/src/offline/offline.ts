import type { Identity } from '@kaiku/contract/session.ts'
import { useSyncExternalStore } from 'react'
import { readStored } from '../browser/stored.ts'
import { pushWish } from '../push/push-wish.ts'
import { currentSession, onSession } from '../session/session.ts'
import { forgetViewers } from './offline-cache.ts'

let newer = false
const newerListeners = new Set<() => void>()
/** Whether the server has a newer client than the one that runs here. */
export const useNewerClient = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      newerListeners.add(listener)
      return () => void newerListeners.delete(listener)
    },
    () => newer,
  )

/** Lets the app start without a connection, where the browser can; what was kept of a viewer goes when they go. */
export function startOffline(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const { serviceWorker } = navigator
  onSession(() => {
    const session = currentSession()
    if (session.state === 'signedOut') void forgetViewers()
    if (session.state === 'signedIn') goOnTelling(session.identity)
  })
  // A browser may refuse, such as in a private window: then there is no app without a connection.
  void serviceWorker
    .register('/worker.js')
    .then(() => serviceWorker.ready)
    .then(
      (registration) => {
        tellOfNewer(registration)
        return keepUsed()
      },
      () => null,
    )
}

/**
 * A worker that comes after the page is of a newer client. It may wait long for the one before to end its work; the page
 * need not: it is loaded from the server.
 */
function tellOfNewer(registration: ServiceWorkerRegistration) {
  const follow = () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      newer ||= installing.state === 'installed'
      for (const listener of newerListeners) listener()
    })
  }
  // It may have come while the page was loaded.
  follow()
  registration.addEventListener('updatefound', follow)
}

/** Milliseconds that a newer worker is given to start, and after which a load that does not come is begun again. */
const patience = { start: 3000, load: 20_000 }

/**
 * Loads the newer client. A load that meets a worker which is just starting may be lost by the browser: the worker is
 * waited for, and the load is begun again where it does not come.
 */
export async function loadNewer(): Promise<void> {
  await Promise.race([isStarted(), new Promise((later) => setTimeout(later, patience.start))])
  window.location.reload()
  setInterval(() => window.location.reload(), patience.load)
}

async function isStarted() {
  const registration = await navigator.serviceWorker.getRegistration()
  const coming = registration?.installing ?? registration?.waiting ?? registration?.active
  if (!coming || coming.state === 'activated') return
  await new Promise<void>((done) => {
    coming.addEventListener('statechange', () => coming.state === 'activated' && done())
  })
}

let renewedFor = ''
/** Who switched notices on in this browser goes on hearing of them, whatever became of the subscription meanwhile. */
function goOnTelling(identity: Identity) {
  if (renewedFor === identity.userId || readStored(pushWish) === null) return
  renewedFor = identity.userId
  void import('../push/renew-push.ts').then(({ renewPush }) => renewPush(identity)).catch(() => null)
}

/** What was loaded before the worker was there is fetched once more through it, from the browser's own cache. */
async function keepUsed() {
  const used = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  const files = used.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
  const cache = await caches.open('shell')
  for (const { href } of files) if (!(await cache.match(href))) await cache.add(href).catch(() => null)
}
