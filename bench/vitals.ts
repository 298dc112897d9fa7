import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBrowser } from '@kaiku/e2e/browser.ts'
import { doorOf, type Open } from '@kaiku/e2e/door.ts'
import { startKaiku } from '@kaiku/e2e/kaiku.ts'
import type { Page } from 'playwright-core'
import { log } from './universe.ts'
import { type Click, type Load, vitalsTable } from './vitals-table.ts'

const loads = 5
const overview = '/page/overview/bench/region,all'
const observer = join(dirname(fileURLToPath(import.meta.url)), 'observe.js')

/** Milliseconds from a click to its figures, and what else the browser notes, in a Kaiku on this data directory; as Markdown. */
export async function vitals(data: string): Promise<string> {
  const running = await startKaiku({ sample: false, data })
  const browser = await openBrowser()
  try {
    // One from an earlier run stays as it is.
    await running.kaiku('user', 'create', 'bench-viewer', '--root')
    const open = doorOf(running, browser, 'bench-viewer', 'bench')
    const loaded: Load[] = []
    for (let i = 0; i < loads; i += 1) loaded.push(await firstLoad(open))
    const clicks: Click[] = []
    const first = await opened(open)
    await walk(first.page, 'uncached', clicks)
    await first.close()
    const second = await opened(open)
    await walk(second.page, 'cached by the server', clicks)
    await walk(second.page, 'cached by the browser', clicks)
    await second.close()
    return vitalsTable(loaded, clicks)
  } finally {
    await browser.close()
    await running.stop()
  }
}

/** The dashboard with its figures, observed. */
async function opened(open: Open) {
  const door = await open(overview, 'desk')
  await rows(door.page).first().waitFor()
  await door.page.evaluate(await readFile(observer, 'utf8'))
  const load = await door.page.evaluate<Load>('vitals.firstLoad()')
  return { ...door, load }
}

/** With nothing in the browser's cache. */
async function firstLoad(open: Open): Promise<Load> {
  const { load, close } = await opened(open)
  await close()
  return load
}

const rows = (page: Page) => page.getByRole('table').getByRole('link')

/** Each kind of click, several times; where nothing else is said, on selections that nothing has shown before. */
async function walk(page: Page, state: Click['state'], clicks: Click[]) {
  const click = async (target: ReturnType<Page['locator']>, kind?: Click['kind']) => {
    await page.evaluate('vitals.expectClick()')
    await target.click()
    const taken = await page.evaluate<Omit<Click, 'kind' | 'state'>>('vitals.clicked')
    if (kind) clicks.push({ ...taken, kind, state })
  }
  const up = page.getByRole('link', { name: 'One level up' })
  for (let region = 0; region < 8; region += 1) {
    await click(rows(page).nth(region), 'drill')
    await click(rows(page).first(), 'drill')
    await click(up)
    await click(up)
  }
  log(`${state}: drilled`)

  const filters = page.getByRole('complementary', { name: 'Filters' })
  const choose = (filter: string, option: number) =>
    filters.getByRole('group', { name: filter, exact: true }).getByText(`${filter} ${option}`, { exact: true })
  for (const [filter, options] of Object.entries({ channel: 4, segment: 6 }))
    for (let option = 0; option < options; option += 1) await click(choose(filter, option), 'filter')
  await click(filters.getByRole('button', { name: 'Clear all' }))
  log(`${state}: filtered`)

  const heading = (column: string) => page.getByRole('table').getByRole('button', { name: new RegExp(`^${column}`) })
  for (const column of ['NPS', 'Satisfied', 'Speed', 'Staff']) {
    await click(heading(column), 'sort')
    await click(heading(column), 'sort')
  }
  // As it was, so that the next walk drills into the same places.
  await click(heading('NPS'))
  log(`${state}: sorted`)

  const pages = page.getByRole('navigation', { name: 'Pages' })
  for (let option = 0; option < 5; option += 1) {
    await click(choose('segment', option))
    for (const name of ['Ratings', 'Trends']) await click(pages.getByRole('link', { name }), 'page change')
    await click(pages.getByRole('link', { name: 'Overview' }))
  }
  await click(filters.getByRole('button', { name: 'Clear all' }))
  log(`${state}: pages changed`)
}
