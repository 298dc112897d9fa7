import { afterEach } from 'vitest'
import { openBrowsers } from './browser.ts'

/** Characters of a page that are told. */
const most = 600

/** What the pages of a failed test showed last stands with its failure: what fails once in a hundred runs is seen once. */
afterEach(async ({ task }) => {
  const [error] = task.result?.errors ?? []
  if (!error) return
  const pages = [...openBrowsers].flatMap((browser) => browser.contexts()).flatMap((context) => context.pages())
  const sights = await Promise.all(
    pages.map(async (page) => {
      const part = page.locator('main, body').last()
      const words = await part.ariaSnapshot({ timeout: 2_000 }).catch((fault: Error) => fault.message)
      return `    seen last at ${page.url()}: ${words.replace(/\s+/g, ' ').slice(0, most)}`
    }),
  )
  error.stack = [error.message, ...sights, error.stack].join('\n')
})
