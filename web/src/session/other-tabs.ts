const channel = 'BroadcastChannel' in window ? new BroadcastChannel('kaiku.session') : null

/** Tells the other tabs that a session was ended here. */
export const announceEnd = (token: string) => channel?.postMessage({ ended: token })

/** Hears which session another tab has ended. */
export function hearEnds(listener: (token: string) => void) {
  channel?.addEventListener('message', ({ data }: MessageEvent<{ ended?: unknown }>) => {
    if (typeof data.ended === 'string') listener(data.ended)
  })
}
