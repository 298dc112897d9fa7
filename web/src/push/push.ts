import type { NoticeKind } from '@kaiku/contract/notification.ts'
import { removeStored, writeStored } from '../browser/stored.ts'
import type { Reply } from '../call/calls.ts'
import { send } from '../call/send.ts'
import { pushWish } from './push-wish.ts'

/** What a browser lets us tell it while Kaiku is closed: nothing at all, nothing until it is allowed, or it is ours to choose. */
export type PushAbility = 'unsupported' | 'blocked' | 'free'

/** Null where there is none, as in a private window. */
const worker = async (): Promise<ServiceWorkerRegistration | null> =>
  ('serviceWorker' in navigator && 'PushManager' in window && (await navigator.serviceWorker.getRegistration())) || null

export async function pushAbility(): Promise<PushAbility> {
  if (!('Notification' in window) || !(await worker())) return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'free'
}

/** What the server knows this browser by; null: it has not subscribed. */
export async function ownMark(): Promise<string | null> {
  const subscription = await (await worker())?.pushManager.getSubscription()
  if (!subscription) return null
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/**
 * Subscribes and tells the server, which goes on with the device that it `renews`. Rejects with a `CallError` where the server
 * does not want it, with something else where the browser does not reach its push service.
 */
export async function subscribe(
  applicationKey: string,
  userId: string,
  kinds: readonly NoticeKind[],
  renews?: string,
): Promise<Reply<'push.save'>> {
  const manager = (await worker())?.pushManager
  if (!manager) throw new TypeError('there is no service worker')
  const wanted = { userVisibleOnly: true, applicationServerKey: applicationKey }
  // One of another key is of another installation, or of the same one made anew.
  const subscription = await manager.subscribe(wanted).catch(async (error: unknown) => {
    const old = await manager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return manager.subscribe(wanted)
  })
  const { endpoint = '', keys } = subscription.toJSON()
  const kept = await send('push.save', {
    endpoint,
    kinds: [...kinds],
    keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
    ...(renews === undefined ? {} : { renews }),
  })
  writeStored(pushWish, JSON.stringify({ userId, kinds: kept.kinds, deviceId: kept.deviceId }))
  return kept
}

export async function unsubscribe(): Promise<void> {
  removeStored(pushWish)
  await (await (await worker())?.pushManager.getSubscription())?.unsubscribe()
}
