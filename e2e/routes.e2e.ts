import type { Role } from '@kaiku/contract/role.ts'
import type { Survey } from '@kaiku/contract/survey.ts'
import type { User } from '@kaiku/contract/user.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage } from './browser.ts'
import { call, enterAs } from './kaiku.ts'
import { type Sample, startSample } from './sample.ts'

let sample: Sample
/** What stands in an address for `$name`. */
let params: Readonly<Record<string, string>>

type Chrome = 'tabs' | 'menu' | 'filters'
const detail = ['menu'] as const
const screen = ['tabs', 'menu'] as const
const results = ['tabs', 'menu', 'filters'] as const

type Kind = 'user' | 'administrator' | 'root'
type Row = { path: string; chrome: readonly Chrome[]; title: RegExp; of: readonly Kind[] }
const everybody: readonly Kind[] = ['user', 'administrator', 'root']
const administrators: readonly Kind[] = ['administrator', 'root']
const row = (path: string, chrome: readonly Chrome[], title: RegExp, of = everybody): Row => ({
  ...{ path, chrome, title, of },
})

/** The route table of the specification: what stands around a screen that is signed in to, its title, whose it is. */
const table: readonly Row[] = [
  row('/ranking/store-visits/$path', results, /./),
  row('/page/overview/store-visits/$path', results, /./),
  row('/alertlist/store-visits/$path', results, /./),
  row('/samplelist/store-visits/$path', results, /./),
  row('/interview/store-visits/$interview', detail, /^Interview of/, administrators),
  row('/alert/store-visits/$alert', detail, /./, administrators),
  row('/sample/store-visits/sample/$sample', detail, /./, administrators),
  row('/reportdownload/store-visits/7', screen, /^Report/),
  row('/script/store-visits/7/8', screen, /^Script block$/),
  row('/script/store-visits/8', screen, /^Global script$/),
  row('/script/store-visits', screen, /^Universe script$/),
  row('/mailtemplate/store-visits/7', screen, /^Mail template$/),
  row('/smstemplate/store-visits/7', screen, /^SMS template$/),
  row('/lettertemplate/store-visits/7', screen, /^Letter template$/),
  row('/mailcampaign/store-visits/7', screen, /^Mail campaign$/),
  row('/createmailcampaign/store-visits/new/$path', detail, /mail campaign$/),
  row('/userlist/store-visits', screen, /^Users$/, administrators),
  row('/usereditor/store-visits/$user', detail, /^Outi Ordinary$/, administrators),
  row('/role/store-visits/$role', screen, /^Reader$/, administrators),
  row('/settings/store-visits', screen, /^Universe settings$/, administrators),
  row('/audit/store-visits', screen, /^Audit log$/, administrators),
  row('/surveylist/store-visits', screen, /^Surveys$/, ['root']),
  row('/sl', screen, /^Surveys$/, ['root']),
]

/** What those are told who may not open a screen. */
const refusal =
  /^(Couldn’t open the (interview|alert|contact)|Administrators only|Only administrators|You don’t have access|Only root can)/

const addressOf = (path: string) =>
  sample.running.address + path.replace(/\$(\w+)/g, (_, name: string) => params[name] ?? name)

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
  const { running } = sample
  const aino = await enterAs(running, 'aino', 'sample')
  const { startPath } = await call<Survey>(running, aino, 'vuejs/surveys/one/store-visits')
  const { roleId } = await call<Role>(running, aino, 'role/create', {
    ...{ name: 'Reader', description: '', permissions: ['seeIndicators'], surveys: null },
    ...{ rows: {}, figures: null, rules: [] },
  })
  const person = { username: 'outi', email: null, givenName: 'Outi', familyName: 'Ordinary', locale: 'en' }
  const { userId } = await call<User>(running, aino, 'user/create', { ...person, roles: [roleId], invite: false })
  const listed = await call<{ answers: { rows: { interviewId: string }[] }[] }>(
    ...([running, aino, `result/query/store-visits/${startPath}`] as const),
    { components: [{ type: 'InterviewList', limit: 1 }] },
  )
  const interview = listed.answers[0]?.rows[0]?.interviewId ?? ''
  const alerts = await call<{ rows: { alertId: string }[] }>(
    ...([running, aino, `vuejs/alerts/list/store-visits/${startPath}`] as const),
  )
  const alert = alerts.rows[0]?.alertId ?? ''
  const samples = await call<{ rows: { sampleId: string }[] }>(
    ...([running, aino, `vuejs/samples/list/store-visits/${startPath}`] as const),
  )
  const asked = samples.rows[0]?.sampleId ?? ''
  params = { path: startPath, role: roleId, user: userId, interview, alert, sample: asked }
})
afterAll(() => sample?.close())

describe('every address of the specification', () => {
  it.each([
    ['an ordinary user', 'user', 'outi'],
    ['an administrator', 'administrator', 'aino'],
    ['an operator', 'root', 'root'],
  ] as const)('has its screen and its chrome for %s', async (_, kind, username) => {
    const { page, faults, close } = await sample.open('/', 'desk', 'light', username)
    for (const { path, chrome, title, of } of table) {
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
    for (const { path } of table) {
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

  it('is found from an address with a hash, and nowhere leads to the start', async () => {
    const { page, close } = await sample.open('/#/userlist/store-visits', 'desk')
    await page.waitForURL(/\/userlist\/store-visits$/)
    await page.goto(`${sample.running.address}/nowhere/at/all`)
    await page.waitForURL(/\/page\/overview\/store-visits\//)
    await close()
  })

  it('fits a phone, where pages stand in a bar at the bottom and filters in a sheet', async () => {
    const { page, faults, close } = await sample.open('/', 'phone', 'light', 'root')
    for (const { path, chrome, title } of table) {
      await page.goto(addressOf(path))
      await page.getByRole('heading', { level: 1, name: title }).first().waitFor()
      const expected = chrome.filter((part) => part !== 'filters')
      await expect.poll(() => chromeOf(page), { message: path }).toEqual(expected)
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'), path).toBe(true)
    }
    expect(faults).toEqual([])
    await close()
  })
})
