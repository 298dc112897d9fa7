import type { Browser, Page } from 'playwright-core'

/** A phone whose browser runs no script, at an address. */
export async function phoneAt(browser: Browser, address: string, width = 390) {
  const context = await browser.newContext({
    ...{ javaScriptEnabled: false, viewport: { width, height: 800 }, locale: 'en-GB' },
  })
  const page = await context.newPage()
  await page.goto(address)
  return { page, close: () => context.close() }
}

/** Answers a form to its end: the first choice everywhere, and a comment. */
export async function answerForm(page: Page, comment: string): Promise<void> {
  const next = page.locator('button[value=next]')
  for (let pages = 0; pages < 10 && (await next.count()) > 0; pages++) {
    const names = await page
      .locator('input[type=radio]')
      .evaluateAll((all) => all.map((one) => String(Reflect.get(one, 'name'))))
    for (const name of new Set(names)) await page.locator(`input[name="${name}"]`).first().check()
    for (const text of await page.locator('textarea').all()) await text.fill(comment)
    await next.click()
  }
  if ((await next.count()) > 0) throw new Error('the form did not end')
}
