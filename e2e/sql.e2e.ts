import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { looks, seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
})
afterAll(() => sample?.close())

const picture = async (page: Page, name: string) => {
  if (process.env.KAIKU_PICTURES)
    await page.screenshot({ path: `${process.env.KAIKU_PICTURES}/sql-${name}.png`, fullPage: true })
}
const editor = (page: Page) => page.getByRole('textbox', { name: 'Statement' })
async function write(page: Page, text: string) {
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(text)
}
const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).click()

describe('statements of SQL', () => {
  it('are asked of the interviews of a place, shown as a table and as bars, kept and taken along', async () => {
    const { page, faults, close } = await sample.open('/page/explore/store-visits/region,all,se', 'desk')
    await page.getByRole('link', { name: 'Ask by SQL' }).click()
    await page.getByRole('heading', { name: 'SQL', level: 1 }).waitFor()
    await run(page)
    const result = page.getByRole('table', { name: 'Result' })
    await result.getByRole('columnheader', { name: 'mean' }).waitFor()
    const counted = page.getByText(/^[\d,]+ rows?, from [\d,]+ interviews$/)
    await counted.waitFor()

    await write(page, 'select channel, count(*) as n from interviews group by all order by n desc')
    await page.keyboard.press('ControlOrMeta+Enter')
    await result.getByRole('columnheader', { name: 'channel' }).waitFor()
    const cells = await result.getByRole('row').last().getByRole('cell').allTextContents()
    expect(cells).toHaveLength(2)
    await page.getByRole('radio', { name: 'Bars' }).check({ force: true })
    await result.waitFor({ state: 'detached' })
    await page.getByText(cells[0] ?? '', { exact: true }).waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, 'bars')

    await page.getByLabel('Name', { exact: true }).fill('Channels')
    await page.getByRole('button', { name: 'Keep', exact: true }).click()
    await page.getByRole('button', { name: 'Channels', exact: true }).waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = await readFile(await (await saving).path(), 'utf8')
    expect(file.split('\r\n')[0]).toBe('\ufeffchannel,n')

    await write(page, "select * from read_csv('/etc/passwd')")
    await run(page)
    await page.getByRole('alert').getByText('file system operations are disabled').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Channels', exact: true }).click()
    await run(page)
    await page.getByText(cells[0] ?? '', { exact: true }).waitFor()
    // The browser itself tells of the statement that was refused.
    expect(faults.filter((one) => !/status of 400 /.test(one))).toEqual([])
    await close()
  })

  it('kept under names stand in a notebook, each with what it finds, and one that fails leaves the others', async () => {
    const { page, close } = await sample.open('/sql/store-visits/region,all', 'desk')
    await editor(page).waitFor()
    const kept = [
      ['1 How many', 'select count(*) as visits from interviews'],
      ['2 By channel', 'select channel, count(*) as n from interviews group by all order by n desc'],
      ['3 Nothing like it', 'select nothing_like_it from interviews'],
      ['4 By day', 'select interview_day, count(*) as n from interviews group by all order by 1 desc limit 5'],
    ] as const
    for (const [name, statement] of kept) {
      await write(page, statement)
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByRole('button', { name: 'Keep', exact: true }).click()
      await page.getByRole('button', { name, exact: true }).waitFor()
    }
    await page.getByRole('radio', { name: 'Notebook' }).check({ force: true })
    await page.getByRole('button', { name: 'Run all' }).click()
    await page.getByRole('table', { name: '4 By day' }).getByRole('row').nth(5).waitFor()
    await page
      .getByRole('region', { name: '3 Nothing like it' })
      .getByRole('alert')
      .getByText('nothing_like_it')
      .waitFor()
    await page.getByRole('table', { name: '2 By channel' }).waitFor()
    await page
      .getByRole('region', { name: '1 How many' })
      .first()
      .getByRole('radio', { name: 'Number' })
      .check({ force: true })
    await page.getByText('visits', { exact: true }).waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, 'notebook')
    await page.getByRole('button', { name: 'Edit: 2 By channel' }).click()
    await editor(page).getByText('group by all').waitFor()
    await close()
  })

  it('are put onto a page, where it says what they find for who reads it', async () => {
    const { page, faults, close } = await sample.open('/sql/store-visits/region,all,se', 'desk')
    await editor(page).waitFor()
    await write(page, 'select channel, count(*) as n from interviews group by all order by n desc')
    await run(page)
    await page.getByRole('table', { name: 'Result' }).waitFor()
    await page.getByRole('button', { name: 'Save as a component' }).click()
    await page
      .getByRole('menu', { name: 'Save as a component' })
      .getByRole('menuitem', { name: 'New personal page' })
      .click()
    await page.getByRole('toolbar', { name: 'Edit pages' }).waitFor()
    const put = page.getByRole('region', { name: /^SQL, position/ })
    await put.getByRole('table').waitFor()
    await put.getByRole('button', { name: 'Configure SQL' }).click()
    await page.getByRole('textbox', { name: 'Statement of SQL' }).waitFor()
    await page.getByLabel('Titles of columns, one a line').fill('Channel of sale\nVisits')
    await put.getByRole('columnheader', { name: 'Channel of sale' }).waitFor()
    await page.getByRole('combobox', { name: 'Shown as' }).selectOption('bars')
    await put.getByRole('table').waitFor({ state: 'detached' })
    await put.getByText('store', { exact: true }).waitFor()
    await picture(page, 'editor')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('toolbar', { name: 'Edit pages' }).waitFor({ state: 'detached' })
    await page.getByRole('region', { name: /^SQL · 3 rows, from [\d,]+ interviews/ }).waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, 'component')
    expect(faults).toEqual([])
    await close()
  })

  it.each(looks)('reads well on a %s in %s', async (size, scheme) => {
    const { page, close } = await sample.open('/sql/store-visits/region,all', size, scheme)
    await editor(page).waitFor()
    await run(page)
    await page.getByRole('table', { name: 'Result' }).waitFor()
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, `${size}-${scheme}`)
    await close()
  })
})
