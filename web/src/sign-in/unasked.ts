const name = 'kaiku.unasked'

/**
 * Whether the app may leave for the provider without being asked: once, until a sign-in succeeds. So nobody is sent
 * back and forth by a provider that refuses, or by a browser that keeps nothing.
 */
export function mayGoUnasked(): boolean {
  try {
    if (sessionStorage.getItem(name) !== null) return false
    sessionStorage.setItem(name, 'yes')
    return true
  } catch {
    return false
  }
}

export function forgetUnasked() {
  try {
    sessionStorage.removeItem(name)
  } catch {
    // Nothing is kept, so there is nothing to forget.
  }
}
