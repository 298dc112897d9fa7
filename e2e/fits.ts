import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The screen is no wider than its window, soon after the window changed: some of it measures itself and is laid out again. */
export async function expectFits(page: Page, screen = page.url()): Promise<void> {
  const wider = () => page.evaluate<number>('Math.max(0, document.documentElement.scrollWidth - window.innerWidth)')
  await expect.poll(wider, { message: `${screen} is wider than its window`, timeout: 10_000 }).toBe(0)
}
