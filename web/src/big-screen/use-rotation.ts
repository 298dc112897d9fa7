import { type PointerEvent, useEffect, useState } from 'react'

export type Rotation = {
  /** Which picture is shown, from 0. */
  readonly at: number
  readonly isPaused: boolean
  /** Whole seconds until the next one. */
  readonly left: number
  readonly go: (to: number) => void
  readonly pause: (isPaused: boolean) => void
  /** A finger that moves sideways turns the page. */
  readonly touch: { readonly [On in 'onPointerDown' | 'onPointerUp']: (event: PointerEvent) => void }
}

const steps = new Map([
  ['ArrowRight', 1],
  ['PageDown', 1],
  ['ArrowLeft', -1],
  ['PageUp', -1],
])
/** CSS pixels. */
const swipe = 60

/** Turns through so many pictures, each shown for so many seconds; keys and fingers turn it, too. `now`: milliseconds since 1970. */
export function useRotation(count: number, seconds: number, now: number): Rotation {
  const [turn, setTurn] = useState({ at: 0, since: now })
  const [isPaused, setPaused] = useState(false)
  const [from, setFrom] = useState<number | null>(null)
  const at = count === 0 ? 0 : turn.at % count
  const go = (to: number) => setTurn({ at: (to + count) % Math.max(1, count), since: Date.now() })
  const shownFor = (now - turn.since) / 1000
  const isOver = !isPaused && count > 1 && shownFor >= seconds
  useEffect(() => {
    if (isOver) setTurn(({ at: before }) => ({ at: (before + 1) % count, since: Date.now() }))
  }, [isOver, count])
  useEffect(() => {
    const onKey = ({ key, target }: KeyboardEvent) => {
      const step = steps.get(key)
      if (step !== undefined) go(at + step)
      // On a button the space bar presses that.
      else if (key === ' ' && !(target instanceof HTMLButtonElement)) setPaused(!isPaused)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  return {
    at,
    isPaused,
    go,
    left: Math.max(0, Math.ceil(seconds - shownFor)),
    pause: (next) => {
      setPaused(next)
      setTurn({ at, since: Date.now() })
    },
    touch: {
      onPointerDown: ({ clientX }) => setFrom(clientX),
      onPointerUp({ clientX }) {
        const moved = clientX - (from ?? clientX)
        if (Math.abs(moved) > swipe) go(at + (moved < 0 ? 1 : -1))
        setFrom(null)
      },
    },
  }
}
