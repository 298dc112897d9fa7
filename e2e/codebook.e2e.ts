import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { looks, seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const lastYear = 'region,all;ftime=rmonths-11+0'
const details = '/survey/store-visits/store-visits'
const pictures = process.env.KAIKU_PICTURES

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
})
afterAll(() => sample?.close())

describe('the codebook', () => {
  it('renames a question in two languages, which the dashboard says then, and takes a change back', async () => {
    const { page, faults, close } = await sample.open(details, 'desk')
    await page.getByLabel('Search variables and codes').fill('recommend')
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /recommend$/ }) })
    await card.getByText(/^Used by/).click()
    await card.getByRole('listitem').filter({ hasText: 'Indicator NPS' }).first().waitFor()
    if (pictures) await page.screenshot({ path: `${pictures}/codebook-uses.png` })
    await card.getByRole('button', { name: /^Edit “/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title (English)').fill('Tells others of us')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/^Saved as version/).waitFor()
    await dialog.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Suomi' })
    await dialog.getByText('Tells others of us').first().waitFor()
    await dialog.getByLabel('Title (Suomi)').fill('Kertoo meistä')
    await page.keyboard.press('Enter')
    await dialog.getByRole('region', { name: 'Versions' }).getByText('"Kertoo meistä"').waitFor()
    await dialog.getByLabel('Label of 0 (Suomi)').fill('Ei koskaan')
    await page.keyboard.press('Enter')
    await dialog.getByRole('region', { name: 'Versions' }).getByText('"Ei koskaan"').waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    if (pictures) await page.screenshot({ path: `${pictures}/codebook-editor.png` })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('Change undone').waitFor()
    await expect.poll(() => dialog.getByLabel('Label of 0 (Suomi)').inputValue()).not.toBe('Ei koskaan')
    await page.keyboard.press('Escape')

    await page.goto(`${sample.running.address}/page/overview/store-visits/${lastYear}`)
    await page.getByRole('heading', { name: 'Tells others of us' }).first().waitFor()
    await page.getByRole('button', { name: 'Language and theme', exact: true }).click()
    await page.getByText('Suomi', { exact: true }).click()
    await page.getByRole('heading', { name: 'Kertoo meistä' }).first().waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('says what is not translated, and is read without being edited by who may not', async () => {
    const { page, close } = await sample.open(details, 'desk')
    const show = page.getByRole('combobox', { name: 'Show' })
    await show.waitFor()
    const choices = await show.getByRole('option').allTextContents()
    expect(choices[0]).toBe('All')
    expect(choices.slice(1).every((one) => /^Not translated: \S+ \([\d,]+\)$/.test(one))).toBe(true)
    await close()
    const clara = await sample.open(details, 'desk', 'light', 'clara')
    await clara.page.getByRole('heading', { level: 2 }).first().waitFor()
    expect(await clara.page.getByRole('button', { name: /^Edit “/ }).count()).toBe(0)
    await clara.close()
  })

  it.each(looks)('fits a %s in %s colours, and axe finds nothing serious', async (size, scheme) => {
    const { page, faults, close } = await sample.open(details, size, scheme)
    await page
      .getByRole('button', { name: /^Edit “/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('region', { name: 'Versions' }).waitFor()
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])
    if (pictures) await page.screenshot({ path: `${pictures}/codebook-editor-${size}-${scheme}.png` })
    await page.keyboard.press('Escape')
    if (pictures) await page.screenshot({ path: `${pictures}/codebook-${size}-${scheme}.png` })
    expect(faults).toEqual([])
    await close()
  })
})

describe('corrections by a file', () => {
  it('are looked at from old to new, stored, seen in the history of an interview, and taken back', async () => {
    const { page, faults, close } = await sample.open(`/page/interviews/store-visits/${lastYear}`, 'desk')
    const links = page.getByRole('rowheader').getByRole('link')
    await links.nth(2).waitFor()
    const paths = await Promise.all([0, 1, 2].map((at) => links.nth(at).getAttribute('href')))
    const ids = paths.map(
      (path) =>
        path
          ?.split('/')
          .at(-1)
          ?.replace(/[?#].*/, '') ?? '',
    )
    const rows = ids.map((id, at) => `${id},${at + 1}.23,Put right ${at}`)
    const file = `interviewId,basket,comment\n${rows.join('\n')}\nnobody,1,x\n`

    await page.goto(`${sample.running.address}/work/store-visits`)
    await page.getByRole('button', { name: 'Correct by file' }).click()
    const dialog = page.getByRole('dialog', { name: 'Correct by file' })
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'right.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    const changes = dialog.getByRole('list', { name: 'What would change' }).getByRole('listitem')
    await expect.poll(() => changes.count()).toBe(6)
    await dialog.getByRole('insertion').getByText('Put right 1').waitFor()
    await dialog.getByRole('region', { name: 'Rejected values' }).getByText('no such interview').first().waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    if (pictures) await page.screenshot({ path: `${pictures}/correction-file-preview.png` })
    const correct = dialog.getByRole('button', { name: 'Correct 6 values' })
    await expect.poll(() => correct.isDisabled()).toBe(true)
    await dialog.getByRole('checkbox', { name: /^Leave out/ }).check()
    await correct.click()
    await dialog.getByText('Interviews corrected').waitFor()
    if (pictures) await page.screenshot({ path: `${pictures}/correction-file-done.png` })
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByText(/6 values in 3 interviews/).waitFor()

    const address = `${sample.running.address}/interview/store-visits/${ids[1]}`
    await page.goto(address)
    await page.getByText('Put right 1').first().waitFor()
    await page
      .getByText(/^was: .*corrected by Aino|corrected by Aino/)
      .first()
      .waitFor()

    await page.goto(`${sample.running.address}/work/store-visits`)
    await page.getByRole('button', { name: 'Undo “right.csv”' }).click()
    await page.getByText('6 values restored').waitFor()
    await page.getByText(/^undone by Aino/).waitFor()
    if (pictures) await page.screenshot({ path: `${pictures}/correction-file-list.png`, fullPage: true })
    await page.goto(address)
    await page.getByRole('heading', { level: 1, name: /^Interview of/ }).waitFor()
    expect(await page.getByText('Put right 1').count()).toBe(0)
    expect(faults).toEqual([])
    await close()
  })

  it.each(looks)('fit a %s in %s colours, and axe finds nothing serious', async (size, scheme) => {
    const { page, faults, close } = await sample.open('/work/store-visits', size, scheme)
    await page.getByRole('button', { name: 'Correct by file' }).click()
    const dialog = page.getByRole('dialog', { name: 'Correct by file' })
    const file = `interviewId,question,value\n${'nobody,recommend,3\n'.repeat(60)}`
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    await dialog.getByRole('region', { name: 'Rejected values' }).waitFor()
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])
    if (pictures) await page.screenshot({ path: `${pictures}/correction-file-${size}-${scheme}.png` })
    expect(faults).toEqual([])
    await close()
  })
})
