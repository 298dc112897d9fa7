import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectFits } from './fits.ts'
import { reachSample, type Sample } from './sample.ts'

let sample: Sample
beforeAll(async () => {
  sample = await reachSample()
})
afterAll(() => sample?.close())

const focus = join(dirname(fileURLToPath(import.meta.url)), 'focus.js')
const place = 'store-visits/region,all;ftime=rmonths-11+0'

/** The screens that people work with. */
const screens = [
  ['overview', `/page/overview/${place}`],
  ['ranking', `/ranking/${place}`],
  ['interviews', `/page/interviews/${place}`],
  ['alerts', `/alertlist/${place}`],
  ['rules of alerts', '/alertrules/store-visits'],
  ['effects', '/effects/store-visits'],
  ['samples', `/samplelist/${place}`],
  ['users', '/userlist/store-visits'],
  ['settings', '/settings/store-visits'],
  ['audit log', '/audit/store-visits'],
] as const

const ready = async (page: Page) => {
  await page.locator('#content').getByRole('heading').first().waitFor()
  await expect.poll(() => page.locator('main [aria-busy="true"], main [data-stale]').count()).toBe(0)
}

type Stop = { readonly number: number; readonly what: string; readonly wrong: readonly string[] }

/** Tab by Tab through everything, until the keyboard is where it began. */
async function walked(page: Page): Promise<readonly Stop[]> {
  await page.evaluate(await readFile(focus, 'utf8'))
  const stops: Stop[] = []
  for (let step = 0; step < 600; step += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate<Stop | null>('focused()')
    // Between the end and the beginning the keyboard is at the browser itself.
    if (stop === null && stops.length === 0) continue
    if (stop === null || stop.number < stops.length) return stops
    stops.push(stop)
  }
  throw new Error(`the keyboard does not come to an end: ${stops.at(-1)?.what}`)
}

describe.each(screens)('the %s screen', (_name, address) => {
  it('is walked by keyboard alone: each stop has a name, is in sight and shows itself', async () => {
    const { page, faults, close } = await sample.open(address, 'desk')
    // Nothing is half on its way to how it looks.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await ready(page)
    const stops = await walked(page)
    expect(stops.length).toBeGreaterThan(8)
    expect(stops.flatMap(({ what, wrong }) => wrong.map((one) => `${what} ${one}`))).toEqual([])
    expect(faults).toEqual([])
    await close()
  })

  it('needs no scrolling sideways on a phone, nor at twice its size', async () => {
    const { page, close } = await sample.open(address, 'phone')
    for (const viewport of [page.viewportSize(), { width: 640, height: 450 }]) {
      if (viewport) await page.setViewportSize(viewport)
      await ready(page)
      await expectFits(page, `${viewport?.width} px`)
    }
    await close()
  })

  it('holds still for those who ask for it', async () => {
    const { page, close } = await sample.open(address, 'desk')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.reload()
    await ready(page)
    const longest =
      await page.evaluate<number>(`Math.max(0, ...[...document.querySelectorAll('*')].flatMap((element) => {
      const { transitionDuration, animationDuration } = getComputedStyle(element)
      return [transitionDuration, animationDuration].flatMap((all) => all.split(',').map(Number.parseFloat))
    }))`)
    expect(longest).toBe(0)
    await close()
  })
})

describe('the list of interviews', () => {
  it('is one stop of the keyboard, in which arrows go from row to row, also where rows are drawn as they come', async () => {
    const { page, faults, close } = await sample.open(`/page/interviews/${place}`, 'desk')
    await ready(page)
    const row = () => page.evaluate<number>('Number(document.activeElement.closest("tr")?.dataset.index ?? -1)')
    await page.locator('#content tbody a').first().focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(row).toBe(1)
    await page.keyboard.press('End')
    await expect.poll(row).toBeGreaterThan(40)
    // The end was only that of the first rows.
    await expect
      .poll(async () => {
        await page.keyboard.press('End')
        return row()
      })
      .toBeGreaterThan(400)
    await page.keyboard.press('Home')
    await expect.poll(row).toBe(0)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowDown')
    await expect.poll(row).toBe(1)
    await page.keyboard.press('Space')
    await page.locator('[data-picked] input:focus').waitFor()
    await expect.poll(() => page.locator('#content tbody a:not([tabindex="-1"])').count()).toBe(1)
    expect(faults).toEqual([])
    await close()
  })
})

describe('the palette', () => {
  it('leads to places, pages and screens by keyboard, and the shortcuts are listed', async () => {
    const { page, faults, close } = await sample.open(`/page/overview/${place}`, 'desk')
    await ready(page)
    const typed = page.getByRole('combobox', { name: 'Search pages, places, people and help' })
    const chosen = page.getByRole('listbox', { name: 'Go to' }).getByRole('option', { selected: true })
    const goTo = async (text: string, found: RegExp) => {
      await page.keyboard.press('Control+k')
      await typed.fill(text)
      await chosen.filter({ hasText: found }).waitFor()
      await page.keyboard.press('Enter')
      await typed.waitFor({ state: 'detached' })
    }
    await goTo('sweden', /^Sweden/)
    await page.getByRole('heading', { level: 1, name: 'Sweden' }).waitFor()
    await goTo('audit', /^Audit log/)
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
    const kept = async (label: string, text: string, address: RegExp) => {
      await page.getByLabel(label, { exact: true }).fill(text)
      await page.waitForURL(address)
      await page.reload()
      await expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).toBe(text)
    }
    await kept('Search', 'role', /\/audit\/.*[?&]search=role/)
    await goTo('users', /^Users/)
    await kept('Search by name or email', 'berg', /\/userlist\/.*[?&]search=berg/)
    await goTo('comments', /^Comments/)
    // What the list of users was narrowed by is no matter of a page.
    await page.waitForURL((url) => url.pathname.startsWith('/page/comments/') && !url.search.includes('berg'))
    await kept('Search comments', 'staff', /\d\.search\.staff/)
    await goTo('ritva', /^Ritva Laine/)
    await page.getByRole('heading', { level: 1, name: 'Ritva Laine' }).waitFor()
    await goTo('over 60, last quarter, worst 10 stores', /^Age: 61–\d+ · Last quarter · Worst 10 \(Store\)/)
    await page.waitForURL((url) =>
      /\/page\/stores\/.*age=61_\d+;ftime=rquarters-1-1/.test(decodeURIComponent(url.href)),
    )
    expect(decodeURIComponent(page.url())).toContain('shown=stores:0.rows.worst10')
    await page.keyboard.press('Control+k')
    await typed.fill('over 60, with hats')
    await page.getByText('Not understood: “hats”').waitFor()
    await page.keyboard.press('Escape')
    await goTo('support', /^Support/)
    await page.getByRole('dialog', { name: 'Support' }).getByText('Margin of error').first().waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await typed.fill('qqqq')
    await page.getByText('No matches').waitFor()
    await page.keyboard.press('Escape')
    await typed.waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await shortcuts.getByText('Next and previous interview').waitFor()
    await page.keyboard.press('Escape')
    await shortcuts.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await close()
  })
})
