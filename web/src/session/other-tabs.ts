const channel = 'BroadcastChannel' in window ? new BroadcastChannel('kaiku.session') : null

/** Tells the other tabs that a user has signed out here. */
export const announceEnd = (userId: string) => channel?.postMessage({ left: userId })

/** Hears who has signed out in another tab. */
export function hearEnds(listener: (userId: string) => void) {
  channel?.addEventListener('message', ({ data }: MessageEvent<{ left?: unknown }>) => {
    if (typeof data.left === 'string') listener(data.left)
  })
}
