import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Publishes the template that is open, once what was changed of it is saved. */
export async function publishTemplate(page: Page): Promise<void> {
  const publishing = page.getByRole('button', { name: 'Publish' })
  // While something is being saved it waits.
  await expect
    .poll(async () => {
      if (await publishing.isEnabled()) await publishing.click({ timeout: 2_000 }).catch(() => {})
      return page
        .getByText('Version 1 is published')
        .waitFor({ timeout: 3_000 })
        .then(
          () => true,
          () => false,
        )
    })
    .toBe(true)
}
