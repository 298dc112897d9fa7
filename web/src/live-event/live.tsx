import { loginStatus } from '@kaiku/core/login-status.ts'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { previewInTab } from '../session/previewed.ts'
import { identityOf, universeOfTab, useSession } from '../session/session.ts'
import { viewedAsInTab } from '../session/viewed-as.ts'

// Where it cannot be loaded nothing is told, and everything else goes on.
const LiveEvents = lazy(() =>
  import('./live-events.tsx').then(
    ({ LiveEvents: loaded }) => ({ default: loaded }),
    () => ({ default: () => null }),
  ),
)
/** Only pages from a secure origin can agree on who listens; others ask now and then. */
const canShare = 'locks' in navigator && 'BroadcastChannel' in window

/** Keeps what is shown to whoever is signed in up with what happens. */
export function Live() {
  const identity = identityOf(useSession())
  // The address may name another universe.
  useLocation()
  if (identity?.loginStatus !== loginStatus.success || !canShare) return null
  const universe = universeOfTab()
  // What happens is told of what is published.
  if (previewInTab(universe) !== null) return null
  const viewer = [identity.userId, viewedAsInTab(universe) ?? ''].join(' ')
  return (
    <Suspense fallback={null}>
      <LiveEvents viewer={viewer} universe={universe} />
    </Suspense>
  )
}
