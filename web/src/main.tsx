import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { makeRouter } from './routes.tsx'
import { Refusal } from './send.ts'
import { startTexts } from './text/text.ts'
import { applyTheme } from './ui/theme.ts'
import '@fontsource-variable/inter/wght.css'
import './ui/theme.css'

/** Addresses of old links, `#/ranking/…`, become the path they name. */
function rewriteHash() {
  if (window.location.hash.startsWith('#/')) window.history.replaceState(null, '', window.location.hash.slice(1))
}

// A refusal stands; only a call that did not get through is tried again.
const mayPass = new Set(['offline', 'busy', 'unavailable'])
const client = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => count < 2 && error instanceof Refusal && mayPass.has(error.code),
      // The server may stand on this very machine: only a call can tell whether it answers.
      networkMode: 'always',
      refetchOnWindowFocus: false,
      gcTime: 600_000,
    },
  },
})

applyTheme()
rewriteHash()
await startTexts()
const router = makeRouter(client)
window.addEventListener('hashchange', () => {
  if (!window.location.hash.startsWith('#/')) return
  rewriteHash()
  void router.invalidate()
})
const container = document.getElementById('root')
if (container)
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
