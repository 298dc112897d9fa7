import type { Browser } from 'playwright-core'

/** What of a mail is hard to read, or wider than the screen, in a browser of this width and these colours. */
export async function mailFaults(
  browser: Browser,
  html: string,
  axe: string,
  { width, colorScheme, picture }: { width: number; colorScheme: 'light' | 'dark'; picture?: string | undefined },
): Promise<string[]> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme, offline: true })
  try {
    const page = await context.newPage()
    await page.setContent(html, { waitUntil: 'domcontentloaded' })
    if (picture !== undefined) await page.screenshot({ path: picture, fullPage: true })
    await page.evaluate(axe)
    return await page.evaluate(async () => {
      const { scrollWidth, clientWidth } = (
        Reflect.get(globalThis, 'document') as { documentElement: { scrollWidth: number; clientWidth: number } }
      ).documentElement
      const { run } = Reflect.get(globalThis, 'axe') as {
        run(
          of: object,
          how: object,
        ): Promise<Record<'violations' | 'incomplete', { id: string; nodes: { html: string }[] }[]>>
      }
      const { violations, incomplete } = await run(Reflect.get(globalThis, 'document'), {
        runOnly: ['color-contrast', 'image-alt', 'link-name'],
      })
      const said = [...violations, ...incomplete].flatMap(({ id, nodes }) => nodes.map((one) => `${id}: ${one.html}`))
      return scrollWidth > clientWidth ? [...said, `${scrollWidth} pixels wide`] : said
    })
  } finally {
    await context.close()
  }
}
