import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { SurveyUsage } from '@kaiku/contract/usage.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousFaults } from './browser.ts'
import { call, enterAs } from './kaiku.ts'
import { looked } from './looked.ts'
import { choose } from './people.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const places = 'region,all'

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
})
afterAll(() => sample?.close())

it('usage shows what people opened, what nobody opens, and who is there', async () => {
  const aino = await enterAs(sample.running, 'aino', 'sample')
  const opens = async (name: string) => {
    const { used } = await call<SurveyUsage>(sample.running, aino, 'usage/survey/store-visits')
    return used.find(({ kind, subject }) => kind === 'page' && subject === name)?.visits ?? 0
  }
  const reader = await sample.open(`/page/overview/store-visits/${places}`, 'desk', 'light', 'clara')
  await expect.poll(() => opens('overview')).toBe(1)
  // Other filters are the same visit.
  await reader.page.goto(`${sample.running.address}/page/overview/store-visits/${places};ftime=rmonths-2+0`)
  await reader.page.getByRole('heading', { level: 1 }).first().waitFor()
  await reader.page.goto(`${sample.running.address}/page/trends/store-visits/${places}`)
  await expect.poll(() => opens('trends')).toBe(1)
  await reader.page.goto(`${sample.running.address}/usage/store-visits`)
  await reader.page.getByText('You don’t have access to usage').waitFor()
  await reader.close()

  const { page, faults, close } = await sample.open(
    ...([`/page/overview/store-visits/${places}`, 'desk', 'light', 'aino'] as const),
  )
  await expect.poll(() => opens('overview')).toBe(2)
  await choose(page, 'Usage')
  await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor()
  const whatIsOpened = page.getByRole('region', { name: 'What is opened' }).first()
  const opened = whatIsOpened.getByRole('table')
  const cellsOf = (name: string) =>
    opened
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
      .getByRole('cell')
      .allTextContents()
  await opened.getByRole('rowheader', { name: 'Overview', exact: true }).waitFor()
  // Two people, each once.
  expect((await cellsOf('Overview')).slice(0, 2)).toEqual(['2', '2'])
  expect((await cellsOf('Trends')).slice(0, 2)).toEqual(['1', '1'])
  await page.getByText('Counted since').waitFor()
  const bars = page.getByRole('region', { name: 'Pages opened per week' }).getByRole('listitem')
  await expect.poll(() => bars.count()).toBe(13)
  await expect.poll(() => bars.last().locator('span').nth(1).textContent()).toBe('3')
  await page.getByRole('region', { name: 'Pages opened per week' }).getByText('People', { exact: true }).click()
  await whatIsOpened.getByText('Views', { exact: true }).click()
  await opened.getByRole('row').nth(1).waitFor()
  await whatIsOpened.getByText('Other', { exact: true }).click()
  await opened.getByRole('rowheader', { name: 'Administration', exact: true }).waitFor()
  await whatIsOpened.getByText('Pages', { exact: true }).click()
  expect(await seriousFaults(page, axe)).toEqual([])
  await looked(page, 'usage')
  await page.setViewportSize({ width: 1280, height: 900 })

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV', exact: true }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^\uFEFFWhat,Times opened,People,Last opened,/)

  // A page that nobody opens leads to where it is edited.
  const unused = page.getByRole('list', { name: 'Unused pages' }).getByRole('listitem')
  await unused.first().getByText('never opened since visits are counted').waitFor()
  const title = (await unused.first().locator('b').textContent()) ?? ''
  await unused
    .first()
    .getByRole('link', { name: /^Edit page/ })
    .click()
  const edited = page.getByRole('combobox', { name: 'Page', exact: true })
  await edited.waitFor()
  await expect.poll(() => edited.locator('option:checked').textContent()).toBe(title)

  await page.goto(`${sample.running.address}/usage/store-visits`)
  await page.getByRole('link', { name: 'People', exact: true }).click()
  const people = page.getByRole('region', { name: 'People', exact: true }).getByRole('row')
  const clara = people.filter({ hasText: 'Clara' })
  await clara.waitFor()
  await expect.poll(() => clara.getByRole('cell').nth(1).textContent()).toBe('1')
  await expect.poll(() => clara.getByRole('cell').nth(2).textContent()).toBe('1')
  await page.getByRole('combobox', { name: 'Activity' }).selectOption({ label: 'Never signed in' })
  await clara.waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Activity' }).selectOption({ label: 'Everybody' })
  await page.getByRole('searchbox', { name: 'Name, role or place' }).fill('clara')
  await page
    .getByRole('status')
    .filter({ hasText: /^1 of / })
    .waitFor()
  await page.getByRole('searchbox', { name: 'Name, role or place' }).fill('')
  const [list] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV', exact: true }).click(),
  ])
  expect(await readFile(await list.path(), 'utf8')).toMatch(/^\uFEFFusername,name,state,roles,places,/)
  expect(await seriousFaults(page, axe)).toEqual([])
  await looked(page, 'usage-people')
  expect(faults).toEqual([])
  await close()
})

it('an invited person who never came is invited again, and a universe keeps no names where it wants none', async () => {
  const aino = await enterAs(sample.running, 'aino', 'sample')
  const person = { username: 'nora', email: 'nora@example.com', givenName: 'Nora', familyName: 'New', locale: 'en' }
  await call(sample.running, aino, 'user/create', { ...person, roles: [], invite: false })
  const { page, faults, close } = await sample.open('/usage/store-visits?page=people', 'desk', 'light', 'aino')
  const nora = page.getByRole('row').filter({ hasText: 'Nora New' })
  await nora.getByRole('button', { name: 'Invite again Nora New', exact: true }).click()
  await page.getByText('Nora New was invited again').waitFor()
  expect(await nora.getByRole('button').count()).toBe(0)

  await page.goto(`${sample.running.address}/settings/store-visits`)
  await page.getByRole('checkbox', { name: 'Keep who opened what' }).uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved', { exact: false }).first().waitFor()
  await looked(page, 'usage-settings')
  await page.goto(`${sample.running.address}/usage/store-visits`)
  await page.getByText('This universe doesn’t keep who opened what, only how often.').waitFor()
  await page.goto(`${sample.running.address}/usage/store-visits?page=people`)
  await page.getByText('so only the last sign-in is known').waitFor()
  expect(faults).toEqual([])
  await close()
})
