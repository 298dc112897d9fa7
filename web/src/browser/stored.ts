/** A choice this browser remembers. A browser that forbids storage forgets it on reload. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(`kaiku.${name}`)
  } catch {
    return null
  }
}

export function writeStored(name: string, value: string) {
  try {
    localStorage.setItem(`kaiku.${name}`, value)
  } catch {
    // Storage is forbidden or full: the choice holds until the window closes.
  }
}

export function removeStored(name: string) {
  try {
    localStorage.removeItem(`kaiku.${name}`)
  } catch {
    // What cannot be stored is not there either.
  }
}
