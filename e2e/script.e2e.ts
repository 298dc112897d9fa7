import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { looks, seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { call, enterAs } from './kaiku.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
})
afterAll(() => sample?.close())

const address = '/script/store-visits/store-visits/draft'
const picture = async (page: Page, name: string) => {
  if (process.env.KAIKU_PICTURES)
    await page.screenshot({ path: `${process.env.KAIKU_PICTURES}/script-${name}.png`, fullPage: true })
}
const editor = (page: Page) => page.getByRole('textbox', { name: 'Script', exact: true })
/** Writes a text in place of all that stands in the editor. */
async function write(page: Page, text: string) {
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(text)
}
const script = (limit: number) => `export const variables = {
  loyalty: {
    type: 'choice',
    title: { en: 'Loyalty' },
    options: [
      { code: 'fan', title: { en: 'Fans' } },
      { code: 'guest', title: { en: 'Guests' } },
    ],
  },
}

export function compute({ answers }) {
  if (answers.recommend === undefined) return {}
  return { loyalty: answers.recommend >= ${limit} ? 'fan' : 'guest' }
}

export const tests = [{ name: 'ten is a fan', answers: { recommend: 10 }, gives: { loyalty: 'fan' } }]
`

describe('a script', () => {
  it('is written, tried on interviews, published, and filters by what it computes', async () => {
    const { page, faults, close } = await sample.open('/survey/store-visits/store-visits', 'desk')
    await page.getByRole('link', { name: 'Script', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: /^Script of / }).waitFor()
    await page.getByText('Not published').waitFor()
    await write(page, 'export const compute = (')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'Line 1' }).waitFor()
    await picture(page, 'broken')
    await write(page, script(9).replace('return {}\n  return', 'return {}\n  console.log(answers.recommend)\n  return'))
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('ten is a fan').waitFor()
    await page.getByRole('columnheader', { name: 'Loyalty' }).waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(21)
    await page.getByText(/^1: \d+/).waitFor()
    await picture(page, 'tried')
    await write(page, script(9))
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Version 1 is published').waitFor()
    await page.getByText('Variables are being computed').first().waitFor({ state: 'detached' })
    await picture(page, 'published')
    const aino = await enterAs(sample.running, 'aino', 'sample')
    const count = async (token: string) =>
      (
        await call<{ answers: { total: number }[] }>(
          sample.running,
          aino,
          `result/query/store-visits/region,all${token}`,
          {
            components: [{ type: 'InterviewList', limit: 1 }],
          },
        )
      ).answers[0]?.total
    const promoters = await count(';recommend=9_10')
    expect(promoters).toBeGreaterThan(0)
    await expect.poll(() => count(';loyalty=fan'), { timeout: 60_000 }).toBe(promoters)
    await page.goto(`${sample.running.address}/page/overview/store-visits/region,all;loyalty=fan`)
    await page.getByText('Fans').first().waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('is taken back to an earlier version', async () => {
    const { page, faults, close } = await sample.open(address, 'desk')
    await write(page, script(7))
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Version 2 is published').waitFor()
    await page.getByRole('button', { name: 'Open in editor Version 1' }).click()
    await page.getByText('answers.recommend >= 9').waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Version 3 is published').waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('is refused with words, and what was written stays', async () => {
    const { page, close } = await sample.open(address, 'desk')
    await write(page, script(9).replace("loyalty: 'fan' } }]", "loyalty: 'guest' } }]"))
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Not all tests pass. Run the script to see which.').waitFor()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('It gave {"loyalty":"fan"}').waitFor()
    await page.getByText("loyalty: 'guest' } }]").waitFor()
    await close()
  })

  it('offers the questions of the survey as one writes', async () => {
    const { page, close } = await sample.open(address, 'desk')
    await write(page, 'export const compute = ({ answers }) => ({ x: ')
    await page.keyboard.type('answers.rec')
    await page.getByRole('option', { name: /^recommend/ }).waitFor()
    await picture(page, 'offers')
    await close()
  })

  it.each(looks)('reads well on a %s in %s', async (size, scheme) => {
    const { page, close } = await sample.open(address, size, scheme)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('heading', { name: 'Interviews' }).waitFor()
    await expectFits(page)

    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, `${size}-${scheme}`)
    await close()
  })
})
