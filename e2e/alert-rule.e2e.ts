import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { type Sample, startSample } from './sample.ts'
import { openTill } from './till.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

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
    await expect.poll(() => text.inputValue()).toContain('"unhappy"')
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
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^Create these alerts/ }).count()).toBe(0)
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])
    await list.getByRole('link').first().click()
    await page.waitForURL(/\/interview\//)
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
    await close()
  })

  it('are made in a form beside what they would have raised, published, and raise alerts from then on', async () => {
    const { page, faults, close } = await sample.open('/alertrules/store-visits', 'desk')
    await page.getByRole('button', { name: 'New rule on responses' }).click()
    const form = page.getByRole('region', { name: 'New rule' })
    const preview = page.getByRole('region', { name: 'Preview' })
    await form.getByRole('group', { name: 'Name' }).getByLabel('Name', { exact: true }).fill('Enthusiast')
    await form.getByRole('combobox', { name: 'Add condition' }).first().selectOption({ label: 'Would recommend us' })
    await form.getByLabel(/^Would recommend us.*from/i).fill('10')
    await form.getByLabel(/^Would recommend us.*to/i).fill('10')
    await page.keyboard.press('Tab')
    await preview.getByText(/^[\d,]+ alerts$/).waitFor()
    const title = form.getByRole('group', { name: 'Alert title' }).getByLabel('Alert title', { exact: true })
    await title.fill('{place}: an enthusiast {nobody}')
    await form.getByRole('alert').filter({ hasText: 'nobody' }).waitFor()
    await preview.getByText('Fix the problems marked in the form to see a preview.').waitFor()
    await form.getByRole('button', { name: 'Publish' }).click()
    const asked = page.getByRole('dialog', { name: 'Publish' })
    await asked.getByRole('button', { name: 'Publish' }).click()
    await asked.getByText(/^rules\[3\]\.alert\.title/).waitFor()
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await title.fill('{place}: an enthusiast')
    await form.getByRole('combobox', { name: 'Severity' }).selectOption({ label: 'Low' })
    await form.getByLabel('Add: Owner').fill('Store manager')
    await page.keyboard.press('Enter')
    await form.getByRole('searchbox', { name: 'Search places' }).fill('Finl')
    await form.getByRole('button', { name: /^Finland/ }).click()
    await preview
      .getByRole('rowheader')
      .getByText(/: an enthusiast$/)
      .first()
      .waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await form.getByRole('button', { name: 'Publish' }).click()
    await asked.getByText(/Finland/).waitFor()
    await asked.getByRole('button', { name: 'Publish' }).click()
    const made = page
      .getByRole('region', { name: 'Published rules' })
      .getByRole('listitem')
      .filter({ hasText: 'Enthusiast' })
    await made.getByText('Would recommend us: 10–10').waitFor()

    const send = await openTill(sample.running)
    const answer = { store: 'fi-uusimaa-helsinki-kamppi', recommend: 10, satisfaction: 5, comment: 'Lovely.' }
    expect(await send({ ...answer, customer: 'eeva.esimerkki@example.com' })).toBe(200)
    await page.goto(new URL('/alertlist/store-visits/region,all', page.url()).href)
    await page.getByRole('combobox', { name: 'Rule' }).selectOption({ label: 'Enthusiast' })
    await page.getByRole('link', { name: 'Helsinki Kamppi: an enthusiast' }).waitFor()

    // The same rule again: as JSON, back in the form, and taken away.
    await page.goto(new URL('/alertrules/store-visits', page.url()).href)
    await made.getByRole('button', { name: 'Edit rule Enthusiast' }).click()
    const edited = page.getByRole('region', { name: 'Edit rule' })
    await edited.getByRole('button', { name: 'Edit as JSON' }).click()
    const json = edited.getByRole('textbox', { name: 'The rule as JSON' })
    expect(JSON.parse(await json.inputValue())).toEqual({
      ...{ id: 'enthusiast', title: 'Enthusiast', when: 'recommend=10_10', severity: 'low', owner: 'Store manager' },
      ...{ alert: { title: '{place}: an enthusiast' }, due: 18, places: ['region,all,fi'] },
    })
    await json.fill('{')
    await edited.getByText('This is not valid JSON.').waitFor()
    await expect.poll(() => edited.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
    page.once('dialog', (dialog) => void dialog.accept())
    await edited.getByRole('button', { name: 'Cancel' }).click()
    await made.getByRole('button', { name: 'Edit rule Enthusiast' }).click()
    await edited.getByRole('button', { name: 'Delete rule' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete rule' }).click()
    await made.waitFor({ state: 'detached' })
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
    await close()
  })

  it('are read by who handles alerts, and written by those who edit the configuration', async () => {
    const { page, faults, close } = await sample.open('/alertlist/store-visits/region,all', 'phone', 'dark', 'clara')
    await page.getByRole('table', { name: 'Alerts', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Rules', exact: true }).click()
    await page.getByRole('region', { name: 'Published rules' }).getByText('Would recommend us: 0–4').waitFor()
    await page.getByText('These rules create alerts.').waitFor()
    expect(await page.getByRole('button', { name: /rule/ }).count()).toBe(0)
    expect(await page.getByText('Test a draft').count()).toBe(0)
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])
    expect(faults).toEqual([])
    await close()
    const other = await sample.open('/alertrules/store-visits', 'desk', 'light', 'dora')
    await other.page.getByText('You need the permission “Handle alerts”').waitFor()
    await other.close()
  })
})
