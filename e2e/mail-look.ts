import type { Browser } from 'playwright-core'

/** What of a mail is hard to read, or wider than the screen, in a browser of this width and these colours. */
export async function mailFaults(
  browser: Browser,
  html: string,
  axe: string,
  { width, colorScheme }: { width: number; colorScheme: 'light' | 'dark' },
): Promise<string[]> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme, offline: true })
  try {
    const page = await context.newPage()
    await page.setContent(html, { waitUntil: 'domcontentloaded' })
    await page.evaluate(axe)
    return await page.evaluate(async (isDark) => {
      const document = Reflect.get(globalThis, 'document') as {
        documentElement: { scrollWidth: number; clientWidth: number }
        elementFromPoint(x: number, y: number): unknown
      }
      const { scrollWidth, clientWidth } = document.documentElement
      const coloured = (one: unknown): string => {
        const colour = String(Reflect.get(globalThis, 'getComputedStyle')(one).backgroundColor)
        const parent: unknown = Reflect.get(Object(one), 'parentElement')
        return colour === 'rgba(0, 0, 0, 0)' && parent ? coloured(parent) : colour
      }
      const around = coloured(document.elementFromPoint(2, 2))
      const isBright = (around.match(/\d+/g) ?? []).slice(0, 3).every((part) => Number(part) > 127)
      const engine = Reflect.get(globalThis, 'axe') as {
        run(
          of: object,
          how: object,
        ): Promise<Record<'violations' | 'incomplete', { id: string; nodes: { html: string }[] }[]>>
      }
      const { violations, incomplete } = await engine.run(document, {
        runOnly: ['color-contrast', 'image-alt', 'link-name'],
      })
      const said = [...violations, ...incomplete].flatMap(({ id, nodes }) => nodes.map((one) => `${id}: ${one.html}`))
      if (isBright === isDark) said.push(`${around} around it`)
      if (scrollWidth > clientWidth) said.push(`${scrollWidth} pixels wide`)
      return said
    }, colorScheme === 'dark')
  } finally {
    await context.close()
  }
}
