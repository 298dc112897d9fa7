import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { looks, seriousFaults } from './browser.ts'
import { type Answer, answers, counts, type EveryFilter, startEveryFilter } from './every-filter.ts'
import { expectFits } from './fits.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const today = new Date()
const start = 'ftime=rmonths-11+0'

let world: EveryFilter
beforeAll(async () => {
  world = await startEveryFilter(today)
})
afterAll(() => world?.close())

type Size = 'desk' | 'phone'
type Kind = {
  kind: string
  tab?: 'Time'
  /** Sets the filter in the sidebar, or in the sheet of a phone. */
  set: (filters: Locator, page: Page) => Promise<void>
  /** What the address then holds, decoded. */
  token: string
  chip: string
  /** Whom it selects; absent where that depends on the day. */
  of?: (answer: Answer) => boolean
}

const group = (filters: Locator, name: string) => filters.getByRole('group', { name, exact: true })
/** Ticks an option, or presses what is called so. */
const choose = async (filters: Locator, name: string, option: string) => {
  const within = group(filters, name)
  const text = within.getByText(option, { exact: true })
  await text.waitFor()
  const called = { name: new RegExp(`^${option}( |$)`) }
  const box = within.getByRole('checkbox', called).or(within.getByRole('radio', called))
  await ((await box.count()) === 0 ? text : box.first()).click()
}
const find = async (filters: Locator, name: string, text: string) => {
  const field = filters.getByRole('combobox', { name, exact: true })
  await field.fill(text)
  const options = filters.getByRole('listbox', { name, exact: true }).getByRole('option')
  await options.filter({ hasText: text }).first().waitFor()
  await field.press('ArrowDown')
  await field.press('Enter')
}
const say = async (filters: Locator, text: string) => {
  const field = group(filters, 'Comment').getByRole('searchbox')
  await field.fill(text)
  await field.press('Enter')
}
const ownPeriod = (filters: Locator, way: string) =>
  group(filters, 'Period').getByLabel('Type of range').selectOption({ label: way })

const kinds: Kind[] = [
  {
    ...{ kind: 'one option', token: 'channel=Web', chip: 'Channel Web' },
    set: (filters) => choose(filters, 'Channel', 'Web'),
    of: ({ channel }) => channel === 'Web',
  },
  {
    ...{ kind: 'an excluded option', token: 'country=_Finland', chip: 'Country not Finland' },
    async set(filters) {
      await choose(filters, 'Country', 'is not')
      await choose(filters, 'Country', 'Finland')
    },
    of: ({ country }) => country !== 'Finland',
  },
  {
    ...{ kind: 'all options', token: 'country=Denmark*Finland*Norway*Sweden', chip: 'Country Denmark, Finland' },
    set: (filters) => choose(filters, 'Country', 'Select all'),
    of: () => true,
  },
  {
    ...{ kind: 'an option found by typing', token: 'city=Finland town 3', chip: 'City Finland town 3' },
    set: (filters) => find(filters, 'City', 'Finland town 3'),
    of: ({ city }) => city === 'Finland town 3',
  },
  {
    ...{ kind: 'an option found on the server', token: 'shop=Norway town 2 shop 7', chip: 'Shop Norway town 2 shop 7' },
    set: (filters) => find(filters, 'Shop', 'Norway town 2 shop 7'),
    of: ({ shop }) => shop === 'Norway town 2 shop 7',
  },
  {
    ...{ kind: 'no answer, in a dropdown', token: 'product=~none', chip: 'Product No answer' },
    set: (filters) => find(filters, 'Product', 'No answer'),
    of: ({ product }) => product === '',
  },
  {
    ...{ kind: 'one of thousands', token: 'receipt=No 2987', chip: 'Receipt No 2987' },
    async set(filters) {
      await filters.locator('summary').filter({ hasText: 'Receipts' }).click()
      await filters.getByRole('combobox', { name: 'Receipt' }).click()
      const options = filters.getByRole('listbox', { name: 'Receipt' }).getByRole('option')
      await options.first().waitFor()
      await expect.poll(() => options.first().getAttribute('aria-setsize')).toBe('3000')
      expect(await options.count()).toBeLessThan(60)
      await find(filters, 'Receipt', 'No 2987')
    },
    of: ({ receipt }) => receipt === 'No 2987',
  },
  {
    ...{ kind: 'a range', token: 'balance=-20.5_100', chip: 'Balance -20.5–100' },
    async set(filters) {
      await filters.getByLabel('Balance from').fill('-20,5')
      await filters.getByText('Enter both a start and an end').waitFor()
      await filters.getByLabel('Balance to').fill('100')
      await filters.getByLabel('Balance to').press('Enter')
    },
    of: ({ balance }) => balance >= -20.5 && balance <= 100,
  },
  {
    ...{ kind: 'a part of a text', token: 'said=creme BRULEE~', chip: 'Comment contains “creme BRULEE”' },
    set: (filters) => say(filters, 'creme BRULEE'),
    of: ({ comment }) => comment.startsWith('Crème'),
  },
  {
    ...{ kind: 'a text that is not there', token: 'said=_queue', chip: 'Comment does not contain “queue”' },
    async set(filters) {
      await choose(filters, 'Comment', 'does not contain')
      await say(filters, 'queue')
    },
    of: ({ comment }) => !comment.includes('queue'),
  },
  {
    ...{ kind: 'options in a line', token: 'grade=5', chip: 'Grade 5' },
    set: (filters) => choose(filters, 'Grade', '5'),
    of: ({ grade }) => grade === 5,
  },
  {
    ...{ kind: 'one of several answers', token: 'themes=Staff', chip: 'Themes Staff' },
    async set(filters) {
      await filters.locator('summary').filter({ hasText: 'Themes' }).click()
      await choose(filters, 'Themes', 'Staff')
    },
    of: ({ themes }) => themes.includes('Staff'),
  },
  {
    ...{ kind: 'a usual period', tab: 'Time', token: 'ftime=rdays-29+0', chip: 'Period Last 30 days' },
    set: (filters) => choose(filters, 'Period', 'Last 30 days'),
  },
  {
    ...{
      kind: 'the last full quarters',
      tab: 'Time',
      token: 'ftime=rquarters-2-1',
      chip: 'Period Last 2 full quarters',
    },
    async set(filters) {
      const period = group(filters, 'Period')
      await period.getByLabel('Number').fill('2')
      await period.getByLabel('Unit').selectOption({ label: 'quarters' })
      await period.getByLabel('Include this quarter').uncheck()
      await period.getByRole('button', { name: 'Apply' }).click()
    },
  },
  {
    ...{ kind: 'a period around today', tab: 'Time', token: 'ftime=rdays-60+0', chip: 'Period Last 61 days' },
    async set(filters) {
      await ownPeriod(filters, 'From – to')
      const [from, to] = [filters.getByLabel('From', { exact: true }), filters.getByLabel('To', { exact: true })]
      expect([await from.inputValue(), await to.inputValue()]).toEqual(['-30', '0'])
      await from.fill('')
      await from.press('Enter')
      await group(filters, 'Period').getByText('Required').waitFor()
      await from.fill('5')
      await filters.getByText('must be less than 0', { exact: true }).waitFor()
      await filters.getByText('must be larger than 5', { exact: true }).waitFor()
      await from.fill('-60')
      await from.press('Enter')
    },
  },
  {
    ...{ kind: 'a day in a sentence', tab: 'Time', token: 'ftime=rdateb3mb', chip: 'Period before 3 months ago' },
    async set(filters) {
      const period = group(filters, 'Period')
      await ownPeriod(filters, 'Before, in or after')
      await period.getByLabel('On, before or after').selectOption({ label: 'before' })
      await period.getByLabel('Unit').selectOption({ label: 'months' })
      await period.getByLabel('Number').fill('3')
      await expect
        .poll(() => period.locator('output').textContent())
        .toMatch(/^before 3 months ago… – [A-Z][a-z]{2} \d\d, \d{4}$/)
      await period.getByRole('button', { name: 'Apply' }).click()
    },
  },
  {
    ...{ kind: 'two dates', tab: 'Time', token: 'ftime=20260101_20260215', chip: 'Period Jan 1 – Feb 15, 2026' },
    async set(filters) {
      await ownPeriod(filters, 'Dates')
      await group(filters, 'Period').getByLabel('Start date').fill('2026-01-01')
      await group(filters, 'Period').getByLabel('End date').fill('2026-02-15')
      await group(filters, 'Period').getByRole('button', { name: 'Apply' }).click()
    },
    of: ({ visited }) => visited >= '2026-01-01' && visited <= '2026-02-15',
  },
  {
    ...{ kind: 'today', tab: 'Time', token: 'ftime=today_ymd', chip: 'Period Today' },
    set: (filters) => choose(filters, 'Period', 'Today'),
  },
  {
    ...{ kind: 'an anniversary', tab: 'Time', token: 'birthday=today_md', chip: 'Birthday This day in any year' },
    set: (filters) => choose(filters, 'Birthday', 'This day in any year'),
  },
  {
    ...{
      kind: 'one answer per customer',
      tab: 'Time',
      token: 'once=last',
      chip: 'One answer per customer Last response only',
    },
    async set(filters) {
      await group(filters, 'One answer per customer').getByText('(leaves out 500)').first().waitFor()
      await choose(filters, 'One answer per customer', 'Last response only')
    },
    of: ({ id }) => Number(id.slice(1)) < counts.customers,
  },
]

const plain = '/ranking/every-filter/place,all'
const openRanking = (size: Size, selection: string, scheme?: 'light' | 'dark') =>
  world.open(`${plain};${selection}`, size, scheme)

/** The filters, opened where they are in a sheet. */
async function filtersOf(page: Page, size: Size): Promise<Locator> {
  if (size === 'desk') return page.getByRole('complementary', { name: 'Filters' })
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  return page.getByRole('dialog', { name: 'Filters' })
}

const chipsOf = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem')
/** The title and the words of a chip stand side by side without a space. */
const chipPattern = (words: string) => new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s*'))
const counted = (page: Page) => page.getByText(/^[\d,]+ of 3,000 interviews/)

/** A list of options that is open closes first, then the sheet. */
async function leaveSheet(page: Page) {
  const sheets = page.getByRole('dialog', { name: 'Filters' })
  const left = async () => {
    if ((await sheets.count()) > 0) await page.keyboard.press('Escape')
    return sheets.count()
  }
  await expect.poll(left).toBe(0)
}

describe.each(['desk', 'phone'] as const)('on a %s', (size) => {
  type Opened = Awaited<ReturnType<EveryFilter['open']>>
  let first: Opened
  /** Somebody else's phone, to which the address is sent from a desk. */
  let second: Opened | null = null
  beforeAll(async () => {
    first = await openRanking(size, start)
    if (size === 'desk') second = await openRanking('phone', start)
  })
  afterAll(async () => {
    await first?.close()
    await second?.close()
  })

  it.each(kinds)('$kind: set, shared by its address, cleared and reset', async ({ tab, set, token, chip, of }) => {
    const { page, faults } = first
    const filters = await filtersOf(page, size)
    await filters.getByRole('button', { name: 'Clear all' }).click()
    await page.waitForURL((url) => decodeURIComponent(url.pathname) === plain)
    await filters
      .getByText(tab ?? /^Filters/, { exact: true })
      .last()
      .click()
    await set(filters, page)
    await page.waitForURL((url) => decodeURIComponent(url.pathname) === `${plain};${token}`)
    if (size === 'phone') await leaveSheet(page)

    await second?.page.goto(page.url())
    for (const shown of [page, ...(second ? [second.page] : [])]) {
      await chipsOf(shown)
        .filter({ hasText: chipPattern(chip) })
        .first()
        .waitFor()
      if (of) {
        const n = answers(today).filter(of).length.toLocaleString('en')
        await counted(shown)
          .filter({ hasText: new RegExp(`^${n} `) })
          .waitFor()
      }
    }
    if (second) await expect.poll(() => counted(page).textContent()).toBe(await counted(second.page).textContent())

    await chipsOf(second?.page ?? page)
      .getByRole('button', { name: /^Clear / })
      .click()
    await (second?.page ?? page).waitForURL((url) => decodeURIComponent(url.pathname) === plain)
    await page.getByRole('button', { name: 'Reset to start filter' }).click()
    await page.waitForURL((url) => decodeURIComponent(url.pathname) === `${plain};${start}`)
    expect([...faults, ...(second?.faults ?? [])]).toEqual([])
  })

  it.each(looks.filter(([of]) => of === size))('has no serious fault in any control (%s, %s)', async (_, scheme) => {
    const { page, faults, close } = await openRanking(size, `balance=0_100;city=_Finland town 3;${start}`, scheme)
    await chipsOf(page).first().waitFor()
    const filters = await filtersOf(page, size)
    await filters.getByRole('combobox', { name: 'City' }).click()
    await filters.getByRole('option').first().waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await filters.getByText('Time · 1', { exact: true }).click()
    await filters.getByText('leaves out').first().waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await expectFits(page)
    expect(faults).toEqual([])
    await close()
  })
})

describe('saved filters', () => {
  it('are kept under a name, applied, replaced, renamed, deleted and brought back', async () => {
    const { page, faults, close } = await openRanking('desk', 'channel=Web')
    const filters = await filtersOf(page, 'desk')
    const named = (title: string) => filters.getByRole('button', { name: title, exact: true })
    const act = async (title: string, item: string) => {
      await filters.getByRole('button', { name: `Menu for ${title}` }).click()
      await page
        .getByRole('menu', { name: `Menu for ${title}` })
        .getByRole('menuitem', { name: item })
        .click()
    }
    await filters.getByText('Saved filters').click()
    await filters.getByRole('button', { name: 'Save these filters' }).click()
    await filters.getByLabel('Name', { exact: true }).fill('On the web')
    await page.keyboard.press('Enter')
    await named('On the web').waitFor()

    await filters.getByRole('button', { name: 'Save these filters' }).click()
    await filters.getByLabel('Name', { exact: true }).fill('on the WEB')
    await page.keyboard.press('Enter')
    await filters.getByText('Saved filters named “on the WEB” already exist.').waitFor()
    await page.keyboard.press('Escape')

    await filters.getByRole('button', { name: 'Clear all' }).click()
    await choose(filters, 'Channel', 'Phone')
    await page.waitForURL(/channel=Phone/)
    await act('On the web', 'Update to current filters')
    await page.getByRole('button', { name: 'Undo' }).click()
    // What was replaced comes back a moment after it is asked for.
    const applied = async () => {
      await named('On the web').click()
      return page.url()
    }
    await expect.poll(applied).toMatch(/channel=Web/)

    await act('On the web', 'Rename')
    await filters.getByLabel('Name', { exact: true }).fill('Web')
    await filters.getByLabel('Share with everyone on this survey').check()
    await page.keyboard.press('Enter')
    await filters.getByLabel('shared').waitFor()
    await act('Web', 'Delete')
    await page.getByText('“Web” deleted').waitFor()
    await expect.poll(() => filters.getByRole('button', { name: 'Menu for Web' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await filters.getByRole('button', { name: 'Menu for Web' }).waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    // The name that was taken answered 409.
    expect(faults.filter((fault) => !fault.includes('409'))).toEqual([])
    await close()
  })

  it('of the last visit are offered beside the start filter, on another device too', async () => {
    const { page, close } = await openRanking('desk', start)
    const remembered = page.waitForResponse((reply) => reply.url().includes('/filters/last/'))
    await choose(await filtersOf(page, 'desk'), 'Country', 'Norway')
    await page.waitForURL(/country=Norway/)
    await remembered
    await close()

    const phone = await openRanking('phone', start)
    await phone.page.getByRole('button', { name: /^Your last filters.*Country Norway/ }).click()
    await phone.page.waitForURL(/country=Norway/)
    await phone.page.getByRole('button', { name: 'Reset to start filter' }).click()
    await phone.page.waitForURL((url) => decodeURIComponent(url.pathname) === `${plain};${start}`)
    await phone.page.getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(() => phone.page.getByText('Your last filters').count()).toBe(0)
    expect(phone.faults).toEqual([])
    await phone.close()
  })
})

describe('a selection of hundreds of options', () => {
  const receipts = Array.from({ length: 700 }, (_, at) => `No ${at + 1}`)
  const chosen = answers(today).filter(({ receipt }) => receipts.includes(receipt))
  const short = /^\/ranking\/every-filter\/place,all;~[0-9a-f]{40}$/
  const shown = (page: Page, n: number) =>
    counted(page)
      .filter({ hasText: new RegExp(`^${n.toLocaleString('en')} `) })
      .waitFor()

  it('has a short address: by link for others, changed, drilled, gone back to and cleared', async () => {
    const { page, faults, close } = await openRanking('desk', `receipt=${receipts.join('*')}`)
    await page.waitForURL((url) => short.test(decodeURIComponent(url.pathname)))
    await shown(page, 700)
    const first = page.url()

    await choose(await filtersOf(page, 'desk'), 'Channel', 'Web')
    const onTheWeb = chosen.filter(({ channel }) => channel === 'Web')
    await shown(page, onTheWeb.length)
    await page.waitForURL((url) => short.test(decodeURIComponent(url.pathname)) && url.href !== first)
    await page.getByRole('row').getByRole('link', { name: 'Finland' }).click()
    await page.waitForURL(/place,all,Finland;~/)
    await shown(page, onTheWeb.filter(({ country }) => country === 'Finland').length)

    const other = await openRanking('phone', start)
    await other.page.goto(page.url())
    await shown(other.page, onTheWeb.filter(({ country }) => country === 'Finland').length)
    await chipsOf(other.page)
      .filter({ hasText: 'Channel' })
      .getByRole('button', { name: /^Clear / })
      .click()
    await shown(other.page, chosen.filter(({ country }) => country === 'Finland').length)
    await expectFits(other.page)
    expect(other.faults).toEqual([])
    await other.close()

    await page.goBack()
    await page.goBack()
    await page.waitForURL(first)
    await shown(page, 700)
    await chipsOf(page)
      .filter({ hasText: 'Receipt' })
      .getByRole('button', { name: /^Clear / })
      .click()
    await page.waitForURL((url) => decodeURIComponent(url.pathname) === plain)
    await shown(page, 3000)
    expect(faults).toEqual([])
    await close()
  })

  it('says so where it is not known, and leads to the start', async () => {
    const { page, close } = await openRanking('desk', `~${'0'.repeat(40)}`)
    await page.getByRole('heading', { name: 'This selection no longer exists' }).waitFor()
    await page.getByText('the address is incomplete').waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await page.getByRole('link', { name: 'Go to home' }).click()
    await chipsOf(page).first().waitFor()
    await close()
  })
})

describe('the way to another place', () => {
  it('leads beside each step and anywhere by a part of a name, by keyboard', async () => {
    const { page, faults, close } = await world.open(
      '/ranking/every-filter/place,all,Finland,Finland town 2;channel=Web',
      'desk',
    )
    const heading = page.getByRole('heading', { level: 1 })
    await heading.filter({ hasText: 'Finland town 2' }).waitFor()
    await page.getByRole('button', { name: 'Places next to Finland', exact: true }).focus()
    await page.keyboard.press('Enter')
    const near = page.getByRole('dialog', { name: 'Places near' })
    await near.getByRole('link', { name: 'Norway' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await heading.filter({ hasText: /^Denmark$/ }).waitFor()
    expect(page.url()).toContain('channel=Web')

    await page.getByRole('button', { name: 'Denmark, other places' }).click()
    await near.getByRole('searchbox').fill('sweden town 4 shop 12')
    await near.getByRole('link', { name: 'Sweden town 4 shop 12' }).waitFor()
    await page.keyboard.press('Enter')
    await heading.filter({ hasText: 'Sweden town 4 shop 12' }).waitFor()
    expect(faults).toEqual([])
    await close()
  })
})

it('shows no name of the address while it is not known what filters are called', async () => {
  const { page, faults, close } = await world.open('/responsive', 'desk')
  let come: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    come = resolve
  })
  await page.route('**/api/vuejs/filters/list/**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${world.running.address}/ranking/every-filter/place,all;channel=Web;${start}`)
  const chips = page.getByRole('list', { name: 'Active filters' })
  await chips.getByRole('listitem').nth(1).waitFor()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(await chips.textContent()).not.toMatch(/channel|ftime|rmonths/)
  come()
  await chips.getByText('Channel', { exact: true }).waitFor()
  expect(faults).toEqual([])
  await close()
})
