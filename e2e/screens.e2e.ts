import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { UniverseData } from '@kaiku/contract/universe.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage } from './browser.ts'
import { entryOf } from './kaiku.ts'
import { startTrial, type Trial } from './trial.ts'

let trial: Trial
let owner: { authorization: string; 'content-type': string }

/** A survey of two regions that nobody has answered. */
const empty = {
  'settings.json': { extName: 'empty', title: 'Empty survey' },
  'questions.json': {
    questions: [
      { id: 'store', type: 'choice', title: 'Store', open: true },
      { id: 'nps', type: 'scale', title: 'NPS', min: 0, max: 10 },
    ],
  },
  'views.json': {
    views: [
      {
        ...{ extName: 'region', title: 'Regions', root: { title: 'All' }, key: 'store', levelTitles: ['Region'] },
        nodes: [
          { id: 'north', name: 'North' },
          { id: 'south', name: 'South' },
        ],
      },
    ],
  },
}

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const sent = body && { body: JSON.stringify(body) }
  const reply = await fetch(`${trial.running.address}/api/${path}`, { method, headers: owner, ...sent })
  const text = await reply.text()
  expect(reply.status, text).toBe(200)
  return JSON.parse(text)
}
async function settle(change: Partial<UniverseData['settings']>) {
  const { title, timeZone, settings, version } = (await call('GET', 'universedata/settings')) as UniverseData
  await call('PUT', 'universedata', { title, timeZone, version, settings: { ...settings, ...change } })
}

beforeAll(async () => {
  trial = await startTrial()
  const entered = await fetch(`${trial.running.address}/api/session/enter`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: await entryOf(trial.running, 'owner') }),
  })
  const { authToken } = (await entered.json()) as { authToken: string }
  owner = { authorization: `Bearer ${authToken}`, 'content-type': 'application/json' }
  const directory = join(trial.folder, 'empty')
  await mkdir(directory)
  for (const [name, content] of Object.entries(empty)) await writeFile(join(directory, name), JSON.stringify(content))
  const applied = await trial.running.kaiku('apply', directory, '--universe', 'try')
  expect(applied.code, applied.err).toBe(0)
  const { roleId } = (await call('POST', 'role/create', {
    ...{ name: 'South', description: '', permissions: ['seeIndicators', 'seeComments'], surveys: ['empty'] },
    ...{ rows: { region: [['south']] }, figures: null, rules: [] },
  })) as { roleId: string }
  const person = { username: 'sini', email: 'sini@example.com', givenName: 'Sini', familyName: 'South', locale: 'en' }
  await call('POST', 'user/create', { ...person, roles: [roleId] })
  expect((await trial.running.kaiku('user', 'create', 'rauha', '--root')).code).toBe(0)
})
afterAll(() => trial?.close())

describe('the addresses of the specification', () => {
  it.each([
    ['owner', 'a user', ['Interview', 'Alerts', 'Alert', 'Samples', 'Mail campaign', 'Universe script'], false],
    ['rauha', 'root', ['Interview', 'Alerts', 'Alert', 'Samples', 'Mail campaign', 'Universe script'], true],
  ] as const)('say to %s what will be here, in their chrome', async (username, _, titles, isRoot) => {
    const { survey, running } = trial
    const { page, faults, close } = await trial.open(`/interview/${survey}/7`, 'desk', 'light', username)
    const paths = ['interview/S/7', 'alertlist/S/P', 'alert/S/7', 'samplelist/S/P', 'mailcampaign/S/7', 'script/S']
    const tabs = page.getByRole('navigation', { name: 'Views' })
    await page.getByRole('heading', { level: 1, name: 'Interview' }).waitFor()
    for (const [at, path] of paths.entries()) {
      await page.goto(`${running.address}/${path.replace('S', survey).replace('P', await startPath())}`)
      await page.getByRole('heading', { level: 1, name: titles[at] ?? '', exact: true }).waitFor()
      await page.getByText('Not here yet').waitFor()
      const isDetail = /^(interview|alert)\//.test(path)
      if (isDetail) expect(await tabs.count()).toBe(0)
      expect(await page.getByRole('complementary', { name: 'Filters' }).count()).toBe(/list\//.test(path) ? 1 : 0)
    }
    await page.goto(`${running.address}/sl`)
    await page.waitForURL(/\/surveylist\//)
    if (isRoot) await page.getByRole('heading', { level: 1, name: 'Surveys', exact: true }).waitFor()
    else expect(await page.getByRole('heading', { level: 1, name: 'Surveys', exact: true }).count()).toBe(0)
    await page.goto(`${running.address}/nowhere/at/all`)
    await page.waitForURL(/\/page\/|\/ranking\//)
    expect(faults).toEqual([])
    await close()
  })

  const startPath = async () =>
    ((await call('GET', `vuejs/surveys/one/${trial.survey}`)) as { startPath: string }).startPath

  it.each([
    ['/upgrade', 'A new version of Kaiku'],
    ['/responsive', 'Kaiku on this device'],
    ['/bigscreen/token', 'Big screen'],
  ])('open %s for whoever comes', async (path, title) => {
    const { page, faults, close } = await openPage(trial.browser, `${trial.running.address}${path}`, 'phone')
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(faults).toEqual([])
    await close()
  })
})

describe('the backend', () => {
  it('lists every survey for root, and shows the codebook of one, its versions and the way back', async () => {
    const { page, faults, close } = await trial.open(`/surveylist/${trial.survey}`, 'desk', 'light', 'rauha')
    await page.getByRole('heading', { level: 1, name: 'Surveys' }).waitFor()
    await page.getByLabel('Search surveys and universes').fill('empty')
    expect(await page.getByRole('rowheader').allInnerTexts()).toEqual([expect.stringMatching(/^Empty survey\s+empty$/)])
    await page.getByRole('link', { name: 'Empty survey' }).click()
    await page.getByLabel('Search variables and codes').fill('nps')
    await expect.poll(() => page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['NPS nps'])

    const directory = join(trial.folder, 'empty')
    const renamed = { ...empty['settings.json'], title: 'Renamed survey' }
    await writeFile(join(directory, 'settings.json'), JSON.stringify(renamed))
    expect((await trial.running.kaiku('apply', directory, '--universe', 'try')).code).toBe(0)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Renamed survey' }).waitFor()
    await page.getByText('Configuration', { exact: true }).click()
    await page.getByRole('insertion').getByText('"Renamed survey"').waitFor()
    await page.getByRole('button', { name: /^Version 1/ }).click()
    await page.getByRole('button', { name: 'Publish version 1 again' }).click()
    await page.getByRole('dialog').getByRole('insertion').getByText('"Empty survey"').waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Version 3 is published').waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Empty survey' }).waitFor()
    expect(faults).toEqual([])
    await close()
  })
})

describe('what a universe settles', () => {
  it('is where one lands: a page that leads on to the surveys, for those who see only one straight to it', async () => {
    await settle({ landingPage: 'finland' })
    const { page, faults, close } = await trial.open('/', 'desk')
    await page.waitForURL(/\/finland$/)
    await page.getByRole('link', { name: 'Empty survey' }).click()
    await page.getByRole('heading', { level: 1, name: 'All' }).waitFor()
    await page.getByText('No interviews yet').waitFor()
    expect(faults).toEqual([])
    await close()
    await settle({ landingPage: 'none' })
  })

  it('is which languages are offered, before the sign-in and after', async () => {
    await settle({ locales: ['sv', 'fi'] })
    const { page, close } = await openPage(trial.browser, trial.running.address, 'desk')
    await page.getByRole('heading', { level: 1, name: 'Logga in' }).waitFor()
    const offered = page.getByRole('navigation').getByRole('button')
    expect(await offered.allTextContents()).toEqual(['Svenska', 'Suomi'])
    await page.goto(await trial.enter('/'))
    await page.waitForURL(/\/page\/|\/ranking\//)
    expect(await page.evaluate<string>('document.documentElement.lang')).toBe('sv')
    await close()
    await settle({ locales: ['en', 'fi', 'sv', 'de'] })
  })

  it('is how long answers stay, and what that would erase is said before it is saved', async () => {
    const { page, close } = await trial.open(`/settings/${trial.survey}`, 'desk')
    const days = page.getByLabel('Days until answers are erased; empty: never')
    await page.getByText('Never: no answer is erased').waitFor()
    await days.fill('1')
    await page.getByText(/\d answers would be erased tonight, for good/).waitFor()
    await days.fill('36500')
    await page.getByText('Nothing would be erased tonight').waitFor()
    await close()
  })
})

describe('a survey that nobody has answered', () => {
  it('says so to who may see one region of it', async () => {
    const { page, faults, close } = await trial.open('/', 'phone', 'light', 'sini')
    await page.getByRole('heading', { level: 1, name: 'South' }).waitFor()
    await page.getByText('No interviews yet').waitFor()
    await page.getByText('about the places that you may see').waitFor()
    expect(faults).toEqual([])
    await close()
  })
})
