import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const path = '/page/leagues/store-visits/region,all'
const pictures = process.env.KAIKU_PICTURES

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
})
afterAll(() => sample?.close())

const keep = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/league-${name}.png`, fullPage: true })
}
const leagueOf = (page: Page) => page.getByRole('region', { name: /^League/ })

describe('a league', () => {
  it('tells what a place has its points for, and leads to what is behind them', async () => {
    const { page, faults, close } = await sample.open(path, 'desk')
    const league = leagueOf(page)
    const standings = league.getByRole('region', { name: 'Standings' })
    const due = /\d+ of (\d+) alerts resolved in time/
    // The first of them where alerts fell due.
    for (const button of await standings.getByRole('button').all()) {
      await button.click()
      await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
      if ((await league.getByText(due).count()) > 0) break
    }
    const name = (await standings.getByRole('button', { pressed: true }).textContent()) ?? ''
    const place = league.getByRole('region', { name, exact: true })
    await place.getByText(/Rank [\d–]+ of \d+/).waitFor()
    for (const heading of ['Follow-up', 'Improvement'])
      await place.getByRole('heading', { name: new RegExp(`^${heading}`) }).waitFor()
    // The look is part of the address.
    await page.reload()
    await place.getByText(/Rank [\d–]+ of \d+/).waitFor()
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])
    await keep(page, 'desk-light')

    const alerts = place.getByText(due)
    const n = Number(due.exec((await alerts.textContent()) ?? '')?.[1])
    expect(n).toBeGreaterThan(0)
    await place.getByRole('link', { name: `Show alerts: ${name}` }).click()
    await page.waitForURL(/\/alertlist\/store-visits\/.*ftime=/)
    const shown = page.getByText(/^\d+ alerts?$/).first()
    await shown.waitFor()
    expect(Number.parseInt((await shown.textContent()) ?? '', 10)).toBeGreaterThanOrEqual(n)
    await page.goBack()
    await place
      .getByRole('link', { name: /: where it comes from$/ })
      .first()
      .click()
    await page.waitForURL(/\/proof\//)
    expect(faults).toEqual([])
    await close()
  })

  it('is chosen and read by keyboard on a phone', async () => {
    const { page, faults, close } = await sample.open(path, 'phone', 'dark')
    const league = leagueOf(page)
    const chosen = league.getByRole('combobox', { name: 'League' })
    await chosen.waitFor()
    const before = await league.getByRole('button', { pressed: true }).textContent()
    await chosen.focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => league.getByRole('button', { pressed: true }).textContent()).not.toBe(before)
    const last = league.getByRole('region', { name: 'Standings' }).getByRole('button').last()
    await last.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => last.getAttribute('aria-pressed')).toBe('true')
    await league.getByText('How is this made?', { exact: true }).click()
    await league.getByText(/^A league holds similar places/).waitFor()
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])
    await keep(page, 'phone-dark')
    expect(faults).toEqual([])
    await close()
  })

  it.each([
    ['desk', 'dark'],
    ['phone', 'light'],
    ['wall', 'light'],
  ] as const)('stands well on a %s, %s', async (size, scheme) => {
    const { page, faults, close } = await sample.open(path, size, scheme)
    await leagueOf(page).getByRole('region', { name: 'Standings' }).getByRole('button').first().waitFor()
    await expectFits(page)
    await keep(page, `${size}-${scheme}`)
    expect(faults).toEqual([])
    await close()
  })

  it('is switched off by the universe: readers see none, and who edits pages is told why', async () => {
    const { page, close } = await sample.open('/settings/store-visits', 'desk')
    await page.getByRole('checkbox', { name: /^Show leagues of places/ }).uncheck()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Settings saved').waitFor()
    await page.goto(new URL(path, page.url()).href)
    await page.getByText('Leagues are switched off').waitFor()
    await keep(page, 'off')
    await close()
    const reader = await sample.open(path, 'desk', 'light', 'dora')
    await reader.page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => leagueOf(reader.page).count()).toBe(0)
    await reader.close()
  })
})
