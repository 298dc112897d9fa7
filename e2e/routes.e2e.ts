import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage } from './browser.ts'
import { addressesIn, type Chrome, routeTable } from './route-table.ts'
import { type Sample, startSample } from './sample.ts'

let sample: Sample
let addressOf: (path: string) => string

/** What those are told who may not open a screen. */
const refusal =
  /^(Couldn’t open the (interview|alert|contact)|Administrators only|Only administrators|You can’t (edit the places|map later files)|You may not open interviews|There is nothing here for you to look after|You may not take interviews along|You don’t have access|Only root can)/

async function chromeOf(page: Page): Promise<Chrome[]> {
  const counts: Record<Chrome, number> = {
    tabs: await page.getByRole('navigation', { name: 'Views' }).count(),
    menu: await page.getByRole('navigation', { name: 'Pages' }).count(),
    filters: await page.getByRole('complementary', { name: 'Filters' }).count(),
  }
  return (['tabs', 'menu', 'filters'] as const).filter((chrome) => counts[chrome] > 0)
}

beforeAll(async () => {
  sample = await startSample()
  addressOf = await addressesIn(sample.running)
})
afterAll(() => sample?.close())

describe('every address of the specification', () => {
  it.each([
    ['an ordinary user', 'user', 'outi'],
    ['an administrator', 'administrator', 'aino'],
    ['an operator', 'root', 'root'],
  ] as const)('has its screen and its chrome for %s', async (_, kind, username) => {
    const { page, faults, close } = await sample.open('/', 'desk', 'light', username)
    for (const { path, chrome, title, of } of routeTable) {
      await page.goto(addressOf(path))
      const isOpen = of.includes(kind)
      if (isOpen) await page.getByRole('heading', { level: 1, name: title }).first().waitFor()
      else await page.getByText(refusal).first().waitFor()
      await expect.poll(() => chromeOf(page), { message: path }).toEqual(chrome)
      if (!isOpen) expect(await page.getByRole('heading', { level: 1, name: title }).count(), path).toBe(0)
    }
    expect(faults.filter((fault) => !/\b40[34]\b/.test(fault))).toEqual([])
    await close()
  })

  it('asks a stranger to sign in first, and knows where they wanted to go', async () => {
    const { page, faults, close } = await openPage(sample.browser, sample.running.address, 'desk')
    for (const { path } of routeTable) {
      await page.goto(`${addressOf(path)}?compare=none`)
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
      const { pathname, searchParams } = new URL(page.url())
      expect([pathname, searchParams.get('redirect')]).toEqual([
        '/',
        `${new URL(addressOf(path)).pathname}?compare=none`,
      ])
      if (path !== '/sl') expect(searchParams.get('survey')).toBe('store-visits')
    }
    expect(faults).toEqual([])
    await close()
  })

  it.each([
    ['/upgrade', 'A new version of Kaiku'],
    ['/responsive', 'Kaiku on this device'],
  ])('%s is open to whoever comes, on a phone too', async (path, title) => {
    const { page, faults, close } = await openPage(sample.browser, `${sample.running.address}${path}`, 'phone')
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await chromeOf(page)).toEqual([])
    expect(faults).toEqual([])
    await close()
  })

  it('says that there is a new version where the server has a part no longer, and leads back', async () => {
    const { page, close } = await sample.open('/page/overview/store-visits/region,all', 'desk')
    await page.getByRole('button', { name: 'Page menu' }).waitFor()
    const before = page.url()
    const parts = '**/assets/new-link-*.js'
    await page.route(parts, (route) => route.fulfill({ status: 404 }))
    await page.getByRole('button', { name: 'Page menu' }).click()
    await page.getByText('Share link', { exact: true }).click()
    await page.waitForURL(/\/upgrade\?redirect=/)
    await page.unroute(parts)
    await page.getByRole('button', { name: 'Load new version' }).click()
    await page.getByRole('button', { name: 'Page menu' }).waitFor()
    expect(page.url()).toBe(before)
    await close()
  })

  it('shows how Kaiku looks on a phone, in a window as wide as one', async () => {
    const { page, close } = await sample.open('/responsive', 'desk')
    const opened = page.waitForEvent('popup')
    await page
      .getByRole('region', { name: 'See it on other screens' })
      .getByRole('button', { name: /^Phone/ })
      .click()
    const phone = await opened
    // The pages stand in a bar at the bottom.
    await phone.getByRole('navigation', { name: 'Pages' }).waitFor()
    await expect.poll(() => phone.evaluate('innerWidth')).toBe(390)
    await close()
  })

  it('is found from an address with a hash, and nowhere leads to the start', async () => {
    const { page, close } = await sample.open('/#/userlist/store-visits', 'desk')
    await page.waitForURL(/\/userlist\/store-visits$/)
    await page.goto(`${sample.running.address}/nowhere/at/all`)
    await page.waitForURL(/\/page\/overview\/store-visits\//)
    await close()
  })

  it('fits a phone, where pages stand in a bar at the bottom and filters in a sheet', async () => {
    const { page, faults, close } = await sample.open('/', 'phone', 'light', 'root')
    // One of each chrome; whether every screen fits is measured in shell.e2e.ts.
    const unlike = new Map(routeTable.map((row) => [row.chrome.join(), row]))
    for (const { path, chrome, title } of unlike.values()) {
      await page.goto(addressOf(path))
      await page.getByRole('heading', { level: 1, name: title }).first().waitFor()
      const expected = chrome.filter((part) => part !== 'filters')
      await expect.poll(() => chromeOf(page), { message: path }).toEqual(expected)
    }
    expect(faults).toEqual([])
    await close()
  })
})

it('makes no files of figures for who may not export', async () => {
  const offered = async (username: string) => {
    const { page, faults, close } = await sample.open('/', 'desk', 'light', username)
    await page
      .getByRole('button', { name: /^Menu for/ })
      .first()
      .click()
    await page.getByText('Print', { exact: true }).first().waitFor()
    const count = await page.getByText(/^Export as|^Copy as image/).count()
    expect(faults).toEqual([])
    await close()
    return count
  }
  expect(await offered('aino')).toBe(4)
  expect(await offered('outi')).toBe(0)
})

it('shows how many interviews stand behind a figure, and none of them, to who may not open any', async () => {
  const { page, faults, close } = await sample.open('/', 'desk', 'light', 'outi')
  await page.getByRole('button', { name: 'NPS', exact: true }).first().click()
  const panel = page.getByRole('dialog', { name: 'NPS' })
  await panel.getByText('Your role does not let you open single interviews here.').waitFor()
  await panel.getByText(/^[\d,]+ interviews$/).waitFor()
  expect(await panel.getByRole('list', { name: 'Interviews' }).count()).toBe(0)
  expect(await panel.getByRole('link', { name: /in the interview list/ }).count()).toBe(0)
  expect(faults).toEqual([])
  await close()
})
