import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, seriousFaults, sizes } from './browser.ts'
import { entryOf, type Running, startKaiku } from './kaiku.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let running: Running
let browser: Browser
beforeAll(async () => {
  running = await startKaiku({ sample: true })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await running?.stop()
})

/** The sample's customers as its administrator sees them, in English whatever the account's language is. */
async function openCustomers(size: keyof typeof sizes, scheme: 'light' | 'dark' = 'light') {
  const context = await browser.newContext({ viewport: sizes[size], colorScheme: scheme, locale: 'en-GB' })
  await context.addInitScript("localStorage.setItem('kaiku.locale', 'en')")
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  const redirect = '/page/customers/store-visits/region,all;ftime=rmonths-11+0'
  const query = new URLSearchParams({ enter: await entryOf(running, 'aino', 'sample'), redirect })
  await page.goto(`${running.address}/?${query.toString()}`)
  return { page, faults, close: () => context.close() }
}

describe('the crosstab of the sample', () => {
  it('changes what its cells show, swaps its sides, and leads to the interviews of a cell by keyboard', async () => {
    const { page, faults, close } = await openCustomers('desk')
    const card = page.getByRole('region', { name: /by Age/ }).first()
    const table = card.getByRole('table')
    await table.waitFor()
    const cell = table.getByRole('row').nth(1).getByRole('cell').first()
    expect(await cell.textContent()).toMatch(/\d%±\d/)
    expect(await table.getByRole('columnheader', { name: /Under 25 A n/ }).count()).toBe(1)
    await card.getByLabel('What the cells show').selectOption({ label: 'Count' })
    expect(await cell.textContent()).toMatch(/^\d+$/)
    const n = await cell.textContent()

    await card.getByRole('button', { name: 'Swap rows and columns' }).click()
    await page
      .getByRole('region', { name: /^Age by/ })
      .first()
      .waitFor()
    const turned = page.getByRole('region', { name: /^Age by/ }).first()
    expect(await turned.getByRole('table').getByRole('row').nth(1).getByRole('cell').first().textContent()).toBe(n)
    await turned.getByRole('button', { name: 'Swap rows and columns' }).click()
    await card.waitFor()

    await card.getByRole('button', { name: /^Menu of/ }).click()
    await page.getByText('Show as table').click()
    await card.getByRole('columnheader', { name: 'A Under 25' }).waitFor()
    await card.getByRole('button', { name: /^Menu of/ }).click()
    await page.getByText('Show as chart').click()

    await cell.getByRole('link').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/age=15_24.*themes=|themes=.*age=15_24/)
    await card.getByText(`n ${n}`).first().waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it.each([
    ['phone', 'light'],
    ['phone', 'dark'],
    ['desk', 'light'],
    ['desk', 'dark'],
  ] as const)('has no serious fault and does not widen a %s in %s', async (size, scheme) => {
    const { page, faults, close } = await openCustomers(size, scheme)
    await page
      .getByRole('region', { name: /by Age/ })
      .first()
      .getByRole('table')
      .waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(faults).toEqual([])
    await close()
  })
})
