import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sample, startSample } from './sample.ts'

// What people come for, from the page on which they begin to the moment when it is done, and how often they press:
// clicks, Enter, and two for a choice in a list. docs/trials.md has the table.

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
})
afterAll(() => sample?.close())

const counter = `
  globalThis.pressed = 0
  addEventListener('pointerdown', ({ target }) => { if (!target.matches('select, input:not([type=checkbox], [type=radio]), textarea')) pressed += 1 }, true)
  addEventListener('keydown', ({ key }) => { if (key === 'Enter') pressed += 1 }, true)
  addEventListener('change', ({ target }) => { if (target.matches('select')) pressed += 2 }, true)
`
const stores = 'store-visits/region,all;ftime=rmonths-11+0'

/** Opens where somebody begins; what they press is counted from there, as long as the page is never loaded anew. */
async function begin(path: string) {
  const { page, faults, close } = await sample.open(path, 'desk')
  await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor()
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  await page.evaluate(counter)
  const done = async (presses: number) => {
    expect(await page.evaluate('pressed')).toBe(presses)
    // What is half written is refused, and the browser says so too.
    expect(faults.filter((fault) => !/\b400\b/.test(fault))).toEqual([])
    await close()
  }
  return { page, done }
}

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true })

describe('a task', () => {
  it('is done: a colleague is mentioned on an alert', async () => {
    const { page, done } = await begin(`/page/overview/${stores}`)
    await page
      .getByRole('link', { name: /^Alerts/ })
      .first()
      .click()
    await page.getByRole('main').locator('a[href*="/alert/"]').first().click()
    const acts = page.getByRole('region', { name: 'Actions' })
    await acts.getByRole('combobox', { name: 'New note' }).click()
    await page.keyboard.type('@nys')
    await acts.getByRole('listbox', { name: 'Colleagues' }).getByRole('option', { name: 'Clara Nyström' }).click()
    await page.keyboard.type('please call.')
    await acts.getByRole('button', { name: 'Add note' }).click()
    await page.getByRole('region', { name: 'Activity' }).locator('b', { hasText: '@Clara Nyström' }).waitFor()
    await done(4)
  })

  it('is done: a rule for alerts is made, tried and published', async () => {
    const { page, done } = await begin(`/page/overview/${stores}`)
    await page
      .getByRole('link', { name: /^Alerts/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Rules', exact: true }).click()
    await page.getByRole('button', { name: 'New rule on responses' }).click()
    const form = page.getByRole('region', { name: 'New rule' })
    await form.getByRole('group', { name: 'Name' }).getByLabel('Name', { exact: true }).fill('Very unhappy')
    await form.getByRole('combobox', { name: 'Add condition' }).first().selectOption({ label: 'Would recommend us' })
    await form.getByLabel(/^Would recommend us.*to/i).fill('1')
    const title = form.getByRole('group', { name: 'Alert title' }).getByLabel('Alert title', { exact: true })
    await title.fill('{place}: a very unhappy customer')
    await page
      .getByRole('region', { name: 'Preview' })
      .getByText(/^[\d,]+ alerts$/)
      .waitFor()
    await form.getByLabel('Add: Owner').fill('Store manager')
    await page.keyboard.press('Enter')
    await form.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog', { name: 'Publish' }).getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('region', { name: 'Published rules' }).getByRole('heading', { name: 'Very unhappy' }).waitFor()
    await done(8)
  })

  it('is done: the worst ten stores are shown and shared', async () => {
    const { page, done } = await begin(`/page/overview/${stores}`)
    await link(page, 'Stores').click()
    const card = page.getByRole('region', { name: /^Store · \d/ }).first()
    await card.getByRole('button', { name: 'Rows shown' }).click()
    const chooser = page.getByRole('dialog', { name: 'Rows shown' })
    await chooser.getByRole('radio', { name: 'Worst 10' }).check()
    const rows = card.locator('tbody tr[aria-rowindex]')
    await expect.poll(() => rows.count()).toBe(10)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await chooser.getByText('Copy link').click()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(decodeURIComponent(copied)).toContain('rows.worst10')
    await done(4)
  })

  it('is done: somebody is invited for one store', async () => {
    const { page, done } = await begin('/userlist/store-visits')
    await page
      .getByRole('link', { name: 'New user' })
      .or(page.getByRole('button', { name: 'New user' }))
      .first()
      .click()
    await page.getByLabel('Username').fill('pia')
    await page.getByLabel('Email', { exact: true }).fill('pia@example.com')
    await page.getByLabel('First name').fill('Pia')
    await page.getByLabel('Last name').fill('Salo')
    await page.getByLabel('Store manager', { exact: true }).check()
    await page.getByRole('button', { name: 'Add places Regions' }).first().click()
    const tree = page.getByRole('dialog')
    await tree.getByLabel('Search places').fill('Lund Nova')
    await tree.getByRole('checkbox', { name: 'Lund Nova' }).first().check()
    await tree.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Create user' }).click()
    await page.getByText('Invited', { exact: true }).first().waitFor()
    await done(6)
  })

  it('is done: a ranking is taken to Excel', async () => {
    const { page, done } = await begin(`/page/overview/${stores}`)
    await link(page, 'Stores').click()
    const card = page.getByRole('region', { name: /^Store · \d/ }).first()
    await card.locator('tbody tr[aria-rowindex]').first().waitFor()
    await card.getByRole('button', { name: /^Menu for/ }).click()
    const [sheet] = await Promise.all([page.waitForEvent('download'), page.getByText('Export for Excel').click()])
    expect(sheet.suggestedFilename()).toMatch(/\.xlsx$/)
    await done(3)
  })

  it('is done: two questions are set against each other', async () => {
    const { page, done } = await begin(`/page/overview/${stores}`)
    await link(page, 'Explore').click()
    await page.getByRole('combobox', { name: 'Rows' }).selectOption({ label: 'Channel' })
    await page.getByRole('combobox', { name: 'Columns' }).selectOption({ label: 'Loyalty member' })
    await page.getByRole('table').locator('tbody tr').first().waitFor()
    await done(5)
  })
})
