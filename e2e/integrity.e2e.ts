import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { looks, seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const rated = ['r1', 'r2', 'r3', 'r4', 'r5', 'r6']
const stores = ['Tampere', 'Turku', 'Oulu']
const dayMs = 86_400_000
const dayAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
const burstDay = dayAgo(5)

const files = {
  'settings.json': { extName: 'visits', title: 'Visits', timeZone: 'UTC', minimumN: 5 },
  'questions.json': {
    questions: [
      { id: 'date', type: 'date', title: 'Date', roles: ['date'] },
      { id: 'store', type: 'choice', title: 'Store', options: stores.map((code) => ({ code, title: code })) },
      { id: 'nps', type: 'scale', title: 'Recommend', min: 0, max: 10 },
      ...rated.map((id) => ({ id, type: 'scale', title: id, min: 1, max: 5 })),
    ],
  },
  'views.json': {
    views: [
      { extName: 'store', title: 'Stores', root: { title: 'All' }, levels: [{ question: 'store', title: 'Store' }] },
    ],
  },
  'indicators.json': { indicators: [{ id: 'nps', title: 'NPS', measure: 'nps', question: 'nps' }] },
  'filters.json': {
    standard: { filterGroups: [] },
    time: { filterGroups: [{ title: 'Time', filters: [{ extName: 'ftime', title: 'Period', dateInterval: true }] }] },
  },
  'imports.json': {
    imports: [
      {
        ...{ name: 'csv', match: { file: '*.csv', headers: ['key'] }, key: ['key'] },
        columns: ['date', 'store', 'nps', ...rated].map((id) => ({ column: id, question: id })),
      },
    ],
  },
}

/** Half a year of three stores, and thirty answers that somebody typed in at Tampere within a quarter of an hour. */
function answers(): string {
  let state = 12
  const whole = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const rows: string[] = []
  const visit = (store: string, day: string, minutes: number, nps: number) => {
    const clock = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`
    rows.push([rows.length, `${day} ${clock}`, store, nps, ...rated.map(() => 1 + whole(5))].join(','))
  }
  for (let days = 190; days > 0; days -= 1)
    for (const store of stores)
      for (let left = 1 + whole(3); left > 0; left -= 1) visit(store, dayAgo(days), 540 + whole(660), 3 + whole(8))
  for (let at = 0; at < 30; at += 1) visit('Tampere', burstDay, 845 + (at % 14), 10)
  return `${['key', 'date', 'store', 'nps', ...rated].join(',')}\n${rows.join('\n')}\n`
}

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
  const directory = join(sample.running.data, 'visits')
  await mkdir(directory)
  for (const [name, content] of Object.entries(files)) await writeFile(join(directory, name), JSON.stringify(content))
  const file = join(sample.running.data, 'visits.csv')
  await writeFile(file, answers())
  const applied = await sample.running.kaiku('apply', directory, '--universe', 'sample')
  expect(applied.code, applied.err).toBe(0)
  const imported = await sample.running.kaiku('import', 'visits', file, '--universe', 'sample')
  expect(imported.code, imported.err + imported.out).toBe(0)
})
afterAll(() => sample?.close())

const picture = async (page: Page, name: string) => {
  if (process.env.KAIKU_PICTURES)
    await page.screenshot({ path: `${process.env.KAIKU_PICTURES}/integrity-${name}.png`, fullPage: true })
}
const heading = (page: Page) => page.getByRole('heading', { name: 'Response checks', level: 1 }).waitFor()
const burst = (page: Page) => page.getByRole('article', { name: 'Many at once: Tampere' })

describe('response checks', () => {
  it('find what was typed in, lead to it, leave it out of figures for a reason and let it count again', async () => {
    const { page, faults, close } = await sample.open('/integrity/visits', 'desk')
    await heading(page)
    await page.getByText('Nothing stands out.').waitFor()
    await picture(page, 'empty')
    await page.getByRole('button', { name: 'Check now' }).click()
    const card = burst(page)
    await card.getByText(/^Tampere: 3\d answers between 1\d:\d\d and 14:\d\d on /).waitFor()
    await card.getByText(/^By chance alone: less than 1 in [\d,]+, among [\d,]+ looked at\.$/).waitFor()
    await card.getByText('New', { exact: true }).waitFor()
    await card.getByLabel('Note', { exact: true }).fill('Asked the store')
    await card.getByRole('button', { name: 'Looked at', exact: true }).click()
    await card.getByText(/Asked the store$/).waitFor()

    await card.getByRole('button', { name: /^Look at \d+ interviews$/ }).click()
    const table = card.getByRole('table', { name: 'Interviews behind the finding: Tampere' })
    await table.getByRole('row').nth(30).waitFor()
    const behind = (await table.getByRole('row').count()) - 1
    await card.getByLabel('Reason for excluding').fill('Typed in by staff')
    await picture(page, 'behind')
    await card.getByRole('button', { name: `Exclude ${behind} from all figures`, exact: true }).click()
    await page.getByRole('heading', { name: `Excluded by hand: ${behind}` }).waitFor()
    await card.getByText('Excluded', { exact: true }).first().waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])

    await page.goto(new URL('/proof/visits/store,all,Tampere/nps', page.url()).href)
    await page
      .getByText(new RegExp(`^${behind} interviews of this place and period have been excluded by hand`))
      .waitFor()
    await picture(page, 'proof')
    await page.getByRole('link', { name: 'Excluded interviews' }).click()
    await heading(page)
    expect(new URL(page.url()).searchParams.get('state')).toBe('excluded')
    const out = page.getByRole('region', { name: `Excluded by hand: ${behind}` }).first()
    await out.getByRole('link').first().click()
    await page.getByText('Excluded from all figures', { exact: true }).waitFor()
    await expect.poll(() => page.getByText(/Typed in by staff$/).count()).toBe(1)
    await picture(page, 'interview')
    await page.goBack()
    await heading(page)
    await out.getByRole('button', { name: `Let ${behind} count again`, exact: true }).click()
    await page.getByRole('heading', { name: `Excluded by hand: ${behind}` }).waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await close()
  })

  it.each(looks)('reads well on a %s in %s', async (size, scheme) => {
    const { page, close } = await sample.open('/integrity/visits', size, scheme)
    await burst(page).waitFor()
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, `${size}-${scheme}`)
    await close()
  })
})
