import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { FigureProof } from '@kaiku/contract/figure-proof.ts'
import type { Identity } from '@kaiku/contract/session.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { looks, seriousFaults, type sizes } from './browser.ts'
import { expectFits } from './fits.ts'
import { call, enterAs } from './kaiku.ts'
import { type Sample, startSample } from './sample.ts'
import { openTill } from './till.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A protected survey that nobody has answered. */
const closed = {
  'settings.json': { extName: 'closed', title: 'Closed survey', protection: true },
  'questions.json': {
    questions: [
      { id: 'date', type: 'date', title: 'Date', roles: ['date'] },
      { id: 'team', type: 'choice', title: 'Team', open: true },
      { id: 'nps', type: 'scale', title: 'Would you work here again?', min: 0, max: 10 },
    ],
  },
  'views.json': {
    views: [{ extName: 'team', title: 'Teams', root: { title: 'All' }, levels: [{ question: 'team', title: 'Team' }] }],
  },
  'indicators.json': { indicators: [{ id: 'enps', title: 'eNPS', measure: 'nps', question: 'nps' }] },
}

let sample: Sample
let aino: Identity
beforeAll(async () => {
  sample = await startSample()
  aino = await enterAs(sample.running, 'aino', 'sample')
  const directory = join(sample.running.data, 'closed')
  await mkdir(directory)
  for (const [name, content] of Object.entries(closed)) await writeFile(join(directory, name), JSON.stringify(content))
  const applied = await sample.running.kaiku('apply', directory, '--universe', 'sample')
  expect(applied.code, applied.err).toBe(0)
})
afterAll(() => sample?.close())

const kamppi = 'fi-uusimaa-helsinki-kamppi'
const lastYear = 'region,all;ftime=rmonths-11+0'
type Scheme = 'light' | 'dark'
const open = (path: string, size: keyof typeof sizes = 'desk', scheme?: Scheme) => sample.open(path, size, scheme)
const heading = (page: Page, indicator: string) =>
  page.getByRole('heading', { level: 1, name: `Where this figure comes from: ${indicator}` }).waitFor()
const picture = async (page: Page, name: string) => {
  if (process.env.KAIKU_PICTURES)
    await page.screenshot({ path: `${process.env.KAIKU_PICTURES}/proof-${name}.png`, fullPage: true })
}

describe('where a figure comes from', () => {
  it('is asked at a tile, by keyboard, and says definition, sums, who counts and the state of the data', async () => {
    const { page, faults, close } = await open(`/page/overview/store-visits/${lastYear}`)
    const tile = page.getByRole('button', { name: 'NPS', exact: true }).first()
    await tile.focus()
    await page.keyboard.press('Enter')
    const link = page.getByRole('dialog').getByRole('link', { name: 'Where this figure comes from' })
    await link.focus()
    await page.keyboard.press('Enter')
    await heading(page, 'NPS')
    const filled = await page.getByText(/^100 × \([\d,]+ − [\d,]+\) ÷ [\d,]+ = /).textContent()
    const [promoters = 0, detractors = 0, all = 1, value = 0] = [
      ...(/\(([\d,]+) − ([\d,]+)\) ÷ ([\d,]+) = (−?[\d.]+)/.exec(filled ?? '') ?? []),
    ]
      .slice(1)
      .map((text) => Number(text.replaceAll(',', '').replace('−', '-')))
    expect((100 * (promoters - detractors)) / all).toBeCloseTo(value, 5)
    const counted = page.getByRole('table', { name: 'Who counts and who does not' })
    const numbers = (await counted.getByRole('cell').allInnerTexts()).map((text) =>
      Number(text.replaceAll(',', '').replace('−', '-')),
    )
    expect(numbers.at(-1)).toBe(all)
    await page.getByText('State of the data').waitFor()
    // The address names the days, and what was told.
    await page.waitForURL(/ftime=\d{8}_\d{8}\/nps\?.*at=/)
    await page.reload()
    await page.getByText(/^Nothing has come since .* the same answer/).waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await page.getByRole('link', { name: /^Open the [\d,]+ interviews of the selection$/ }).click()
    await page.waitForURL(/\/page\/interviews\//)
    expect(faults).toEqual([])
    await close()
  })

  it('is asked at a value of a ranking, for the place of its row, and leads back', async () => {
    const { page, faults, close } = await open(`/ranking/store-visits/${lastYear}`)
    const links = page.getByRole('link', { name: /: where it comes from$/ })
    await links.first().waitFor()
    await links.first().click()
    await page.waitForURL(/\/proof\/store-visits\/region,all,/)
    await page.getByRole('heading', { level: 2, name: 'How it is computed' }).waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.waitForURL(/\/ranking\/store-visits\/region,all;/)
    expect(faults).toEqual([])
    await close()
  })

  it('is asked at a cell of a heat map, a tile of a map and a cell of a crosstab, and is the same figure there', async () => {
    const { page, faults, close } = await open(`/page/heat/store-visits/${lastYear}`)
    const shows = async (value: string) => {
      await page.waitForURL(/\/proof\/store-visits\//)
      await page.getByText('State of the data').waitFor()
      await expect.poll(() => page.getByRole('main').textContent()).toContain(value)
    }
    const map = page.getByRole('region', { name: /^Heat map by Country/ }).first()
    const cell = map
      .getByRole('grid')
      .getByRole('button', { name: /n [\d,]+$/ })
      .first()
    await cell.click()
    const dialog = page.getByRole('dialog', { name: 'NPS · Finland' })
    const value = /Value([−\d.]+)/.exec((await dialog.textContent()) ?? '')?.[1] ?? 'no value'
    await dialog.getByRole('link', { name: 'Where this figure comes from' }).click()
    await page.waitForURL(/region,all,fi;/)
    await heading(page, 'NPS')
    await shows(value)

    await page.goto(new URL(`/page/heat/store-visits/${lastYear}`, page.url()).href)
    const tile = page.getByRole('link', { name: /^[−\d.]+%?: where it comes from$/ }).first()
    const told = (await tile.textContent()) ?? 'no value'
    await tile.click()
    await page.waitForURL(/region,all,/)
    await shows(told.replace('%', ''))

    await page.goto(new URL(`/page/customers/store-visits/${lastYear}`, page.url()).href)
    const table = page
      .getByRole('region', { name: /^Channel by/ })
      .first()
      .getByRole('table')
    const reach = table.getByRole('link', { name: /: where it comes from$/ }).first()
    const shown = /^([−\d.]+)/.exec((await reach.getAttribute('aria-label')) ?? '')?.[1] ?? 'no value'
    await reach.click()
    await heading(page, 'NPS')
    await page.waitForURL(/channel=/)
    await shows(shown)
    expect(faults).toEqual([])
    await close()
  })

  it('is not told of a protected figure, and it is said why', async () => {
    const { page, faults, close } = await open('/proof/closed/team,all/enps')
    await heading(page, 'eNPS')
    await page.getByText(/^Fewer than \d+ answered, so this figure is not shown/).waitFor()
    expect(await page.getByText('With the sums put in').count()).toBe(0)
    expect(await page.getByRole('table').count()).toBe(0)
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, 'withheld')
    expect(faults).toEqual([])
    await close()
  })

  it('tells later what came since, and by how much the figure moved', async () => {
    const path = encodeURIComponent('region,all;ftime=rmonths-11+0')
    const ask = (query = '') => call<FigureProof>(sample.running, aino, `result/proof/store-visits/${path}/nps${query}`)
    const proof = await ask()
    const send = await openTill(sample.running)
    for (const recommend of [0, 1, 2]) expect(await send({ store: kamppi, recommend })).toBe(200)
    const imported = async () => {
      const { since } = await ask(`?at=${proof.token}`)
      return since && 'happened' in since ? since.happened?.imported : null
    }
    await expect.poll(imported).toBe(3)
    const { page, faults, close } = await open(
      `/proof/store-visits/${encodeURIComponent(proof.path)}/nps?at=${proof.token}`,
    )
    await heading(page, 'NPS')
    await page.getByText(/^At .* it was .* now it is /).waitFor()
    await page.getByText('3 new in this selection').waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, 'changed')
    expect(faults).toEqual([])
    await close()
  })

  it.each([...looks, ['wall', 'light'] as const])('fits a %s in %s colours', async (size, scheme) => {
    for (const [name, path] of [
      ['much', `${lastYear};channel=store`],
      ['little', `region,all;ftime=20100101_20100102`],
    ] as const) {
      const { page, faults, close } = await open(`/proof/store-visits/${path}/nps`, size, scheme)
      await heading(page, 'NPS')
      await page.getByRole('table', { name: 'Who counts and who does not' }).waitFor()
      await expectFits(page)
      expect(await seriousFaults(page, axe)).toEqual([])
      await picture(page, `${name}-${size}-${scheme}`)
      expect(faults).toEqual([])
      await close()
    }
  })
})
