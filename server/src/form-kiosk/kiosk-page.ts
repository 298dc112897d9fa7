// Runs on the page of a form on a device that many use.
type Registration = { readonly active: { postMessage(message: string): void } | null }
const page = globalThis as unknown as {
  readonly navigator: {
    readonly storage?: { persist(): Promise<boolean> }
    readonly serviceWorker?: {
      register(script: string, options: { readonly scope: string }): Promise<Registration>
    }
  }
  addEventListener(name: 'online', listener: () => void): void
}
const { serviceWorker, storage } = page.navigator

/** Milliseconds after which what waits is sent again. */
const often = 30_000

async function start(): Promise<void> {
  // What people answered is not to be cleared away.
  void storage?.persist()
  const registration = await serviceWorker?.register('/kiosk-worker.js', { scope: '/form/' })
  const send = () => registration?.active?.postMessage('send')
  page.addEventListener('online', send)
  setInterval(send, often)
  send()
}

// A browser may refuse, such as in a private window: then the form needs its connection.
start().catch(() => {})
