import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './browser.ts'
import { looked } from './looked.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const address = '/places/store-visits/region'

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
})
afterAll(() => sample?.close())

const row = (page: Page, name: RegExp) => page.getByRole('treeitem', { name })
const numberIn = async (page: Page, name: RegExp) =>
  Number(((await row(page, name).locator('[title="Interviews"]').textContent()) ?? '').replace(/\D/g, ''))
const saved = async (page: Page) => {
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await page.getByText('Draft saved', { exact: true }).waitFor()
}

describe('the editor of places', () => {
  it('moves a place by dragging, renames one, says what follows, and figures count it there', async () => {
    const { page, faults, close } = await sample.open('/survey/store-visits/store-visits', 'desk')
    await page.getByRole('link', { name: 'Places', exact: true }).click()
    await row(page, /^All stores/).waitFor()
    await row(page, /^Finland/)
      .getByRole('button', { includeHidden: true })
      .click()
    await row(page, /^Uusimaa|^Helsinki|^Southern/)
      .first()
      .waitFor()
    await looked(page, 'place-open')
    expect(await seriousFaults(page, axe)).toEqual([])

    const finland = await numberIn(page, /^Finland/)
    const sweden = await numberIn(page, /^Sweden/)
    const region = row(page, / fi-/).first()
    const called = ((await region.textContent()) ?? '').split('fi-')[0] ?? ''
    const moving = Number(((await region.locator('[title="Interviews"]').textContent()) ?? '').replace(/\D/g, ''))
    expect(moving).toBeGreaterThan(0)
    await region.dragTo(row(page, /^Sweden/))
    await page.getByText(/moved to Sweden$/).waitFor()
    await expect.poll(() => numberIn(page, /^Sweden/)).toBe(sweden + moving)
    expect(await numberIn(page, /^Finland/)).toBe(finland - moving)

    // Undone and done again by the keys that undo everywhere.
    await page.keyboard.press('Control+z')
    await expect.poll(() => numberIn(page, /^Sweden/)).toBe(sweden)
    await page.keyboard.press('Control+y')
    await expect.poll(() => numberIn(page, /^Sweden/)).toBe(sweden + moving)

    await row(page, /^Finland/).click()
    const name = page.getByLabel('Name (English)')
    await name.fill('Suomi Finland')
    await name.press('Tab')
    await row(page, /^Suomi Finland/).waitFor()
    await saved(page)

    await page.getByRole('button', { name: 'Publish' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish' })
    await dialog.getByText('1 place moved').waitFor()
    await dialog.getByText('1 place renamed').waitFor()
    await dialog.getByText(/interviews will count at another place/).waitFor()
    await dialog.getByText('Publishing changes this for everyone:').waitFor()
    await looked(page, 'place-publish')
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Places published').waitFor()
    await expect.poll(() => numberIn(page, /^Sweden/)).toBe(sweden + moving)

    await page.goto(new URL('/ranking/store-visits/region,all,se;ftime=rmonths-11+0', page.url()).href)
    await page.getByText(called.trim()).first().waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('is walked, moved and merged by keys and dialogs, and a plan becomes today’s tree', async () => {
    const { page, faults, close } = await sample.open(address, 'desk')
    await page.getByRole('tree', { name: 'Places' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.getByRole('treeitem', { selected: true }).getAttribute('aria-level')).toBe('3')
    await page.keyboard.press('m')
    const move = page.getByRole('dialog', { name: /^Move/ })
    await move.getByRole('searchbox').fill('norway')
    await move.getByRole('radio', { name: 'Norway', exact: true }).check()
    await move.getByText(/interviews? will count at another place/).waitFor()
    await move.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText('Not saved yet').waitFor()

    await row(page, /^Denmark/).click()
    const denmark = await numberIn(page, /^Denmark/)
    await page.getByRole('button', { name: 'Merge…' }).click()
    const merge = page.getByRole('dialog', { name: /^Make Denmark part/ })
    await merge.getByRole('searchbox').fill('norway')
    await merge.getByRole('radio', { name: 'Norway', exact: true }).check()
    await merge.getByText(`${denmark.toLocaleString('en')} interviews will count at another place.`).waitFor()
    await merge.getByRole('button', { name: 'Merge', exact: true }).click()
    await row(page, /^Denmark/)
      .getByText('Part of Norway')
      .waitFor()

    await page.getByRole('button', { name: 'New plan…' }).click()
    await page.getByLabel('Name of the plan').fill('Next year')
    await page.getByRole('button', { name: 'Make plan' }).click()
    await row(page, /^Denmark/)
      .first()
      .click()
    await page.getByRole('button', { name: 'Add below…' }).click()
    const add = page.getByRole('dialog', { name: /^Add a place/ })
    await add.getByLabel('Name', { exact: true }).fill('New region')
    await add.getByLabel(/^Id/).fill('new-region')
    await add.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Make it today’s tree…' }).click()
    const adopt = page.getByRole('dialog', { name: 'Make it today’s tree' })
    await adopt.getByText('1 new place').waitFor()
    await adopt.getByRole('button', { name: 'Make it today’s tree', exact: true }).click()
    await page.getByRole('searchbox').fill('New region')
    await row(page, /^New region/).waitFor()
    await looked(page, 'place-found')
    await saved(page)
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
    await page.getByText('Draft discarded').waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('takes a file with what it changes told before, and what is wrong by cell', async () => {
    const { page, faults, close } = await sample.open(address, 'desk')
    const [downloaded] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as Excel' }).click(),
    ])
    const path = await downloaded.path()
    await page.getByRole('button', { name: 'From a file…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Take places from a file' })
    const file = dialog.locator('input[type=file]')
    await file.setInputFiles({
      ...{ name: 'places.xlsx', buffer: await readFile(path) },
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    })
    await dialog.getByText('The file holds the same tree.').waitFor()
    const csv = (text: string) => ({ name: 'places.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await file.setInputFiles(csv('id,name,parent\na,A,nowhere\n,B,\n'))
    await dialog.getByText('No place has this id').waitFor()
    await looked(page, 'place-file')
    await file.setInputFiles(csv('id,name,parent\na,A,\nb,B,a\n'))
    await dialog.getByText('2 new places').waitFor()
    await dialog.getByRole('button', { name: 'Take into the draft' }).click()
    await row(page, /^A a/).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await row(page, /Finland/).waitFor()
    expect(faults).toEqual([])
    await close()
  })
})
