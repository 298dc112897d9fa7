import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InterviewShare } from '@kaiku/contract/interview-share.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage, sizes } from './browser.ts'
import { call, enterAs } from './kaiku.ts'
import { addressesIn, routeTable } from './route-table.ts'
import { reachSample, type Sample } from './sample.ts'

const measure = await readFile(join(dirname(fileURLToPath(import.meta.url)), 'shell.js'), 'utf8')
const widths = ['wall', 'desk', 'phone'] as const
type Width = (typeof widths)[number]
const year = 'ftime=rmonths-11+0'
const nobody = 'ftime=19900101_19900131'
const pages = 'overview,stores,trends,changes,heat,drivers,customers,comments,loop,interviews'.split(',')

let sample: Sample
let addressOf: (path: string) => string
let shared: string
let bigScreen: string
beforeAll(async () => {
  sample = await reachSample()
  const { running } = sample
  addressOf = await addressesIn(running)
  const path = addressOf('/interview/store-visits/$interview').split('/').slice(-2).join('/')
  const aino = await enterAs(running, 'aino', 'sample')
  const share = await call<InterviewShare & { address: string }>(running, aino, `vuejs/interview/shares/${path}`, {})
  shared = new URL(share.address).pathname
  const about = ['--universe', 'sample', '--survey', 'store-visits', '--pages', 'overview,stores']
  bigScreen = /\/bigscreen\/\S+/.exec((await running.kaiku('key', 'create', 'wall', ...about)).out)?.[0] ?? ''
})
afterAll(() => sample?.close())

/** What does not hold at one width, in words. */
async function faultsAt(page: Page, width: Width, what: string): Promise<string[]> {
  await page.setViewportSize(sizes[width])
  await page.evaluate(measure)
  const faults = await page.evaluate<string[]>('shellFaults()')
  return faults.map((fault) => `${what} at ${sizes[width].width} px: ${fault}`)
}

async function goTo(page: Page, path: string) {
  await page.goto(addressOf(path))
  await page.locator('main').getByRole('heading').first().waitFor()
}

async function faultsOf(page: Page, path: string): Promise<string[]> {
  await goTo(page, path)
  const faults: string[] = []
  for (const width of widths) faults.push(...(await faultsAt(page, width, path)))
  return faults
}

async function faultsOfAll(page: Page, paths: readonly string[]): Promise<string[]> {
  const faults: string[] = []
  for (const path of paths) faults.push(...(await faultsOf(page, path)))
  return faults
}

const inView = (view: string, time: string) => pages.map((page) => `/page/${page}/store-visits/${view},all;${time}`)
const overview = `/page/overview/store-visits/region,all;${year}`

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const keys = (pressed: string) => (page: Page) => page.keyboard.press(pressed)
const onPhone = ['phone'] as const
type Opened = readonly [what: string, open: (page: Page) => Promise<void>, at?: readonly Width[]]

/** What lies over a screen when somebody asks for it; each is left by Escape. */
const opened: Readonly<Record<string, readonly Opened[]>> = {
  [overview]: [
    ['the account menu', press(/^Account of/)],
    ['the page menu', press('Page menu')],
    ['the menu of a component', press(/^Menu for/)],
    ['the pages that a phone has no room for', press('More'), onPhone],
    ['the filters of a phone', press('Filters'), onPhone],
    ['the shortcuts', keys('?')],
    ['the palette', keys('Control+k')],
  ],
  [`/page/interviews/store-visits/region,all;${year}`]: [['the columns', press('Columns')]],
  '/interview/store-visits/$interview': [['a dialog', press('Share by link')]],
  [`/page/trends/store-visits/region,all;${year}`]: [
    [
      'the editor of pages',
      async (page) => {
        await press('Page menu')(page)
        await page.getByRole('menuitem', { name: 'Edit pages' }).click()
        await page.getByRole('toolbar', { name: 'Edit pages' }).waitFor()
      },
    ],
    ['the components to add', press('Add component')],
    ['the panel of a component', press(/^Configure/)],
  ],
}

describe('what begins', () => {
  it('is a look around the sample that is taken by keyboard, holds the page, and is closed for good', async () => {
    const { page, faults, close } = await sample.open(overview, 'desk', 'light', 'mikko', true)
    const tour = page.getByRole('region', { name: 'A look around the sample' })
    await tour.getByRole('heading', { name: 'Where you are' }).waitFor()
    for (const next of ['What you see', 'Whom you ask about', 'Anything by name']) {
      await tour.getByRole('button', { name: 'Next' }).press('Enter')
      await tour.getByRole('heading', { name: next }).waitFor()
    }
    for (const width of widths) expect(await faultsAt(page, width, 'the tour')).toEqual([])
    await tour.getByRole('button', { name: 'Close for good' }).last().click()
    await tour.waitFor({ state: 'detached' })
    await page.goto(sample.running.address)
    // A store manager begins at their own store, among its siblings.
    await page.getByRole('heading', { level: 1, name: 'Helsinki Kamppi' }).waitFor()
    const own = page.locator('li[aria-current=location]').filter({ hasText: 'this place' })
    await own.first().waitFor()
    await expect.poll(() => page.locator('li:has(> a)').filter({ hasText: /n \d/ }).count()).toBeGreaterThan(3)
    expect(await tour.count()).toBe(0)
    expect(faults).toEqual([])
    await close()
  })

  it('leaves the filters folded where somebody folded them', async () => {
    const { page, close } = await sample.open(overview, 'desk')
    const main = page.getByRole('main')
    await main.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Hide filters' }).waitFor()
    const widthOf = async () => (await main.boundingBox())?.width ?? 0
    const before = await widthOf()
    await press('Hide filters')(page)
    await expect.poll(widthOf).toBeGreaterThan(before + 200)
    await page.reload()
    await page.getByRole('button', { name: 'Show filters' }).waitFor()
    expect(await faultsAt(page, 'desk', 'with folded filters')).toEqual([])
    await press('Show filters')(page)
    await expect.poll(widthOf).toBe(before)
    await close()
  })

  it('says of a filter that cannot be which it is, once, and goes on without it', async () => {
    const { page, close } = await sample.open(`/page/overview/store-visits/region,all;nosuch=1;${year}`, 'desk')
    const told = page.getByRole('main').getByRole('alert')
    await told.getByText('This survey has no filter “nosuch”.').waitFor()
    await expect.poll(() => told.count()).toBe(1)
    const filters = page.getByRole('complementary', { name: 'Filters' })
    await filters.getByRole('group').filter({ hasText: 'Channel' }).first().waitFor()
    await told.getByRole('button', { name: 'Clear nosuch' }).click()
    await page.waitForURL((url) => !url.pathname.includes('nosuch'))
    await page.getByRole('heading', { level: 1, name: 'All stores' }).waitFor()
    expect(await page.title()).toBe('Overview · All stores · Kaiku')
    await close()
  })
})

describe('the shell, at the width of a phone, a desk and a wall,', () => {
  it.each([
    ['every screen', () => routeTable.map(({ path }) => path)],
    [
      'screens that the route table leaves out',
      () => [
        '/alertrules/store-visits',
        '/userdetails/store-visits/$user',
        '/survey/store-visits/store-visits',
        '/page/overview/store-visits/region,all;nosuch=1',
        `/page/explore/store-visits/region,all;${year}`,
        `/page/explore/store-visits/region,all;${year}?shown=explore:0.columns.of%3Achannel,0.rows.by%3Aquarter`,
      ],
    ],
    ['every page, with many answers', () => inView('region', year)],
    ['every page, with none', () => inView('product', nobody)],
  ] as const)('holds on %s', async (_, paths) => {
    const { page, faults, close } = await sample.open('/upgrade', 'wall', 'light', 'root')
    expect(await faultsOfAll(page, paths())).toEqual([])
    // What is refused is shown, and the browser says so too.
    expect(faults.filter((fault) => !/\b40[034]\b/.test(fault))).toEqual([])
    await close()
  })

  it('has no need to hold where nobody is signed in, and still nothing sticks out', async () => {
    const { page, close } = await openPage(sample.browser, `${sample.running.address}/upgrade`, 'wall')
    expect(await faultsOfAll(page, ['/', '/?forgot=true', '/upgrade', '/responsive', shared, bigScreen])).toEqual([])
    await close()
  })

  it('holds below what is opened, and that fits the window or scrolls in itself', async () => {
    const { page, close } = await sample.open('/upgrade', 'wall')
    const wrong: string[] = []
    for (const [path, states] of Object.entries(opened))
      for (const width of widths) {
        await page.setViewportSize(sizes[width])
        await goTo(page, path)
        for (const [what, open] of states.filter(([, , of = widths]) => of.includes(width))) {
          await open(page)
          await page.locator('dialog:visible, [popover]:visible, [role=toolbar]:visible').first().waitFor()
          wrong.push(...(await faultsAt(page, width, what)))
          await page.keyboard.press('Escape')
        }
      }
    expect(wrong).toEqual([])
    await close()
  })

  it('stays below the notice that tells through whose eyes one looks', async () => {
    const { page, close } = await sample.open('/upgrade', 'wall')
    await page.goto(addressOf('/usereditor/store-visits/$user'))
    await press('View as')(page)
    await page.getByRole('complementary').filter({ hasText: 'You are viewing as outi' }).waitFor()
    expect(await faultsOfAll(page, [overview, `/page/trends/store-visits/region,all;${year}`])).toEqual([])
    await close()
  })

  it('leaves in sight what is done with many alerts at once', async () => {
    const { page, close } = await sample.open(`/alertlist/store-visits/region,all;${year}`, 'desk')
    // Filters have boxes of this name, too.
    await page
      .getByRole('table', { name: 'Alerts', exact: true })
      .getByRole('checkbox', { name: /^Select/ })
      .first()
      .check()
    const acts = page.getByRole('region', { name: 'Change selected alerts' })
    await acts.waitFor()
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight / 2)')
    const top = await acts.evaluate((element) => element.getBoundingClientRect().top)
    expect(top).toBeGreaterThan(56)
    expect(top).toBeLessThan(100)
    await close()
  })
})
