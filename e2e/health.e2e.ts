import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { choose } from './people.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let sample: Sample
beforeAll(async () => {
  sample = await startSample({ KAIKU_WATCH_MAIL: 'it@example.com' })
})
afterAll(() => sample?.close())

it('root sees how Kaiku fares: stores, disk, queues, processes, its history, and whom it tells', async () => {
  const { page, faults, close } = await sample.open('/page/overview/store-visits/region,all', 'desk', 'light', 'root')
  await choose(page, 'Health of Kaiku')
  await page.getByRole('heading', { name: 'Health of Kaiku', level: 1 }).waitFor()
  await page.getByText('Mailed to it@example.com, once when it begins and once when it is over.').waitFor()
  const now = page.getByRole('region', { name: 'Now', exact: true })
  for (const fact of ['Figures behind', 'Free disk', 'Newest backup', 'PostgreSQL', 'ClickHouse'])
    await now.getByText(fact, { exact: true }).waitFor()
  await now.getByText('Not set up', { exact: true }).waitFor()
  await page
    .getByRole('region', { name: 'Queues' })
    .getByRole('row', { name: /^Emails / })
    .waitFor()
  await page
    .getByRole('region', { name: 'Processes' })
    .getByRole('row', { name: /^all \d+ [\d.]+ MB/ })
    .first()
    .waitFor()
  const memory = page.getByRole('region', { name: 'Memory', exact: true })
  await memory.getByText(/^[\d.]+ MBat most/).waitFor()
  await page
    .getByRole('radio', { name: 'Quarter' })
    .or(page.getByRole('button', { name: 'Quarter' }))
    .first()
    .click()
  await memory.getByText(/^[\d.]+ MBat most/).waitFor()
  expect(await seriousFaults(page, axe)).toEqual([])
  expect(faults).toEqual([])
  if (process.env.KAIKU_PICTURES)
    await page.screenshot({ path: `${process.env.KAIKU_PICTURES}/health-desk.png`, fullPage: true })
  await close()
  for (const [size, theme] of [
    ['phone', 'dark'],
    ['phone', 'light'],
    ['desk', 'dark'],
  ] as const) {
    const other = await sample.open('/health/store-visits', size, theme, 'root')
    await other.page
      .getByRole('region', { name: 'Memory', exact: true })
      .getByText(/MBat most/)
      .waitFor()
    await expectFits(other.page)
    expect(await seriousFaults(other.page, axe)).toEqual([])
    if (process.env.KAIKU_PICTURES)
      await other.page.screenshot({ path: `${process.env.KAIKU_PICTURES}/health-${size}-${theme}.png`, fullPage: true })
    await other.close()
  }
  const keeper = await sample.open('/health/store-visits', 'desk', 'light', 'aino')
  await keeper.page.getByText('Only root can see the health of Kaiku').waitFor()
  await keeper.close()
})
