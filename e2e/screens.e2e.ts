import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Role } from '@kaiku/contract/role.ts'
import type { Identity } from '@kaiku/contract/session.ts'
import type { UniverseData } from '@kaiku/contract/universe.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage } from './browser.ts'
import { call, enterAs } from './kaiku.ts'
import { choose } from './people.ts'
import { startTrial, type Trial } from './trial.ts'

let trial: Trial
let owner: Identity

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

async function settle(change: Partial<UniverseData['settings']>) {
  const { title, timeZone, settings, version } = await call<UniverseData>(trial.running, owner, 'universedata/settings')
  const changed = { title, timeZone, version, settings: { ...settings, ...change } }
  await call(trial.running, owner, 'universedata', changed, 'PUT')
}

beforeAll(async () => {
  trial = await startTrial()
  owner = await enterAs(trial.running, 'owner')
  const directory = join(trial.folder, 'empty')
  await mkdir(directory)
  for (const [name, content] of Object.entries(empty)) await writeFile(join(directory, name), JSON.stringify(content))
  const applied = await trial.running.kaiku('apply', directory, '--universe', 'try')
  expect(applied.code, applied.err).toBe(0)
  const { roleId } = await call<Role>(trial.running, owner, 'role/create', {
    ...{ name: 'South', description: '', permissions: ['seeIndicators', 'seeComments'], surveys: ['empty'] },
    ...{ rows: {}, figures: null, rules: [] },
  })
  const person = { username: 'sini', email: 'sini@example.com', givenName: 'Sini', familyName: 'South', locale: 'en' }
  await call(trial.running, owner, 'user/create', { ...person, roles: [{ roleId, rows: { region: [['south']] } }] })
  expect((await trial.running.kaiku('user', 'create', 'rauha', '--root')).code).toBe(0)
})
afterAll(() => trial?.close())

describe('the backend', () => {
  it('lists every survey for root, and shows the codebook of one, its versions and the way back', async () => {
    const { page, faults, close } = await trial.open(`/surveylist/${trial.survey}`, 'desk', 'light', 'rauha')
    await page.getByRole('heading', { level: 1, name: 'Surveys' }).waitFor()
    await page.getByLabel('Search surveys and universes').fill('empty')
    const found = () => page.getByRole('rowheader').allInnerTexts()
    await expect.poll(found).toEqual([expect.stringMatching(/^Empty survey\s+empty$/)])
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
    await page.getByText('Version 3 published').waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Empty survey' }).waitFor()
    await expect.poll(() => page.getByRole('radio', { name: 'Configuration' }).isChecked()).toBe(true)
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

  it('is when somebody who does nothing has to sign in anew, and goes on where they were', async () => {
    await settle({ idleMinutes: 5 })
    // In a session of its own, since it ends.
    const { page, close } = await openPage(trial.browser, await trial.enter('/'), 'desk')
    await page.getByRole('heading', { level: 1, name: 'All' }).waitFor()
    await page.clock.install()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'All' }).waitFor()
    const { pathname } = new URL(page.url())
    await page.clock.fastForward('04:00')
    await page.keyboard.press('Shift')
    await page.clock.fastForward('04:00')
    expect(new URL(page.url()).pathname).toBe(pathname)
    await page.clock.fastForward('02:00')
    await page.getByText('Your session has expired.', { exact: false }).waitFor()
    expect(new URL(page.url()).searchParams.get('redirect')).toContain(pathname)
    await close()
    await settle({ idleMinutes: null })
  })

  it('is which languages are offered, before the sign-in and after', async () => {
    await settle({ locales: ['sv', 'fi'] })
    const { page, close } = await openPage(trial.browser, trial.running.address, 'desk')
    await page.getByRole('heading', { level: 1, name: 'Logga in' }).waitFor()
    const offered = page.getByRole('navigation').getByRole('button')
    await expect.poll(() => offered.allTextContents()).toEqual(['Svenska', 'Suomi'])
    await page.goto(await trial.enter('/'))
    await page.waitForURL(/\/page\/|\/ranking\//)
    await expect.poll(() => page.evaluate<string>('document.documentElement.lang')).toBe('sv')
    await close()
    await settle({ locales: ['en', 'fi', 'sv', 'de'] })
  })
})

describe('a survey that nobody has answered', () => {
  it('says so to who may see one region of it', async () => {
    const { page, faults, close } = await trial.open('/', 'phone', 'light', 'sini')
    await page.getByRole('heading', { level: 1, name: 'South' }).waitFor()
    await page.getByText('No interviews yet').waitFor()
    await page.getByText('about the places you have access to').waitFor()
    expect(faults).toEqual([])
    await close()
  })
})

describe('a universe without a survey', () => {
  it('is administered all the same', async () => {
    const { kaiku } = trial.running
    expect((await kaiku('universe', 'create', 'bare')).code).toBe(0)
    expect((await kaiku('user', 'create', 'adam', '--universe', 'bare')).code).toBe(0)
    const { page, faults, close } = await trial.open('/', 'desk', 'light', 'adam')
    await page.getByRole('heading', { level: 1, name: 'Welcome to Kaiku' }).waitFor()
    await page.getByText('At the command line').click()
    await page.getByText('npx kaiku try answers.xlsx').waitFor()
    await page.getByRole('button', { name: 'Users' }).click()
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    await page
      .getByRole('link', { name: 'New user' })
      .or(page.getByRole('button', { name: 'New user' }))
      .click()
    await page.getByRole('button', { name: 'Create user' }).waitFor()
    await choose(page, 'Universe settings')
    await page.getByRole('heading', { level: 1, name: 'Universe settings' }).waitFor()
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { level: 1, name: 'Welcome to Kaiku' }).waitFor()
    expect(faults).toEqual([])
    await close()
  })
})
