import { afterEach } from 'vitest'
import { openBrowsers, underWay } from './browser.ts'
import { runningKaikus } from './kaiku.ts'

/** Characters of a page that are told. */
const most = 600

/** Lines of a server that are told. */
const mostLines = 15

/** What the pages of a failed test showed last, and what its server said, stands with its failure: what fails once in a hundred runs is seen once. */
afterEach(async ({ task }) => {
  const [error] = task.result?.errors ?? []
  if (!error) return
  const pages = [...openBrowsers].flatMap((browser) => browser.contexts()).flatMap((context) => context.pages())
  const sights = await Promise.all(
    pages.map(async (page) => {
      const part = page.locator('main, body').last()
      const words = await part.ariaSnapshot({ timeout: 2_000 }).catch((fault: Error) => fault.message)
      const waiting = [...underWay].filter(
        ([request]) => request.serviceWorker() === null && request.frame().page() === page,
      )
      const asked = waiting.map(([request, since]) => `${new URL(request.url()).pathname} for ${Date.now() - since} ms`)
      const still = asked.length > 0 ? `\n    it waited for ${asked.join(', ')}` : ''
      return `    seen last at ${page.url()}: ${words.replace(/\s+/g, ' ').slice(0, most)}${still}`
    }),
  )
  const words = [...runningKaikus].flatMap((said) =>
    said()
      .trimEnd()
      .split('\n')
      .slice(-mostLines)
      .map((line) => `    its Kaiku said: ${line.slice(0, most)}`),
  )
  error.message = [error.message, ...sights, ...words].join('\n')
})
