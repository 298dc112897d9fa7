import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { call, enterAs } from './kaiku.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const list = '/samplelist/store-visits/region,all'

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
})
afterAll(() => sample?.close())

const file = [
  'External ID;E-mail;Name;Language;Consent;Shoe',
  'w1;wilma@example.com;Wilma Testi;fi;yes;38',
  'w2;walter@example.com;Walter Testi;sv;no;44',
  'w3;not a mail;Wanda Testi;fi;;40',
  'w4;wolf@example.com;Wolf Testi;fi;maybe;41',
].join('\n')

describe('samples', () => {
  it('come from a file that is looked at first, and can be taken back', async () => {
    const { page, faults, close } = await sample.open(list, 'desk')
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import contacts' })
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    await dialog.getByText('Line 4').waitFor()
    await expect
      .poll(() => dialog.getByRole('listitem').allTextContents())
      .toEqual([expect.stringContaining('not a mail'), expect.stringContaining('maybe')])
    await dialog.getByText('Not invited: Opted out 1').waitFor()
    await dialog.getByText('Ignored columns: Shoe').waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await dialog.getByRole('button', { name: 'Import 2 people' }).click()
    await dialog.getByText('File imported').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    const search = page.getByRole('searchbox')
    await search.fill('testi')
    await page.getByText('2 people', { exact: true }).waitFor()
    await page.getByRole('rowheader').nth(1).waitFor()
    // What surveys measure says nothing of who is asked.
    expect(await page.locator('main header').first().textContent()).not.toContain('NPS')
    expect((await page.getByRole('rowheader').allTextContents()).sort()).toEqual([
      expect.stringContaining('Walter Testi'),
      expect.stringContaining('Wilma Testi'),
    ])

    await page.getByRole('button', { name: 'Import' }).click()
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await dialog.getByText('undone').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('No contacts here').waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('are taken along as a table, narrowed as they are shown, and one person as a sheet', async () => {
    const { page, faults, close } = await sample.open(list, 'desk')
    await page.getByRole('combobox', { name: 'State' }).selectOption('completed')
    const total = page.getByRole('status').filter({ hasText: /^[\d,]+ people$/ })
    await expect.poll(() => page.getByRole('rowheader').count()).toBeGreaterThan(1)
    await page.locator('[data-stale]').waitFor({ state: 'detached' })
    const n = Number((await total.textContent())?.replaceAll(/\D/g, ''))
    await page.getByRole('button', { name: 'Download people' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'As CSV' }).click(),
    ])
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(lines.length).toBe(n + 2)
    expect(lines.at(-1)).toBe(`People,${n}`)
    expect(lines.slice(1, -1).filter((line) => !line.includes('Completed'))).toEqual([])

    await page.getByRole('rowheader').first().getByRole('link').click()
    const [sheet] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as Excel' }).click(),
    ])
    expect(sheet.suggestedFilename()).toMatch(/\.xlsx$/)
    expect(faults).toEqual([])
    await close()
  })

  it('are narrowed by state and reason, brought into another together, and back', async () => {
    const { page, faults, close } = await sample.open(list, 'desk')
    const rows = page.getByRole('table', { name: 'Samples' }).getByRole('rowheader')
    await rows.first().waitFor()
    const total = page.getByText(/^[\d,]+ people$/)
    const all = await total.textContent()
    const state = page.getByRole('combobox', { name: 'State' })
    await state.selectOption({ value: 'notInvited' })
    await page.waitForURL(/notInvited/)
    await page.getByRole('combobox', { name: 'Reason not invited' }).selectOption({ value: 'noAddress' })
    await page
      .getByRole('cell', { name: /No address/ })
      .first()
      .waitFor()
    await page.goBack()
    await state.selectOption({ value: 'pending' })
    // Those of all states are pending, too, until the list is narrowed.
    await page.waitForURL(/pending/)
    await page.locator('[data-stale]').waitFor({ state: 'detached' })
    await expect.poll(() => total.textContent()).not.toBe(all)
    const before = await total.textContent()
    for (const row of [1, 2]) await page.getByRole('checkbox').nth(row).check()
    await page.getByText('2 selected').waitFor()
    await page.getByRole('combobox', { name: 'Change state …' }).selectOption({ label: 'Refused' })
    await page.getByText('2 contacts changed').waitFor()
    await expect.poll(() => total.textContent()).not.toBe(before)
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => total.textContent()).toBe(before)
    expect(await seriousFaults(page, axe)).toEqual([])
    expect(faults).toEqual([])
    await close()
  })

  it('are opened with what the person answered, and from the interview again', async () => {
    const { page, faults, close } = await sample.open(list, 'desk', 'dark')
    await page.getByRole('combobox', { name: 'State' }).selectOption({ value: 'completed' })
    await page.waitForURL(/completed/)
    // Until it has come, the list is the one of before.
    const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
    await expect.poll(() => rows.filter({ hasNotText: 'Completed' }).count()).toBe(0)
    await rows.getByRole('link').first().click()
    await page.getByRole('region', { name: 'Interviews' }).getByRole('link').first().waitFor()
    const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
    expect(await seriousFaults(page, axe)).toEqual([])
    await page.getByRole('link', { name: 'Open interview' }).click()
    await page.getByRole('link', { name: 'Open contact' }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Views' }).count()).toBe(0)
    expect(await page.getByRole('complementary', { name: 'Filters' }).count()).toBe(0)

    // What happened stands in its order: added, invited, answered.
    const happened = page.getByRole('region', { name: 'Activity' }).getByRole('listitem')
    const moments = await happened.locator('time').evaluateAll((all) => all.map((one) => one.getAttribute('datetime')))
    expect(moments.length).toBeGreaterThan(2)
    const times = moments.map((one) => Date.parse(one ?? ''))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    const last = page.url()
    await page.goto(last.replace('/sample/store-visits/sample/', '/sample/store-visits/loop/'))
    await page.getByRole('link', { name: 'Closing the loop' }).first().waitFor()
    await page.goto(last)

    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Pia Muutettu')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Pia Muutettu' }).waitFor()
    await page.getByRole('combobox', { name: 'Consent' }).selectOption({ value: 'optedOut' })
    await page.getByRole('region', { name: 'Activity' }).getByText('→ Opted out').waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('are erased with a certificate, on a phone', async () => {
    const { page, faults, close } = await sample.open(list, 'phone')
    await page.getByRole('combobox', { name: 'State' }).selectOption({ value: 'completed' })
    await page.waitForURL(/completed/)
    const link = page.getByRole('rowheader').getByRole('link').first()
    const name = (await link.textContent()) ?? ''
    await expectFits(page)
    await link.click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await expectFits(page)
    await page.getByRole('button', { name: 'Erase this person …' }).click()
    await page.getByRole('button', { name: 'Erase permanently' }).click()
    const certificate = page.getByRole('dialog', { name: `${name} was erased` })
    await certificate.getByText(/^Interviews [1-9]/).waitFor()
    await certificate.getByText('with tonight’s maintenance', { exact: true }).waitFor()
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])
    await certificate.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('table', { name: 'Samples' }).waitFor()
    await page.getByRole('button', { name: 'Erasures' }).click()
    await page
      .getByRole('dialog', { name: 'Erasures' })
      .getByText(/· aino$/)
      .waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('are nothing to another universe, nor to who manages none', async () => {
    const { running } = sample
    const aino = await enterAs(running, 'aino', 'sample')
    const mine = await call<{ total: number; rows: { sampleId: string }[] }>(
      ...([running, aino, 'vuejs/samples/list/store-visits/region,all'] as const),
    )
    expect(mine.total).toBeGreaterThan(1_000)
    const { page, close } = await sample.open(
      `/sample/store-visits/sample/${mine.rows[0]?.sampleId}`,
      'desk',
      'light',
      'mikko',
    )
    await page.getByRole('alert').waitFor()
    expect(await page.content()).not.toContain('@example.com')
    await page.goto(`${running.address}/samplelist/store-visits/region,all`)
    await page.getByText('Only sample managers can see this.').waitFor()
    expect(await page.getByRole('button', { name: 'Import' }).count()).toBe(0)
    await close()
  })
})
