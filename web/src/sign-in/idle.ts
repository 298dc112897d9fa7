import { useEffect } from 'react'
import { readStored, writeStored } from '../browser/stored.ts'

const stored = 'usedAt'
const deeds = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
const everyMs = 5_000

/** Calls `end` once nobody did anything in any tab for so many minutes; null: never. */
export function useIdleEnd(minutes: number | null, end: () => void) {
  useEffect(() => {
    if (minutes === null) return
    let usedAt = 0
    const use = () => {
      if (Date.now() - usedAt < everyMs) return
      usedAt = Date.now()
      writeStored(stored, String(usedAt))
    }
    const look = () => {
      const elsewhere = Number(readStored(stored) ?? 0)
      if (Date.now() - Math.max(usedAt, elsewhere) > minutes * 60_000) end()
    }
    use()
    for (const deed of deeds) window.addEventListener(deed, use, { capture: true, passive: true })
    const timer = setInterval(look, everyMs)
    return () => {
      clearInterval(timer)
      for (const deed of deeds) window.removeEventListener(deed, use, { capture: true })
    }
  }, [minutes, end])
}
