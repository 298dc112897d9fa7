import { safeRedirect } from './redirect.ts'

const name = (state: string) => `kaiku.onward.${state}`

/** Keeps, in this tab, where the visit goes on once the provider leads back with the state of this address. */
export function keepOnward(loginAddress: string, onward: string) {
  const state = new URL(loginAddress).searchParams.get('state')
  try {
    if (state !== null) sessionStorage.setItem(name(state), onward)
  } catch {
    // What cannot be kept is forgotten: the visit goes on at the start.
  }
}

/** Back from the provider: the address is that of the screen which was left, still with the provider's answer. */
export function comeBack() {
  const { hash } = window.location
  const state = new URLSearchParams(hash.slice(1)).get('state')
  const onward = state === null ? null : safeRedirect(takeOnward(state))
  if (onward !== null) window.history.replaceState(null, '', onward.split('#', 1)[0] + hash)
}

function takeOnward(state: string): string | null {
  try {
    const kept = sessionStorage.getItem(name(state))
    sessionStorage.removeItem(name(state))
    return kept
  } catch {
    return null
  }
}
