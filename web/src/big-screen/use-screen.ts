import type { ScreenPage, ScreenState } from '@kaiku/contract/big-screen.ts'
import { useEffect, useState } from 'react'
import { CallError, sendAsKey } from '../call/send.ts'
import { blankDelay, pollDelay } from './poll-delay.ts'

/** What a screen has been told, and when. */
export type Shown = {
  readonly state: ScreenState
  readonly pages: readonly ScreenPage[]
  /** Equal for equal figures. */
  readonly key: string
  /** Milliseconds since 1970 of the last time the server said that these are the newest figures. */
  readonly confirmedAt: number
  /** Interviews that came with these figures; 0 for none, or where they are fewer. */
  readonly added: number
}

/** `expired`: the last day of the key is over. `revoked`: there is no such key, or none any more. */
export type Screen = {
  readonly shown: Shown | null
  readonly blank: 'revoked' | 'expired' | null
  /** Attempts in a row that did not get through. */
  readonly failures: number
}

const blankOf = (error: unknown): Screen['blank'] => {
  const code = error instanceof CallError ? error.code : ''
  return code === 'unauthenticated' ? 'revoked' : code === 'forbidden' ? 'expired' : null
}

const keyOf = ({ loadCount, settings, survey, pages }: ScreenState) =>
  JSON.stringify([loadCount, settings, survey.today, pages])

/** Asks for the state, and for the figures where it is another one than before. Throws a `CallError`. */
async function readScreen(token: string, before: Shown | null, signal: AbortSignal): Promise<Shown> {
  const state = await sendAsKey(token, 'bigScreen.screenState', {}, signal)
  const key = keyOf(state)
  const confirmedAt = Date.now()
  if (before?.key === key) return { ...before, state, confirmedAt }
  const pages = await Promise.all(
    state.pages.map(({ extname }) => sendAsKey(token, 'bigScreen.screenPage', { page: extname }, signal)),
  )
  const count = (of: readonly ScreenPage[]) => of[0]?.place.nAll ?? 0
  return { state, pages, key, confirmedAt, added: before ? Math.max(0, count(pages) - count(before.pages)) : 0 }
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Keeps a screen at the newest figures, for as long as it stands; `onNewClient`: the server has another browser client. */
export function useScreen(token: string, onNewClient: () => void): Screen {
  const [screen, setScreen] = useState<Screen>({ shown: null, blank: null, failures: 0 })
  useEffect(() => {
    const { signal, abort } = ownAbort()
    let shown: Shown | null = null
    let failures = 0
    const round = async (): Promise<number> => {
      try {
        const next: Shown = await readScreen(token, shown, signal)
        if (shown !== null && next.state.client !== shown.state.client) onNewClient()
        shown = next
        failures = 0
        setScreen({ shown, blank: null, failures })
      } catch (error) {
        const blank = blankOf(error)
        failures += 1
        // What a key no longer opens is not kept in sight.
        if (blank !== null) shown = null
        setScreen({ shown, blank, failures })
        if (blank !== null) return blankDelay(Math.random())
      }
      return pollDelay(failures, Math.random())
    }
    const run = async () => {
      while (!signal.aborted) await pause(await round(), signal)
    }
    void run()
    return abort
  }, [token, onNewClient])
  return screen
}

function ownAbort() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
