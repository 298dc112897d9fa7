import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './browser.ts'
import { looked } from './looked.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const stores = ['Helsinki Kamppi', 'Kerava', 'Nowhere']
const channels = ['Store', 'Phone', 'Chat']

/** As a shop has it: titles in other languages, a store that is none, a channel and a question that are new. */
const visits = (rows = 24) =>
  [
    'Receipt;Myymälä;When;Would recommend us;Nöjdhet;Parking lot;Channel',
    ...Array.from({ length: rows }, (_, at) =>
      [
        ...[at + 1, stores[at % 3], `${String((at % 28) + 1).padStart(2, '0')}.02.2026`, at % 11],
        ...[(at % 5) + 1, ((at * 2) % 5) + 1, channels[(at + 1) % 3]],
      ].join(';'),
    ),
  ].join('\n')

let sample: Sample
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaiku-mapping-'))
  sample = await startSample()
})
afterAll(async () => {
  await sample?.close()
  await rm(folder, { recursive: true, force: true })
})

const fileNamed = async (name: string, content: string) => {
  const file = join(folder, name)
  await writeFile(file, content)
  return file
}
const count = (page: Page, name: string) =>
  page
    .locator('aside dl > div')
    .filter({ hasText: new RegExp(`^${name}`) })
    .locator('dd')
    .textContent()
const counts = (page: Page) => Promise.all(['New', 'Changed', 'Unchanged', 'Rejected'].map((name) => count(page, name)))
/** What is shown is of the mapping as it stands now. */
const settled = (page: Page, expected: readonly string[]) =>
  expect.poll(() => counts(page), { timeout: 20_000 }).toEqual(expected)
async function picked(page: Page, label: string, text: string) {
  const field = page.getByRole('combobox', { name: label, exact: true })
  await field.fill(text)
  await field.press('Enter')
}

describe('a later file of which no mapping knows', () => {
  it('is refused at the imports, and mapped from there', async () => {
    const { page, close } = await sample.open('/work/store-visits', 'desk')
    await page.getByRole('button', { name: 'Import a file', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Import responses' })
    await dialog.locator('input[type=file]').setInputFiles(await fileNamed('visits 2026.csv', visits()))
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('button', { name: 'Map its columns' }).click()
    await page.getByRole('heading', { level: 1, name: 'visits 2026.csv' }).waitFor()
    const line = (column: string) =>
      page.getByRole('list', { name: 'Columns' }).getByRole('listitem').filter({ hasText: column }).first()
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Question that Myymälä answers' }).inputValue())
      .toBe('Store')
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Question that Nöjdhet answers' }).inputValue())
      .toBe('Satisfaction')
    // Nowhere is no store, Chat no channel: a row may be both.
    await settled(page, ['8', '0', '0', '16'])
    await looked(page, 'mapping-open')
    expect(await seriousFaults(page, axe)).toEqual([])

    await picked(page, 'Question that When answers', 'Visited')
    await line('When').getByText('Leave out').waitFor()
    await line('Parking lot')
      .getByRole('button', { name: /^Add as a question/ })
      .click()
    await line('Parking lot').getByText('new question').waitFor()
    await picked(page, 'What Chat means', 'Add as an option')
    await settled(page, ['16', '0', '0', '8'])
    await picked(page, 'What Nowhere means', 'No answer')
    await settled(page, ['24', '0', '0', '0'])
    await page.getByRole('complementary').getByText('Helsinki Kamppi').first().waitFor()
    await looked(page, 'mapping-mapped')
    expect(await seriousFaults(page, axe)).toEqual([])

    await page.getByRole('button', { name: 'Save as draft', exact: true }).click()
    await page.getByText('Draft saved', { exact: true }).waitFor()
    await settled(page, ['24', '0', '0', '0'])
    await page.getByRole('button', { name: 'Publish and import', exact: true }).click()
    const publishing = page.getByRole('dialog', { name: 'Publish' })
    await publishing.getByText(/24 new, 0 corrected/).waitFor()
    await publishing.getByText(/Chat/).first().waitFor()
    await looked(page, 'mapping-publish')
    await publishing.getByRole('button', { name: 'Publish and import', exact: true }).click()
    await page.getByText('The file has been imported.').waitFor()
    await page.getByRole('link', { name: /Report and undo/ }).click()
    const done = page.getByRole('listitem').filter({ hasText: 'visits 2026.csv' }).filter({ hasText: '24 new' })
    await done.getByText('Done').first().waitFor()
    await close()
  })

  it('is known from then on, and a file that fits two mappings is told apart', async () => {
    const { page, faults, close } = await sample.open('/mapping/store-visits/file', 'desk')
    await page.getByRole('heading', { level: 1, name: 'Later files' }).waitFor()
    await looked(page, 'mapping-list')
    expect(await seriousFaults(page, axe)).toEqual([])
    await page.locator('input[type=file]').setInputFiles(await fileNamed('visits 2026.csv', visits(26)))
    await page.getByText('This file is read by the mapping “visits-2026”.').waitFor()
    await settled(page, ['2', '0', '24', '0'])
    await page.getByRole('link', { name: 'Later files' }).click()
    const short = visits(4)
      .split('\n')
      .map((line) => line.split(';').slice(0, 4).join(';'))
    await page.locator('input[type=file]').setInputFiles(await fileNamed('short.csv', short.join('\n')))
    await page.getByText('This new one was begun from “visits-2026”.').waitFor()
    await page.getByText(/reads columns that this file lacks: .*Parking lot/).waitFor()
    await page.getByRole('complementary').getByText(/New/).first().waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('opens a mapping by itself, moves and deletes mappings as a draft', async () => {
    const { page, faults, close } = await sample.open('/mapping/store-visits/file', 'desk')
    await page.getByRole('button', { name: 'visits-2026', exact: true }).click()
    const name = page.getByLabel('Name of the mapping (letters, digits, dashes)')
    await name.fill('visits')
    await name.blur()
    await page.getByRole('button', { name: 'Save as draft', exact: true }).click()
    await page.getByText('Draft saved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Later files', exact: true }).click()
    await page.getByText('There is a draft, saved by').waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish only', exact: true }).click()
    await page.getByText('Mappings published').waitFor()
    await page.getByRole('button', { name: 'Delete visits', exact: true }).click()
    await page.getByText('There is a draft, saved by').waitFor()
    await page.getByRole('button', { name: 'Discard draft', exact: true }).click()
    await page.getByRole('button', { name: 'visits', exact: true }).waitFor()
    expect(faults).toEqual([])
    await close()
  })
})
