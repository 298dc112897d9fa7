import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { isBigScreen } from './big-screen/is-big-screen.ts'
import { applyTheme } from './browser/theme.ts'
import { watchBugs } from './bug/report-bug.ts'
import { CallError } from './call/send.ts'
import { watchMissingParts } from './offline/missing-part.ts'
import { startOffline } from './offline/offline.ts'
import { Waiting } from './overlay/full-notice.tsx'
import { NoStart } from './overlay/no-start.tsx'
import { makeRouter } from './routes.tsx'
import { currentSession, onSession } from './session/session.ts'
import { ProviderFault, signedOut, startSession } from './sign-in/start-session.ts'
import { startTexts } from './text/text.ts'
import { resumeViewAs } from './view-as/view-as.ts'
import '@fontsource-variable/inter/wght.css'
import './browser/theme.css'

/** Addresses of old links, `#/ranking/…`, become the path they name. */
function rewriteHash() {
  if (window.location.hash.startsWith('#/')) window.history.replaceState(null, '', window.location.hash.slice(1))
}

/** How often a call is tried again that did not get through, after 1, 2, 4 … seconds; any other refusal stands. */
const mayPass: Readonly<Record<string, number>> = { offline: 2, busy: 4, unavailable: 4 }
const client = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => error instanceof CallError && count < (mayPass[error.code] ?? 0),
      // The server may stand on this very machine: only a call can tell whether it answers.
      networkMode: 'always',
      refetchOnWindowFocus: false,
      gcTime: 600_000,
    },
  },
})

/** Finds out who is there; resolves with why that cannot be found out, else with null. */
const findOut = (): Promise<unknown> =>
  startSession()
    .then(resumeViewAs)
    .then(
      () => null,
      (error: unknown) => error,
    )

/** Shows what the address names, once it is known who is there. */
async function run(root: Root, failure: Promise<unknown>) {
  root.render(<Waiting />)
  const failed = await failure
  if (failed !== null) {
    console.error(failed)
    const withPassword = () => {
      signedOut('nobody')
      show(root)
    }
    return root.render(
      <NoStart error={failed} withPassword={failed instanceof ProviderFault ? withPassword : undefined} />,
    )
  }
  show(root)
}

function show(root: Root) {
  const router = makeRouter(client)
  onSession(() => {
    const session = currentSession()
    if (session.state !== 'signedOut') return
    // What one viewer was shown is not kept for the next.
    client.clear()
    if (session.because === 'left') void router.navigate({ to: '/', search: {} })
    else void router.invalidate()
  })
  window.addEventListener('hashchange', () => {
    if (!window.location.hash.startsWith('#/')) return
    rewriteHash()
    void router.invalidate()
  })
  root.render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

/** No await stands outside of a function here: what is loaded later imports from this file, and would wait for its end. */
async function start() {
  applyTheme()
  watchBugs()
  watchMissingParts()
  startOffline()
  rewriteHash()
  const texts = startTexts()
  // A screen on a wall is nobody: it neither waits for a sign-in nor stops without one.
  const failure = isBigScreen() ? null : findOut()
  await texts
  const container = document.getElementById('root')
  if (!container) return
  const root = createRoot(container)
  if (failure) await run(root, failure)
  else show(root)
}

void start()
