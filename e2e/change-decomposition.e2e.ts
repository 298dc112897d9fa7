import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { looks, seriousFaults, type sizes } from './browser.ts'
import { expectFits } from './fits.ts'
import { reachSample, type Sample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let sample: Sample
beforeAll(async () => {
  sample = await reachSample()
})
afterAll(() => sample?.close())

/** A page of the sample's survey, at a place under filters. */
const openPage = (name: string, path: string, size: keyof typeof sizes, scheme?: 'light' | 'dark') =>
  sample.open(`/page/${name}/store-visits/${path}`, size, scheme)
const lastYear = 'region,all;ftime=rmonths-11+0'

describe('why an indicator moved', () => {
  it('is told in steps that lead to places and segments, by mouse and by keyboard', async () => {
    const { page, faults, close } = await openPage('changes', lastYear, 'desk')
    const card = page.getByRole('region', { name: 'Why did NPS change?' })
    const steps = card.getByRole('list', { name: 'Before to now, step by step' })
    await steps.waitFor()
    await expect.poll(() => steps.getByRole('listitem').count()).toBeGreaterThanOrEqual(5)
    await card.getByText(/n \d/).first().waitFor()

    const mix = steps.getByRole('button', { name: /^Shift in mix(?! within)/ })
    await mix.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => mix.getAttribute('aria-pressed')).toBe('true')
    await card.getByRole('region', { name: 'Shift in mix' }).waitFor()
    await page.keyboard.press('Enter')
    await card.getByRole('region', { name: 'Places with the largest effect' }).waitFor()

    await card.getByRole('button', { name: 'Menu for Why did NPS change?' }).click()
    await page.getByText('Show as table').click()
    await expect.poll(() => card.getByRole('table').getByRole('row').count()).toBeGreaterThan(8)
    await card.getByRole('button', { name: 'Menu for Why did NPS change?' }).click()
    await page.getByText('Show as chart').click()

    await card.getByRole('link', { name: 'Click & collect' }).click()
    await page.waitForURL(/channel=collect/)
    await page.goBack()
    await card.getByRole('link', { name: 'Finland', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Finland' }).waitFor()
    await card.getByRole('link', { name: 'Uusimaa', exact: true }).waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('stands beside the trend in steps alone, and shows places and groups when it is asked to', async () => {
    const { page, faults, close } = await openPage('overview', lastYear, 'desk')
    const card = page.getByRole('region', { name: 'Why did NPS change?' })
    await card.getByRole('list', { name: 'Before to now, step by step' }).waitFor()
    expect(await card.getByRole('table').count()).toBe(0)
    await card.getByRole('button', { name: 'Places and groups' }).click()
    await card.getByRole('region', { name: 'Places with the largest effect' }).waitFor()
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])
    await card.getByRole('button', { name: 'Show fewer' }).click()
    await card.getByRole('table').waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await close()
  })

  it('says what is missing where there is nothing to compare with', async () => {
    const { page, faults, close } = await openPage('changes', 'region,all', 'desk')
    await page.getByText('No comparison selected').first().waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it.each(looks)('fits a %s in %s colours, and axe finds nothing serious', async (size, scheme) => {
    const { page, faults, close } = await openPage('changes', lastYear, size, scheme)
    await page.getByRole('list', { name: 'Before to now, step by step' }).first().waitFor()
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])
    expect(faults).toEqual([])
    await close()
  })
})

describe('what drives an outcome', () => {
  it('is told by a map and a list whose rows open the answers, by keyboard too', async () => {
    const { page, faults, close } = await openPage('drivers', lastYear, 'desk')
    const card = page.getByRole('region', { name: 'What drives NPS?' })
    const list = card.getByRole('list', { name: 'Drivers by importance' })
    await list.waitFor()
    await expect.poll(() => list.getByRole('listitem').count()).toBe(5)
    // The sample's visitors recommend a store by its checkout first.
    await expect.poll(() => list.getByRole('listitem').first().textContent()).toContain('Checkout')
    await card.getByText('answered every question', { exact: false }).waitFor()

    const staff = list.getByRole('button', { name: /^Staff/ })
    await staff.focus()
    await page.keyboard.press('Enter')
    const answers = page.getByRole('region', { name: 'Staff' })
    await answers.getByText('Excellent').waitFor()
    await expect.poll(() => staff.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('Enter')
    await answers.waitFor({ state: 'detached' })

    await card.getByRole('button', { name: 'Menu for What drives NPS?' }).click()
    await page.getByText('Show as table').click()
    await expect.poll(() => card.getByRole('table').getByRole('row').count()).toBe(6)

    // What the page's author wrote, with its headings, steps and ways on.
    const words = page.getByRole('region', { name: 'How to read this page' })
    await words.getByRole('heading', { name: 'Start at the top left' }).waitFor()
    await expect.poll(() => words.getByRole('listitem').count()).toBe(3)
    expect(await words.getByText('high importance and low score').evaluate((one) => one.tagName)).toBe('B')
    await words.getByRole('link', { name: 'what customers say' }).click()
    await page.waitForURL(/\/page\/comments\/store-visits\/region,all/)
    expect(faults).toEqual([])
    await close()
  })

  it('has nothing to explain, and says so, where all outcomes are the same', async () => {
    const { page, faults, close } = await openPage('drivers', `${lastYear};recommend=9_10`, 'desk')
    await page.getByText('Not enough data to find drivers').waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it.each(looks)('fits a %s in %s colours, and axe finds nothing serious', async (size, scheme) => {
    const { page, faults, close } = await openPage('drivers', lastYear, size, scheme)
    await page.getByRole('list', { name: 'Drivers by importance' }).waitFor()
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])
    expect(faults).toEqual([])
    await close()
  })
})
