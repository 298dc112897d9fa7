import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { PersonalPage } from '@kaiku/contract/personal-page.ts'
import { ownPageName } from '@kaiku/core/own-page.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { readDeck } from '@kaiku/server/deck/read-deck.fixture.ts'
import { readPdf } from '@kaiku/server/document/read-pdf.fixture.ts'
import { readXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { call, enterAs } from './kaiku.ts'
import { choose } from './people.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const stores = 'region,all;ftime=rmonths-11+0'

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
})
afterAll(() => sample?.close())

async function openReports(page: Page) {
  await page.getByRole('button', { name: 'Page menu' }).click()
  await page.getByRole('menuitem', { name: 'Reports' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reports' })
  await dialog.getByRole('list', { name: 'Reports to create' }).waitFor()
  return dialog
}

const kindsIn = (dialog: ReturnType<Page['getByRole']>) =>
  dialog.getByRole('list', { name: 'Reports to create' }).locator('b').allTextContents()

async function sheetsOf(page: Page, press: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  const { sheets } = await readXlsx(await readFile(await file.path()))
  return { name: file.suggestedFilename(), sheets: new Map(sheets.map(({ name, rows }) => [name, rows])) }
}

/** What the kinds are called in the list of one's reports. */
const titleOf = (kind: string) =>
  kind === 'Slides (PowerPoint)'
    ? 'Overview – Store visits (PowerPoint)'
    : `${kind.replace('This page', 'Overview').replace(' (PDF)', '')} – Store visits`

/** What another program reads in a file, by the ending of its name. */
const readers: Record<string, (bytes: Buffer) => Promise<string>> = {
  xlsx: async (bytes) => JSON.stringify((await readXlsx(bytes)).sheets),
  pdf: async (bytes) => (await readPdf(bytes)).pages.join(' '),
  pptx: async (bytes) => (await readDeck(bytes)).written,
  csv: async (bytes) => bytes.toString(),
  sav: async (bytes) => bytes.toString('latin1'),
  parquet: async (bytes) => bytes.toString('latin1'),
}
/** How files begin that say nothing of themselves but their rows. */
const rawEndings: Record<string, RegExp> = { csv: /^\uFEFFinterview\.id,/, sav: /^\$FL2/, parquet: /^PAR1.+PAR1$/s }

describe('reports', () => {
  it('are asked for on a page, made while one works on, and say the figures of the screen', async () => {
    const { page, faults, close } = await sample.open(`/ranking/store-visits/${stores}`, 'desk', 'light', 'clara')
    const row = page.getByRole('row').filter({ hasText: 'Norway' })
    await row.waitFor()
    await page.locator('[data-stale]').waitFor({ state: 'detached' })
    const shown = await row.getByRole('cell').allTextContents()
    const dialog = await openReports(page)
    await expect
      .poll(() => kindsIn(dialog))
      .toEqual([
        ...[
          'This page (PDF)',
          'Slides (PowerPoint)',
          'Monday card (PDF)',
          'Benchmark report (PDF)',
          'Ranking',
          'Indicators by period',
          'Interviews',
          'Interviews as CSV',
          'Interviews for SPSS',
        ],
        ...['Interviews as Parquet', 'Codebook', 'Alerts', 'Alert actions', 'Samples'],
      ])
    expect(await seriousFaults(page, axe)).toEqual([])
    await dialog.getByRole('button', { name: 'Create Ranking' }).click()
    await dialog.getByRole('link', { name: 'Ranking – Store visits' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Alerts', exact: true }).first().click()
    const ready = page.getByText('Report ready for download')
    await ready.waitFor()
    const { name, sheets } = await sheetsOf(page, () =>
      page.getByRole('status').filter({ has: ready }).getByRole('button', { name: 'Download' }).click(),
    )
    expect(name).toMatch(/^Ranking – Store visits \d{4}-\d\d-\d\d\.xlsx$/)
    expect([...sheets.keys()]).toEqual(['About', 'Ranking', 'Data'])
    const about = new Map((sheets.get('About') ?? []).map(([title, text]) => [title, text]))
    expect(about.get('Created for')).toBe('Clara Nyström')
    const [head = [], ...lines] = sheets.get('Data') ?? []
    const said = new Map(
      lines
        .map((line) => new Map(head.map((title, at) => [title, line[at]])))
        .filter((line) => line.get('place') === 'Norway')
        .map((line) => [line.get('indicator'), line]),
    )
    const nps = said.get('nps')
    expect(shown).toContain(Number(nps?.get('value')).toFixed(1))
    expect(faults).toEqual([])
    await close()
  })

  it('begin anew only after the last one was fetched, and survive a reload', async () => {
    const { page, faults, close } = await sample.open(`/page/overview/store-visits/${stores}`, 'desk', 'light', 'ritva')
    const dialog = await openReports(page)
    const create = dialog.getByRole('button', { name: 'Create Indicators by period' })
    await create.click()
    await dialog.getByText(/^You can create the next|^Download the report that is ready/).waitFor()
    await page.reload()
    await openReports(page)
    await dialog.getByRole('button', { name: 'Download Indicators by period – Store visits' }).waitFor()
    await dialog.getByText('Download the report that is ready before you create another.').waitFor()
    await expect.poll(() => create.isDisabled()).toBe(true)
    const { sheets } = await sheetsOf(page, () =>
      dialog.getByRole('button', { name: 'Download Indicators by period – Store visits' }).click(),
    )
    // A regional manager takes along what they may see: no place of another country.
    const data = JSON.stringify(sheets.get('Data'))
    expect(data).toContain('Uusimaa')
    expect(data).not.toContain('Norway')
    await expect.poll(() => create.isEnabled()).toBe(true)
    expect(faults).toEqual([])
    await close()
  })

  it('set the page that is open as a document, with its figures, charts and filters', async () => {
    const { page, faults, close } = await sample.open(`/page/overview/store-visits/${stores}`, 'desk', 'light', 'mikko')
    await page.locator('[data-stale]').waitFor({ state: 'detached' })
    const tile = page.getByRole('listitem').filter({ hasText: 'NPS' }).filter({ hasText: 'target' }).first()
    await tile.waitFor()
    const value = /−?\d+\.\d/.exec((await tile.locator('p').first().textContent()) ?? '')?.[0] ?? 'none'
    const dialog = await openReports(page)
    await dialog.getByLabel('Orientation').selectOption('Landscape')
    await dialog.getByRole('button', { name: 'Create This page (PDF)' }).click()
    const fetch = dialog.getByRole('button', { name: 'Download Overview – Store visits' })
    await fetch.waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), fetch.click()])
    expect(file.suggestedFilename()).toMatch(/^Overview – Store visits \d{4}-\d\d-\d\d\.pdf$/)
    const read = await readPdf(await readFile(await file.path()))
    const text = read.pages.join(' ').replace(/\s+/g, ' ')
    expect(read.size).toEqual({ width: 842, height: 595 })
    expect(text).toContain(value)
    expect(text).toContain('Mikko Virtanen')
    expect(text).not.toMatch(/Norway|Sweden/)
    expect([...read.roles]).toEqual(expect.arrayContaining(['H1', 'Table', 'TH', 'Figure']))
    expect(faults).toEqual([])
    await close()
  })

  it('lay the page that is open out as slides, with its figures in charts that can be changed', async () => {
    const { page, faults, close } = await sample.open(`/page/overview/store-visits/${stores}`, 'desk', 'light', 'mikko')
    await page.locator('[data-stale]').waitFor({ state: 'detached' })
    const tile = page.getByRole('listitem').filter({ hasText: 'NPS' }).filter({ hasText: 'target' }).first()
    await tile.waitFor()
    const value = /−?\d+\.\d/.exec((await tile.locator('p').first().textContent()) ?? '')?.[0] ?? 'none'
    const dialog = await openReports(page)
    await dialog.getByRole('button', { name: 'Create Slides (PowerPoint)' }).click()
    const fetch = dialog.getByRole('button', { name: 'Download Overview – Store visits (PowerPoint)' })
    await fetch.waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), fetch.click()])
    expect(file.suggestedFilename()).toMatch(/^Overview – Store visits \d{4}-\d\d-\d\d\.pptx$/)
    const { slides, written } = await readDeck(await readFile(await file.path()))
    expect(slides.flatMap(({ texts }) => texts).join('\n')).toContain(value)
    expect(slides.some(({ charts }) => charts.some(({ kind }) => kind === 'line'))).toBe(true)
    expect(written).toContain('Mikko Virtanen')
    expect(written).not.toMatch(/Norway|Sweden/)
    expect(faults).toEqual([])
    await close()
  })

  it('have a screen that tells what they are of, and stand among one’s tasks on every screen', async () => {
    const { page, faults, close } = await sample.open('/alertlist/store-visits/region,all', 'phone', 'dark', 'clara')
    await page.getByRole('button', { name: 'Reports' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reports' })
    await dialog.getByRole('button', { name: 'Create Alert actions' }).click()
    await page.getByText('Report ready for download').waitFor()
    await dialog.getByRole('link', { name: 'Alert actions – Store visits' }).first().click()
    await page.getByRole('heading', { name: 'Alert actions – Store visits', level: 1 }).waitFor()
    const facts = page.getByRole('region', { name: 'About this report' })
    await facts.getByText('Clara Nyström').waitFor()
    await facts.getByText('All stores').waitFor()
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])
    const { sheets } = await sheetsOf(page, () => page.getByRole('button', { name: 'Download' }).first().click())
    expect([...sheets.keys()]).toContain('Steps')
    await page.getByRole('button', { name: 'Create again' }).click()
    await page.getByText('Report ready for download').waitFor()
    await choose(page, 'My tasks')
    const tasks = page.getByRole('dialog', { name: 'My tasks' })
    await expect
      .poll(() => tasks.getByRole('link', { name: 'Alert actions – Store visits' }).count())
      .toBeGreaterThan(1)
    expect(await seriousFaults(page, axe)).toEqual([])
    await page.keyboard.press('Escape')
    await facts.getByRole('link', { name: 'Open in Kaiku' }).click()
    await page.waitForURL('**/alertlist/store-visits/**')
    expect(faults).toEqual([])
    await close()
  })

  it('are of a page of one’s own, too', async () => {
    const clara = await enterAs(sample.running, 'clara', 'sample')
    const own = { title: 'My corner', components: [{ type: 'IndicatorTiles' }] }
    const { id } = await call<PersonalPage>(sample.running, clara, 'page/personal/store-visits', { page: own })
    const path = `/page/${ownPageName(id)}/store-visits/${stores}`
    const { page, faults, close } = await sample.open(path, 'desk', 'light', 'clara')
    await page.getByRole('link', { name: 'My corner' }).waitFor()
    const dialog = await openReports(page)
    await dialog.getByRole('button', { name: 'Create This page (PDF)' }).click()
    const ready = dialog.getByRole('button', { name: 'Download My corner – Store visits' })
    await ready.waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), ready.click()])
    expect((await readPdf(await readFile(await file.path()))).pages.join(' ')).toContain('My corner')
    // What one sees alone is mailed to nobody.
    await dialog.getByRole('button', { name: 'Schedule an email' }).click()
    const what = page.getByRole('dialog', { name: 'Schedule an email' }).getByRole('combobox', { name: 'What' })
    expect(await what.locator('option').allTextContents()).not.toContain('This page (PDF)')
    expect(faults).toEqual([])
    await close()
  })

  it('have a Monday card for the phone and for paper, of what one looks after', async () => {
    const { page, faults, close } = await sample.open(`/page/overview/store-visits/${stores}`, 'phone', 'dark', 'mikko')
    await page.getByRole('button', { name: 'Page menu' }).click()
    await page.getByRole('menuitem', { name: 'Monday card' }).click()
    const card = page.getByRole('article', { name: 'Monday card' })
    const section = (name: string) => card.getByRole('region', { name, exact: true })
    for (const name of ['NPS', 'Keep', 'Fix', 'In your customers’ words']) await section(name).waitFor()
    await expect.poll(() => section('In your customers’ words').locator('blockquote').count()).toBe(2)
    const figure = (await section('NPS').locator('p').first().textContent()) ?? ''
    expect(figure).toMatch(/^−?\d+\.\d$/)
    expect(await seriousFaults(page, axe)).toEqual([])
    await page.getByRole('main').getByRole('button', { name: 'Reports', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Reports' })
    await dialog.getByRole('button', { name: 'Create Monday card (PDF)' }).click()
    const ready = dialog.getByRole('button', { name: 'Download Monday card – Store visits' })
    await ready.waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), ready.click()])
    const text = (await readPdf(await readFile(await file.path()))).pages.join(' ')
    for (const said of [figure, 'Keep', 'Fix', 'Open promises']) expect(text).toContain(said)
    expect(faults).toEqual([])
    await close()
  })

  it('are nobody else’s, and are offered by what one may see', async () => {
    const clara = await enterAs(sample.running, 'clara', 'sample')
    const begun = await call<{ reportUUID: string }>(
      ...([sample.running, clara, `vuejs/reports/createreport/store-visits/${stores}/ranking`, {}] as const),
    )
    const path = pathTo('reportdownload', { survey: 'store-visits', reportUUID: begun.reportUUID })
    const other = await sample.open(path, 'desk', 'light', 'ritva')
    await other.page.getByRole('heading', { name: 'Report', level: 1 }).waitFor()
    await other.page.getByText('Couldn’t load the report').waitFor()
    expect(await other.page.getByRole('button', { name: 'Download' }).count()).toBe(0)
    // A report of whoever used this tab before holds nobody up.
    const left = JSON.stringify({ state: 'downloadReady', survey: 'store-visits', reportUUID: begun.reportUUID })
    await other.page.evaluate(`sessionStorage.setItem('kaiku.report', ${JSON.stringify(left)})`)
    await other.page.goto(`${sample.running.address}/page/overview/store-visits/${stores}`)
    const again = await openReports(other.page)
    await expect.poll(() => again.getByRole('button', { name: 'Create Ranking' }).isEnabled()).toBe(true)
    await other.close()
    const mikko = await sample.open(`/page/overview/store-visits/${stores}`, 'desk', 'light', 'mikko')
    const dialog = await openReports(mikko.page)
    await dialog.getByRole('button', { name: 'Create Interviews', exact: true }).click()
    const ready = dialog.getByRole('button', { name: 'Download Interviews – Store visits' })
    await ready.waitFor()
    const { sheets } = await sheetsOf(mikko.page, () => ready.click())
    const [head, ...lines] = sheets.get('Interviews') ?? []
    expect(lines.length).toBeGreaterThan(100)
    const store = head?.indexOf('Store') ?? -1
    expect(new Set(lines.map((line) => line[store]))).toEqual(new Set(['Helsinki Kamppi']))
    await mikko.close()
  })

  it.each([
    ['clara', 'CX manager', 'Clara Nyström', 14],
    ['mikko', 'store manager', 'Mikko Virtanen', 13],
  ] as const)(
    'of each kind are made by %s (%s) and read by another program',
    async (person, _role, name, kinds) => {
      const { page, faults, close } = await sample.open(
        ...(['/page/overview/store-visits/region,all;ftime=rdays-13+0', 'desk', 'light', person] as const),
      )
      const dialog = await openReports(page)
      const offered = await kindsIn(dialog)
      expect(offered).toHaveLength(kinds)
      for (const kind of offered) {
        const create = dialog.getByRole('button', { name: `Create ${kind}`, exact: true })
        await expect.poll(() => create.isEnabled(), { timeout: 60_000 }).toBe(true)
        const ready = dialog.getByRole('button', { name: `Download ${titleOf(kind)}`, exact: true })
        // One that was made before stands below it.
        const before = await ready.count()
        await create.click()
        await expect.poll(() => ready.count(), { timeout: 60_000 }).toBe(before + 1)
        const [file] = await Promise.all([page.waitForEvent('download'), ready.first().click()])
        const [told, ending] = [await readFile(await file.path()), file.suggestedFilename().split('.').at(-1) ?? '']
        const text = await readers[ending]?.(told)
        expect(text, `${kind}.${ending}`).toMatch(rawEndings[ending] ?? name)
        if (person === 'mikko') expect(text, kind).not.toMatch(/Norway|Oslo|Sweden|Tampere/)
      }
      await dialog
        .getByRole('link', { name: titleOf('Codebook') })
        .first()
        .click()
      const facts = page.getByRole('region', { name: 'About this report' })
      await facts.getByText(name).waitFor()
      expect(faults).toEqual([])
      await close()
    },
    300_000,
  )
})
