import { isBigScreen } from '../big-screen/is-big-screen.ts'

/** A part of the client that the server no longer has means that it has a newer client: the page about that says so. */
export function watchMissingParts() {
  window.addEventListener('vite:preloadError', () => void leadToUpgrade())
}

async function leadToUpgrade() {
  // A wall loads a newer client by itself.
  if (isBigScreen() || window.location.pathname === '/upgrade') return
  const answers = await fetch('/api/health', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!answers) return
  const { pathname, search } = window.location
  window.location.replace(`/upgrade?${new URLSearchParams({ redirect: `${pathname}${search}` })}`)
}
