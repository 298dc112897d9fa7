import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage, seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { startTrial, type Trial } from './trial.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function picture(page: Page, name: string) {
  if (process.env.KAIKU_PICTURES)
    await page.screenshot({ path: `${process.env.KAIKU_PICTURES}/retention-${name}.png`, fullPage: true })
}

describe('retention', () => {
  let trial: Trial

  beforeAll(async () => {
    trial = await startTrial()
  })
  afterAll(() => trial?.close())

  it('shows what would go when, asks before it is saved, and tells that nothing has gone yet', async () => {
    const { page, faults, close } = await trial.open(`/settings/${trial.survey}`, 'desk')
    const days = page.getByLabel('Days until responses are erased (empty: never)')
    await days.waitFor()
    await page.getByText('Nothing would be removed tonight or in the next 12 months.').waitFor()
    await days.fill('1')
    const ahead = page.getByRole('region', { name: 'What would be removed, and when' })
    await ahead.getByRole('row', { name: /^Tonight/ }).waitFor()
    await expect.poll(() => ahead.getByRole('columnheader', { name: 'Responses', exact: true }).count()).toBe(1)
    await picture(page, 'form-desk')

    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove this tonight?' })
    await dialog.getByRole('row', { name: /^Tonight/ }).waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, 'asked-desk')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByRole('button', { name: 'Save and remove' }).click()
    await page.getByText('Settings saved').waitFor()
    await page.getByText('What has been removed').click()
    await page.getByText('Nothing yet.').waitFor()

    // The way back to a version tells the same.
    await days.fill('')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Version 3', { exact: true }).waitFor()
    await page.getByText('Version 2', { exact: true }).click()
    await page.getByRole('button', { name: 'Go back to version 2 …' }).click()
    const back = page.getByRole('dialog', { name: 'Go back to version 2?' })
    await back.getByRole('row', { name: /^Tonight/ }).waitFor()
    await picture(page, 'back-desk')
    await back.getByRole('button', { name: 'Go back', exact: true }).click()
    await page.getByText('Version 4', { exact: true }).waitFor()
    await expect.poll(() => days.inputValue()).toBe('1')
    expect(faults).toEqual([])
    await close()
  })

  it('reads as well on a phone in the dark', async () => {
    const { page, faults, close } = await openPage(
      trial.browser,
      await trial.enter(`/settings/${trial.survey}`),
      'phone',
      'dark',
    )
    await page.getByRole('region', { name: 'What would be removed, and when' }).waitFor()
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, 'form-phone-dark')
    expect(faults).toEqual([])
    await close()
  })
})
