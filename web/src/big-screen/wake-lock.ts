import { useEffect } from 'react'

/** Keeps the display from going dark, as far as the browser lets a page do that. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    const hold = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
      // A browser may refuse, such as on a low battery, or have none: then the display follows its own settings.
      lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null
    }
    const onVisible = () => void hold()
    void hold()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      void lock?.release()
    }
  }, [])
}
