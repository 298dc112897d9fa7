import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { call, enterAs } from './kaiku.ts'
import { type Sample, startSample } from './sample.ts'
import { openTill } from './till.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** How many rows of controls stand over the first alert. */
const controlRows = `(() => {
  const first = document.querySelector('main [data-alert]').getBoundingClientRect().top
  const spots = [...document.querySelectorAll('main [data-screen-only] :is(a, button, select, label)')]
    .map((one) => one.getBoundingClientRect())
    .filter(({ height, bottom }) => height > 0 && bottom < first)
    .sort((a, b) => a.top - b.top)
  let [rows, end] = [0, -Infinity]
  for (const { top, bottom } of spots) {
    if (top >= end) rows += 1
    end = Math.max(end, bottom)
  }
  return rows
})()`

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
})
afterAll(() => sample?.close())

describe('alerts', () => {
  it('are narrowed, picked, changed together and taken back', async () => {
    const { page, faults, close } = await sample.open('/alertlist/store-visits/region,all', 'desk')
    const list = page.getByRole('table', { name: 'Alerts', exact: true })
    const rows = list.getByRole('rowheader')
    await rows.first().waitFor()
    const total = page.getByText(/^[\d,]+ alerts?$/)
    const all = await total.textContent()
    expect(await page.locator('main header').first().textContent()).not.toContain('NPS')

    await page.getByRole('combobox', { name: 'Severity' }).selectOption({ label: 'Medium' })
    await page.waitForURL(/severity/)
    await expect.poll(() => total.textContent()).not.toBe(all)
    await page.goBack()
    await expect.poll(() => total.textContent()).toBe(all)

    await page.getByRole('combobox', { name: 'Group by' }).selectOption({ label: 'Place' })
    await page.getByRole('table', { name: 'Place' }).getByRole('link').first().click()
    await page.waitForURL(/region,all,/)
    await expect.poll(() => total.textContent()).not.toBe(all)

    for (const row of [1, 2]) await list.getByRole('checkbox').nth(row).check()
    await page.getByText('2 selected').waitFor()
    await page.getByRole('combobox', { name: 'Tag', exact: true }).fill('refund')
    await page.getByRole('button', { name: 'Add tag', exact: true }).click()
    await page.getByText('2 alerts changed').waitFor()
    await expect.poll(() => rows.filter({ hasText: 'refund' }).count()).toBe(2)
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => rows.filter({ hasText: 'refund' }).count()).toBe(0)
    expect(await seriousFaults(page, axe)).toEqual([])

    const title = (await rows.first().getByRole('link').textContent()) ?? ''
    await rows.first().getByRole('link').click()
    await page.getByRole('link', { name: 'Open interview' }).click()
    await page.getByRole('region', { name: 'Alerts' }).getByRole('link', { name: title }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('are narrowed on a phone, and as they are narrowed kept under a name that leads back from any page', async () => {
    const { page, faults, close } = await sample.open('/alertlist/store-visits/region,all', 'phone')
    const total = page.getByText(/^[\d,]+ alerts?$/)
    const all = await total.textContent()
    // The alerts come first: two rows of controls at most, the rest is folded away.
    await expect.poll(() => page.evaluate(controlRows)).toBeLessThanOrEqual(2)
    await page.getByRole('button', { name: 'Filter and sort' }).click()
    await page.getByRole('combobox', { name: 'Severity' }).selectOption({ label: 'Medium' })
    await expect.poll(() => total.textContent()).not.toBe(all)
    const narrowed = page.waitForResponse((reply) => /\/alerts\/list\/.*rule=/.test(reply.url()))
    await page.getByRole('combobox', { name: 'Rule' }).selectOption({ label: 'Complaint about staff' })
    await page.waitForURL(/rule/)
    await expect.poll(() => page.getByRole('rowheader').first().textContent()).toContain('complains about staff')
    const { total: count }: { total: number } = await (await narrowed).json()
    const medium = count === 1 ? '1 alert' : `${count.toLocaleString('en')} alerts`
    await page.getByText(medium, { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Filters/ }).click()
    const filters = page.getByRole('dialog', { name: 'Filters' })
    await filters.getByText('Saved filters').click()
    await filters.getByRole('button', { name: 'Save these filters' }).click()
    await filters.getByLabel('Name', { exact: true }).fill('Not so bad')
    await expect
      .poll(() => filters.getByRole('checkbox', { name: 'Include this page and its settings' }).isChecked())
      .toBe(true)
    expect(await seriousFaults(page, axe)).toEqual([])
    await page.keyboard.press('Enter')
    await filters.getByRole('button', { name: 'Not so bad Alerts' }).waitFor()
    await close()

    const desk = await sample.open('/page/overview/store-visits/region,all', 'desk')
    const aside = desk.page.getByRole('complementary', { name: 'Filters' })
    await aside.getByText(/^Saved filters/).click()
    await aside.getByRole('button', { name: 'Not so bad Alerts' }).click()
    await desk.page.waitForURL(/\/alertlist\/.*severity/)
    await desk.page.getByText(medium, { exact: true }).waitFor()
    expect([faults, desk.faults]).toEqual([[], []])
    await desk.close()
  })

  it('wait for their owner: the bell counts them, they are taken up, noted on and solved with cause and action', async () => {
    const { page, faults, close } = await sample.open(
      '/page/overview/store-visits/region,all',
      'phone',
      'light',
      'clara',
    )
    const bell = page.getByRole('link', { name: /^You have [\d,]+ unresolved alerts?$/ })
    const count = Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0])
    expect(count).toBeGreaterThan(0)
    await bell.click()
    await page.waitForURL(/\/alertlist\/store-visits\//)
    const rows = page.getByRole('table', { name: 'Alerts' }).getByRole('rowheader')
    await expect.poll(() => rows.count()).toBe(count)
    await expectFits(page)

    await rows.first().getByRole('link').click()
    const acts = page.getByRole('region', { name: 'Actions' })
    await acts.waitFor()
    await acts.getByLabel('New note').fill('Called the customer.')
    await acts.getByRole('button', { name: 'Add note' }).click()
    const happened = page.getByRole('region', { name: 'Activity' })
    await happened.getByText('Called the customer.').waitFor()

    await acts.getByRole('button', { name: 'Solve' }).click()
    const solve = page.getByRole('form', { name: 'Solve' })
    const done = solve.getByRole('button', { name: 'Solve' })
    await expect.poll(() => done.isDisabled()).toBe(true)
    await solve.getByRole('combobox', { name: 'Root cause' }).selectOption({ label: 'Long queue' })
    await solve.getByRole('combobox', { name: 'Action' }).selectOption({ label: 'Called the customer' })
    await done.click()
    await acts.getByRole('button', { name: 'Reopen' }).waitFor()
    await happened.getByText(/Root cause: Long queue/).waitFor()
    await expect
      .poll(async () => Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0]))
      .toBe(count - 1)
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])
    expect(faults).toEqual([])
    await close()
  })

  it('are worked through by keyboard: walked, opened, solved, and the next one is offered', async () => {
    const { page, faults, close } = await sample.open('/alertlist/store-visits/region,all', 'desk', 'light', 'clara')
    const rows = page.getByRole('table', { name: 'Alerts', exact: true }).getByRole('rowheader')
    await rows.nth(2).waitFor()
    const titleOf = (row: number) => rows.nth(row).getByRole('link').textContent()
    const [second, third] = [await titleOf(1), await titleOf(2)]
    const total = /^([\d,]+) alerts$/.exec((await page.getByText(/^[\d,]+ alerts$/).textContent()) ?? '')?.[1] ?? ''
    expect(Number(total.replaceAll(',', ''))).toBeGreaterThan(await rows.count())
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await page.keyboard.press('a')
    const assign = page.getByRole('combobox', { name: 'Assign to …' })
    await expect.poll(() => assign.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
    await page.getByRole('region', { name: 'Change selected alerts' }).getByRole('button', { name: 'Cancel' }).click()
    await rows.nth(1).getByRole('link').focus()
    await page.keyboard.press('o')
    await page.getByRole('heading', { level: 1, name: second ?? '' }).waitFor()
    // Of all, not only of those that the list had loaded.
    const position = page.getByText(`2 of ${total}`, { exact: true })
    await position.waitFor()
    await page.keyboard.press('j')
    await page.getByRole('heading', { level: 1, name: third ?? '' }).waitFor()
    await page.keyboard.press('k')
    await position.waitFor()

    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('Solve the alert').waitFor()
    await help.getByText('Single-key shortcuts on this device').click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await position.waitFor()
    await page.getByRole('button', { name: 'Next alert (j)' }).waitFor()
    await page.evaluate("localStorage.setItem('kaiku.keys', 'on')")

    await page.keyboard.press('e')
    const solve = page.getByRole('form', { name: 'Solve' })
    await solve.waitFor()
    await page.keyboard.type('Long')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Took')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await seriousFaults(page, axe)).toEqual([])
    await page.keyboard.press('Enter')
    const offered = page.getByRole('status').getByRole('button', { name: third ?? '', exact: true })
    await offered.waitFor()
    await expect.poll(() => offered.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
    expect(await seriousFaults(page, axe)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByText(`3 of ${total}`, { exact: true }).waitFor()
    await page.getByRole('heading', { level: 1, name: third ?? '' }).waitFor()

    // A colleague is picked with @ by keyboard; what names nobody is said before it goes.
    const acts = page.getByRole('region', { name: 'Actions' })
    const note = acts.getByRole('combobox', { name: 'New note' })
    const offeredPeople = acts.getByRole('listbox', { name: 'Colleagues' })
    await note.focus()
    await page.keyboard.type('@nys')
    await offeredPeople.getByRole('option', { name: 'Clara Nyström' }).waitFor()
    await page.keyboard.press('Escape')
    await note.fill('')
    await page.keyboard.type('@Rau')
    await page.keyboard.type(' wrong')
    await acts.getByRole('button', { name: 'Add note', exact: true }).click()
    await acts.getByText(/^@Rau matches no colleague with access/).waitFor()
    await acts.getByRole('button', { name: 'Add note anyway' }).waitFor()
    await note.fill('')
    await page.keyboard.type('@ai')
    await offeredPeople.getByRole('option', { name: 'Aino Admin' }).waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await page.keyboard.press('Enter')
    await page.keyboard.type('please look.')
    await expect.poll(() => note.inputValue()).toBe('@Aino Admin please look.')
    await acts.getByRole('button', { name: /^Add note/ }).click()
    const happened = page.getByRole('region', { name: 'Activity' })
    await happened.locator('b', { hasText: '@Aino Admin' }).waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('carry files: dropped or chosen, kept, refused with why, and removed with a trace', async () => {
    const { page, faults, close } = await sample.open('/alertlist/store-visits/region,all', 'phone')
    await page.getByRole('table', { name: 'Alerts' }).getByRole('rowheader').nth(3).getByRole('link').click()
    const files = page.getByRole('region', { name: 'Files' })
    const plan = { name: 'Plan for the till.txt', mimeType: 'text/plain', buffer: Buffer.from('Open the second till.') }
    const page404 = { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<html>') }
    await files.getByLabel('Attach files').setInputFiles([plan, page404])
    await files.getByText('“page.png” is damaged, or its content doesn’t match its file type.').waitFor()
    const got = page.waitForEvent('download')
    await files.getByRole('button', { name: 'Download Plan for the till.txt' }).click()
    const download = await got
    expect(download.suggestedFilename()).toBe(plan.name)
    expect(await readFile(await download.path(), 'utf8')).toBe('Open the second till.')
    const happened = page.getByRole('region', { name: 'Activity' })
    await happened.getByText('attached a file').waitFor()
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])

    await files.getByRole('button', { name: 'Remove Plan for the till.txt' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await happened.getByText('removed a file').waitFor()
    await expect.poll(() => files.getByRole('button', { name: /^Download/ }).count()).toBe(0)
    // What was refused is told to the console, too.
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
    await close()
  })

  it('tell the later of two writers what changed, and keep what both did', async () => {
    const open = () => sample.open('/alertlist/store-visits/region,all', 'desk')
    const [one, other] = [await open(), await open()]
    const title = await one.page
      .getByRole('table', { name: 'Alerts' })
      .getByRole('rowheader')
      .nth(5)
      .getByRole('link')
      .getAttribute('href')
    // What happens is not heard here, as where the connection is bad.
    await other.page.route('**/vuejs/events', (route) => route.abort())
    for (const { page } of [one, other]) {
      await page.goto(new URL(title ?? '', page.url()).href)
      await page.getByRole('region', { name: 'Actions' }).waitFor()
    }
    await one.page.getByRole('combobox', { name: 'Severity' }).selectOption({ label: 'Low' })
    await one.page
      .getByRole('region', { name: 'Activity' })
      .getByText(/^Severity: .* → Low$/)
      .waitFor()
    await other.page.getByRole('combobox', { name: 'Severity' }).selectOption({ label: 'Critical' })
    await other.page.getByText(/Your changes are still here/).waitFor()
    await other.page
      .getByRole('region', { name: 'Activity' })
      .getByText(/^Severity: .* → Low$/)
      .waitFor()
    await other.page.getByRole('combobox', { name: 'Severity' }).selectOption({ label: 'Critical' })
    await other.page.getByRole('region', { name: 'Activity' }).getByText('Severity: Low → Critical').waitFor()
    await one.close()
    await other.close()
  })

  it('come from an answer that a program sends, are told to their owner at once and to nobody else', async () => {
    const { running } = sample
    const send = await openTill(running)
    const { page, faults, close } = await sample.open(
      '/page/overview/store-visits/region,all',
      'desk',
      'light',
      'mikko',
    )
    const bell = page.getByRole('link', { name: /^You have [\d,]+ unresolved alerts?$/ })
    const counted = async () => Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0])
    const before = await counted()

    const status = await send({
      ...{ store: 'fi-uusimaa-helsinki-kamppi', recommend: 1, satisfaction: 1 },
      ...{ customer: 'kaisa.kunnas@example.com', comment: 'Nobody opened the second till for half an hour.' },
    })
    expect(status).toBe(200)
    await page.getByRole('status').getByText('1 new interview').waitFor()
    await expect.poll(counted).toBe(before + 1)

    await bell.click()
    const opened = page.getByRole('link', { name: 'Helsinki Kamppi: would recommend us 1 of 10' })
    await page.getByText('Nobody opened the second till for half an hour.').waitFor()
    await opened.click()
    const acts = page.getByRole('region', { name: 'Actions' })
    await acts.getByRole('button', { name: 'Start' }).click()
    await acts.getByRole('button', { name: 'Reply to the customer' }).click()
    const letter = acts.getByRole('form', { name: 'Reply to the customer' })
    await letter.getByText('kaisa.kunnas@example.com').waitFor()
    await expect.poll(() => letter.getByLabel('Subject').inputValue()).toBe('Your visit to Helsinki Kamppi')
    await acts.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Swedish' })
    await expect.poll(() => letter.getByLabel('Subject').inputValue()).toBe('Ditt besök hos Helsinki Kamppi')
    await letter.getByLabel('Text').fill('Förlåt! Får vi ringa?')
    await expect.poll(() => letter.getByRole('button', { name: 'Send' }).isEnabled()).toBe(true)
    expect(await seriousFaults(page, axe)).toEqual([])
    await letter.getByRole('button', { name: 'Send' }).click()
    const happened = page.getByRole('region', { name: 'Activity' })
    await happened.getByText('Waiting to be sent').waitFor()
    await happened.getByText('Ditt besök hos Helsinki Kamppi').click()
    await happened.getByText('Förlåt! Får vi ringa?').waitFor()
    await page.getByText('State: In progress → On hold').waitFor()
    await acts.getByRole('button', { name: 'Solve' }).click()
    const solve = page.getByRole('form', { name: 'Solve' })
    await solve.getByRole('combobox', { name: 'Root cause' }).selectOption({ label: 'Too few staff' })
    await solve.getByRole('combobox', { name: 'Action' }).selectOption({ label: 'Called the customer' })
    await solve.getByRole('button', { name: 'Solve' }).click()
    await page.getByText('Solved', { exact: true }).first().waitFor()
    await expect.poll(counted).toBe(before)
    const { pathname } = new URL(page.url())
    expect(faults).toEqual([])
    await close()

    const other = await sample.open(pathname, 'desk', 'light', 'sven')
    await other.page.getByRole('alert').first().waitFor()
    expect(await other.page.getByText('second till').count()).toBe(0)
    await other.close()
    const stranger = await enterAs(running, 'kuu', 'kuutamo')
    const asked = call(running, stranger, `vuejs/alerts/one/store-visits/${pathname.split('/').at(-1)}`)
    await expect(asked).rejects.toThrow(/404/)
  })
})
