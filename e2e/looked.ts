import type { Page } from 'playwright-core'
import { expectFits } from './fits.ts'

/** Takes the screen on a phone and at a desk, light and dark, where pictures are asked for; it fits on both. */
export async function looked(page: Page, name: string) {
  for (const [size, width] of [
    ['phone', 390],
    ['desk', 1280],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await expectFits(page, `${name} ${size}`)
      if (process.env.KAIKU_PICTURES)
        await page.screenshot({
          path: `${process.env.KAIKU_PICTURES}/${name}-${size}-${colorScheme}.png`,
          fullPage: true,
        })
    }
  await page.emulateMedia({ colorScheme: 'light' })
}
