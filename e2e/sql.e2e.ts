import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { looks, seriousFaults } from './browser.ts'
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

  it.each(looks)('reads well on a %s in %s', async (size, scheme) => {
    const { page, close } = await sample.open('/sql/store-visits/region,all', size, scheme)
    await editor(page).waitFor()
    await run(page)
    await page.getByRole('table', { name: 'Result' }).waitFor()
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, `${size}-${scheme}`)
    await close()
  })
})
