import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { call, enterAs } from './kaiku.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const path = '/page/loop/store-visits/region,all'

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
})
afterAll(() => sample?.close())

const funnelOf = (page: Page) => page.getByRole('region', { name: /^Response/ }).first()
const numberIn = (text: string | null) => Number(text?.replaceAll(/\D/g, ''))

describe('the response funnel', () => {
  it('counts what the list of samples shows at each step, whole and by place', async () => {
    const { page, faults, close } = await sample.open(path, 'desk')
    const steps = funnelOf(page).getByRole('list', { name: 'Response funnel' })
    await steps.getByRole('listitem').nth(4).waitFor()
    const counts = (await steps.getByRole('link').allTextContents()).map(numberIn)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    expect(new Set(counts).size).toBe(5)
    for (const [at, step] of [
      [1, 'Invited'],
      [2, 'Reached'],
    ] as const) {
      await steps.getByRole('link', { name: new RegExp(`Show people: ${step}$`) }).click()
      await page.waitForURL(/\/samplelist\/store-visits\//)
      await page.getByText(`${counts[at]?.toLocaleString('en')} people`, { exact: true }).waitFor()
      await page.goBack()
      await steps.waitFor()
    }

    const places = funnelOf(page).getByRole('table', { name: 'Response by place' })
    const sweden = places.getByRole('row', { name: /^Sweden/ })
    const completed = sweden.getByRole('link', { name: /Completed$/ })
    const n = numberIn(await completed.textContent())
    await completed.click()
    await page.waitForURL(/\/samplelist\/store-visits\/region,all,se.*step/)
    await page.getByText(`${n.toLocaleString('en')} people`, { exact: true }).waitFor()
    await page.goBack()
    await sweden.getByRole('rowheader').getByRole('link').click()
    await page.waitForURL(/\/page\/loop\/store-visits\/region,all,se/)
    await expect.poll(async () => numberIn(await steps.getByRole('link', { name: /Completed$/ }).textContent())).toBe(n)
    expect(await seriousFaults(page, axe)).toEqual([])
    expect(faults).toEqual([])
    await close()
  })

  it('follows what happens to people, as the open list does', async () => {
    const funnel = await sample.open(path, 'desk')
    const list = await sample.open('/samplelist/store-visits/region,all', 'desk')
    const invited = funnelOf(funnel.page).getByRole('link', { name: /Show people: Invited$/ })
    const before = numberIn(await invited.textContent())
    const pending = list.page.getByRole('combobox', { name: 'State' }).locator('option[value=pending]')
    const waitingNow = async () => numberIn(await pending.textContent())
    await expect.poll(waitingNow).toBeGreaterThan(0)
    const waiting = await waitingNow()
    const as = await enterAs(sample.running, 'aino', 'sample')
    const own = 'vuejs/samples/list/store-visits/region,all?state=pending&limit=1'
    const { rows } = await call<{ rows: { sampleId: string; version: number }[] }>(sample.running, as, own)
    const samples = rows.map(({ sampleId, version }) => ({ sampleId, version }))
    await call(sample.running, as, 'vuejs/samples/bulk/store-visits', { samples, state: 'invited' })
    await expect.poll(async () => numberIn(await invited.textContent())).toBe(before + 1)
    await expect.poll(waitingNow).toBe(waiting - 1)
    for (const { faults, close } of [funnel, list]) {
      expect(faults).toEqual([])
      await close()
    }
  })

  it('stands as a table, and fits a phone in the dark', async () => {
    const { page, faults, close } = await sample.open(path, 'phone', 'dark')
    const funnel = funnelOf(page)
    await funnel.getByRole('list', { name: 'Response funnel' }).waitFor()
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])
    await funnel.getByRole('button', { name: /^Menu/ }).click()
    await page.getByRole('menuitem', { name: 'Show as table' }).click()
    await funnel.getByRole('columnheader', { name: 'Response rate, %' }).waitFor()
    await funnel.getByRole('cell', { name: 'Finland' }).waitFor()
    await expectFits(page)
    expect(faults).toEqual([])
    await close()
  })

  it('says that there is none to see for who manages no samples', async () => {
    const { page, faults, close } = await sample.open(path, 'desk', 'light', 'dora')
    await page.getByText('You don’t have access to samples').waitFor()
    expect(faults).toEqual([])
    await close()
  })
})
