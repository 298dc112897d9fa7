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

const openCustomers = (size: keyof typeof sizes, scheme?: 'light' | 'dark') =>
  sample.open('/page/customers/store-visits/region,all;ftime=rmonths-11+0', size, scheme)

describe('the crosstab of the sample', () => {
  it('changes what its cells show, swaps its sides, and leads to the interviews of a cell by keyboard', async () => {
    const { page, faults, close } = await openCustomers('desk')
    const card = page.getByRole('region', { name: /by Age/ }).first()
    const table = card.getByRole('table')
    await table.waitFor()
    const cell = table.getByRole('row').nth(1).getByRole('cell').first()
    await expect.poll(() => cell.textContent()).toMatch(/\d%±\d/)
    await expect.poll(() => table.getByRole('columnheader', { name: /Under 25 A n/ }).count()).toBe(1)
    await card.getByLabel('Show in cells').selectOption({ label: 'Count' })
    await expect.poll(() => cell.textContent()).toMatch(/^\d+$/)
    const n = await cell.textContent()

    await card.getByRole('button', { name: 'Swap rows and columns' }).click()
    await page
      .getByRole('region', { name: /^Age by/ })
      .first()
      .waitFor()
    const turned = page.getByRole('region', { name: /^Age by/ }).first()
    await expect
      .poll(() => turned.getByRole('table').getByRole('row').nth(1).getByRole('cell').first().textContent())
      .toBe(n)
    await turned.getByRole('button', { name: 'Swap rows and columns' }).click()
    await card.waitFor()

    await card.getByRole('button', { name: /^Menu for/ }).click()
    await page.getByText('Show as table').click()
    await card.getByRole('columnheader', { name: 'A Under 25' }).waitFor()
    await card.getByRole('button', { name: /^Menu for/ }).click()
    await page.getByText('Show as chart').click()

    await cell.getByRole('link').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/age=15_24.*themes=|themes=.*age=15_24/)
    await card.getByText(`n ${n}`).first().waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('is made of any variables without a page, has its address, and is put onto a page by the editor', async () => {
    const { page, faults, close } = await sample.open(
      '/page/overview/store-visits/region,all;ftime=rmonths-11+0',
      'desk',
    )
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Explore' }).click()
    await page.getByRole('heading', { level: 1, name: 'All stores' }).waitFor()
    await page.getByLabel('Rows', { exact: true }).selectOption({ label: 'Time: quarters' })
    await page.getByRole('region', { name: /NPS/ }).first().waitFor()
    await page.getByLabel('Columns', { exact: true }).selectOption({ label: 'Age' })
    const card = page.getByRole('region', { name: 'Period by Age' }).first()
    const heads = card.getByRole('rowheader')
    await heads
      .filter({ hasText: /^Q\d 20\d\d/ })
      .first()
      .waitFor()
    await expect.poll(() => heads.count()).toBeGreaterThanOrEqual(4)
    await page.getByLabel('Show', { exact: true }).selectOption({ label: 'NPS' })
    await page.reload()
    await card.getByText('Under 25').first().waitFor()
    await expect.poll(() => page.getByLabel('Show', { exact: true }).inputValue()).toBe('nps')
    expect(await seriousFaults(page, axe)).toEqual([])

    await page.getByRole('button', { name: 'Save as a component' }).click()
    await page.getByRole('menu', { name: 'Save as a component' }).getByRole('menuitem', { name: 'Trends' }).click()
    await page.getByRole('toolbar', { name: 'Edit pages' }).waitFor()
    const put = page.getByRole('region', { name: /^Crosstab, position/ })
    await put.getByText('Under 25').first().waitFor()
    await page.getByText('Not saved', { exact: false }).first().waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it.each(looks)('has no serious fault and does not widen a %s in %s', async (size, scheme) => {
    const { page, faults, close } = await openCustomers(size, scheme)
    await page
      .getByRole('region', { name: /by Age/ })
      .first()
      .getByRole('table')
      .waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await expectFits(page)
    expect(faults).toEqual([])
    await close()
  })
})
