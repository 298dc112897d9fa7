import { noticeKinds } from '@kaiku/contract/notification.ts'
import type { Identity } from '@kaiku/contract/session.ts'
import { readStored } from '../browser/stored.ts'
import { CallError, send } from '../call/send.ts'
import { pushAbility, subscribe, unsubscribe } from './push.ts'
import { pushWish } from './push-wish.ts'

/** Subscribes anew, for the session that begins, where this very person has switched it on here and the browser allows it still. */
export async function renewPush({ userId, actor, isReadOnly }: Identity): Promise<void> {
  const wish: { userId?: unknown; kinds?: unknown; deviceId?: unknown } = Object(
    JSON.parse(readStored(pushWish) ?? 'null'),
  )
  if (wish.userId !== userId || typeof wish.deviceId !== 'string' || actor !== null || isReadOnly) return
  if ((await pushAbility()) !== 'free' || Notification.permission !== 'granted') return
  const kinds = noticeKinds.filter((kind) => Array.isArray(wish.kinds) && wish.kinds.includes(kind))
  const { applicationKey } = await send('push.list', {})
  try {
    await subscribe(applicationKey, userId, kinds, wish.deviceId)
  } catch (error) {
    // It was removed from elsewhere.
    if (error instanceof CallError && error.code === 'not_found') await unsubscribe()
  }
}
