import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './browser.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const fits = 'document.documentElement.scrollWidth <= window.innerWidth'

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
})
afterAll(() => sample?.close())

describe('the rules of alerts', () => {
  it('are read in words, tried on past days, and what is not there yet is raised once, after its number was said', async () => {
    const { page, faults, close } = await sample.open('/alertlist/store-visits/region,all', 'desk')
    await page.getByRole('table', { name: 'Alerts', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Rules', exact: true }).click()
    const published = page.getByRole('region', { name: 'Published rules' })
    await published.getByText('Would recommend us: 0–4').waitFor()
    await published.getByText('after 18 working hours, reassigned to CX manager').waitFor()
    await published.getByText('NPS is below 10 over the last 91 days').waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])

    const trial = page.getByRole('region', { name: 'Test on past days' })
    await trial.getByRole('combobox', { name: 'Rule' }).selectOption({ label: 'No responses' })
    await trial.getByRole('button', { name: 'Run test', exact: true }).click()
    const list = trial.getByRole('table', { name: 'Matching alerts' })
    await list.getByRole('rowheader').first().waitFor()
    await page.reload()
    await list.getByRole('rowheader').first().waitFor()
    await trial.getByRole('img', { name: 'Per day' }).waitFor()
    await trial.getByRole('table', { name: 'By owner' }).waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])

    const raise = trial.getByRole('button', { name: /^Create these alerts/ })
    const count = /\d+/.exec((await raise.textContent()) ?? '')?.[0] ?? ''
    await raise.click()
    const asked = page.getByRole('dialog', { name: `Create ${count} alerts now?` })
    await asked.getByText('Nobody is emailed').waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await asked.getByRole('button', { name: 'Create alerts' }).click()
    await trial.getByText(`${count} alerts created.`).waitFor()
    await raise.waitFor({ state: 'detached' })
    await trial.getByRole('link', { name: 'Show alerts' }).click()
    const alerts = page.getByRole('table', { name: 'Alerts' })
    await expect.poll(() => page.getByRole('combobox', { name: 'Rule' }).inputValue()).toBe('silent')
    await alerts
      .getByRole('link', { name: /: no responses since / })
      .first()
      .click()

    // One about a place is opened, read and solved as any other.
    await page
      .getByRole('region', { name: 'Finding' })
      .getByText(/^No responses since /)
      .waitFor()
    const acts = page.getByRole('region', { name: 'Actions' })
    await acts.getByRole('button', { name: 'Start' }).click()
    await page.getByText('State: Open → In progress').waitFor()
    await acts.getByRole('button', { name: 'Solve' }).click()
    const solve = page.getByRole('form', { name: 'Solve' })
    await solve.getByRole('combobox', { name: 'Root cause' }).selectOption({ label: 'Something else' })
    await solve.getByRole('combobox', { name: 'Action' }).selectOption({ label: 'Fixed the problem' })
    await solve.getByRole('button', { name: 'Solve' }).click()
    await acts.getByRole('button', { name: 'Reopen' }).waitFor()
    await page.getByText('created the alert for a past day').waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('that are not published are tried as they are written, and refused with what is wrong', async () => {
    const { page, faults, close } = await sample.open('/alertrules/store-visits', 'phone')
    await page.getByText('Test a draft').click()
    const text = page.getByRole('textbox', { name: 'Contents of alert-rules.json' })
    expect(await text.inputValue()).toContain('"unhappy"')
    const other = page.locator('details').getByRole('button', { name: 'Run test' })
    const rule = { id: 'glad', title: 'Glad', alert: { title: '{place}: glad' }, severity: 'low' }
    await text.fill(JSON.stringify({ rules: [{ ...rule, when: 'nothing=10' }] }))
    await other.click()
    await page.getByRole('alert').getByText('the name of a filter').waitFor()
    await text.fill(JSON.stringify({ rules: [{ ...rule, when: 'recommend=10_10' }] }))
    await other.click()
    const list = page.getByRole('table', { name: 'Matching alerts' })
    await list
      .getByRole('link', { name: /: glad$/ })
      .first()
      .waitFor()
    await page.getByText('Publish the rules to create alerts.').waitFor()
    expect(await page.getByRole('button', { name: /^Create these alerts/ }).count()).toBe(0)
    expect(await page.evaluate(fits)).toBe(true)
    expect(await seriousFaults(page, axe)).toEqual([])
    await list.getByRole('link').first().click()
    await page.waitForURL(/\/interview\//)
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
    await close()
  })

  it('are for those who edit the configuration', async () => {
    const { page, close } = await sample.open('/alertlist/store-visits/region,all', 'desk', 'light', 'clara')
    await page.getByRole('table', { name: 'Alerts', exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'Rules', exact: true }).count()).toBe(0)
    await page.goto(new URL('/alertrules/store-visits', page.url()).href)
    await page.getByText('You need the permission “Edit configuration” for this survey').waitFor()
    await close()
  })
})
