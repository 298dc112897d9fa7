import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './browser.ts'
import { signInAsRoot } from './kaiku.ts'
import { startTrial, type Trial } from './trial.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
let trial: Trial
let authorization: string
beforeAll(async () => {
  trial = await startTrial()
  authorization = await signInAsRoot(trial.running, 'ruth')
})
afterAll(() => trial?.close())

const picture = async (page: Page, name: string) => {
  if (process.env.KAIKU_PICTURES)
    await page.screenshot({ path: `${process.env.KAIKU_PICTURES}/universe-copy-${name}.png`, fullPage: true })
}

/** What a survey says of all places, without what counts its changes. */
async function figures(authorization: string, universe: string): Promise<string> {
  const get = async (url: string): Promise<string> => {
    const reply = await fetch(`${trial.running.address}/api/${url}`, {
      headers: { authorization, 'kaiku-universe': universe },
    })
    const text = await reply.text()
    if (reply.status !== 200) throw new Error(`${url}: ${reply.status} ${text}`)
    return text
  }
  const [, path = ''] = /"startPath":"([^"]+)"/.exec(await get(`vuejs/surveys/one/${trial.survey}`)) ?? []
  const told = await get(`result/place/${trial.survey}/${encodeURIComponent(path)}?compare=none`)
  return told.replace(/"loadCount":\d+/g, '')
}
describe('a universe', () => {
  it('is exported with its answers, and a new one is made of the file, with the same figures', async () => {
    const { page, faults, close } = await trial.open(
      `/surveylist/${trial.survey}?universe=try`,
      'desk',
      'light',
      'ruth',
    )
    const universes = page.getByRole('region', { name: 'Universes', exact: true })
    const own = universes
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Export / }) })
      .first()
    await own.getByRole('button', { name: /^Export / }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Export configuration' }).waitFor()
    await dialog.getByLabel('With answers and contacts').check()
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, 'export')
    await dialog.getByRole('button', { name: 'Export with personal data' }).click()
    await dialog.waitFor({ state: 'detached' })
    const copies = page.getByRole('region', { name: 'Exports and what is made of them' }).getByRole('listitem')
    const take = copies.first().getByRole('button', { name: /^Download the export of .* with personal data/ })
    await take.waitFor({ timeout: 60_000 })
    const [file] = await Promise.all([page.waitForEvent('download'), take.click()])
    expect(file.suggestedFilename()).toMatch(/^try-universe-\d{4}-\d\d-\d\d\.zip$/)
    const kept = join(trial.folder, 'try.zip')
    await file.saveAs(kept)

    await universes.getByRole('button', { name: 'New universe' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Second')
    await dialog.getByLabel('From an export (optional)').setInputFiles(kept)
    await dialog.getByText('The file is checked first.').waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, 'new')
    await dialog.getByRole('button', { name: 'Make universe from export' }).click()
    await dialog.waitFor({ state: 'detached' })
    const made = copies.filter({ hasText: 'New universe from an export' }).first()
    await made.getByText(/responses? came along/).waitFor({ timeout: 60_000 })
    const second = universes
      .getByRole('listitem')
      .filter({ has: page.getByText('Second', { exact: true }) })
      .first()
    await second.getByText('suspended by ruth').waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, 'made')
    const [account] = await Promise.all([
      page.waitForEvent('download'),
      made.getByRole('button', { name: 'What came along to Second' }).click(),
    ])
    expect(await readFile(await account.path(), 'utf8')).toContain('Not in the export:')
    expect(await figures(authorization, 'second')).toBe(await figures(authorization, 'try'))
    expect(faults).toEqual([])
    await close()
  })

  it('is copied with made-up answers, which every page of the copy says', async () => {
    const list = `/surveylist/${trial.survey}?universe=try`
    const { page, faults, close } = await trial.open(list, 'desk', 'light', 'ruth')
    const universes = page.getByRole('region', { name: 'Universes', exact: true })
    await universes
      .getByRole('button', { name: /^Copy / })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Demonstration')
    await dialog.getByLabel(/^Responses per survey/).fill('400')
    await dialog.getByLabel(/^Seed/).fill('7')
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, 'made-up-form')
    await dialog.getByRole('button', { name: 'Make copy' }).click()
    await dialog.waitFor({ state: 'detached' })
    const copies = page.getByRole('region', { name: 'Exports and what is made of them' }).getByRole('listitem')
    const made = copies.filter({ hasText: 'Copy of try with made-up answers' }).first()
    await made.getByText('400 responses were made up').waitFor({ timeout: 60_000 })
    const copy = universes
      .getByRole('listitem')
      .filter({ has: page.getByText('Demonstration (made-up answers)', { exact: true }) })
    await copy.getByText('suspended by ruth').waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, 'made-up')
    await copy.getByRole('button', { name: /^Let people into / }).click()
    await copy.getByText('suspended by ruth').waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await close()

    const headers = { authorization, 'kaiku-universe': 'demonstration' }
    const reply = await fetch(`${trial.running.address}/api/vuejs/surveys/one/${trial.survey}`, { headers })
    const [, path = ''] = /"startPath":"([^"]+)"/.exec(await reply.text()) ?? []
    for (const [size, theme] of [
      ['desk', 'light'],
      ['phone', 'dark'],
    ] as const) {
      const to = `/ranking/${trial.survey}/${path}?universe=demonstration`
      const result = await trial.open(to, size, theme, 'ruth')
      await result.page.getByText('The answers of this survey are made up.').waitFor()
      await result.page.getByRole('heading', { level: 1 }).waitFor()
      const rows = size === 'desk' ? result.page.getByRole('row') : result.page.locator('ol > li')
      await rows.first().waitFor()
      expect(await seriousFaults(result.page, axe)).toEqual([])
      await picture(result.page, `made-up-result-${size}-${theme}`)
      expect(result.faults).toEqual([])
      await result.close()
    }
    const phone = await trial.open(list, 'phone', 'dark', 'ruth')
    await phone.page
      .getByRole('region', { name: 'Universes', exact: true })
      .getByRole('button', { name: /^Copy / })
      .first()
      .click()
    await phone.page.getByRole('dialog').getByRole('button', { name: 'Make copy' }).waitFor()
    await picture(phone.page, 'made-up-form-phone-dark')
    await phone.close()
  })

  it('is not made of what is no export, and says why', async () => {
    const { page, faults, close } = await trial.open(
      `/surveylist/${trial.survey}?universe=try`,
      'phone',
      'dark',
      'ruth',
    )
    const universes = page.getByRole('region', { name: 'Universes', exact: true })
    await universes.getByRole('button', { name: 'New universe' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Third')
    await dialog.getByLabel('From an export (optional)').setInputFiles(join(trial.folder, 'answers.csv'))
    await picture(page, 'new-phone-dark')
    await dialog.getByRole('button', { name: 'Make universe from export' }).click()
    await dialog.waitFor({ state: 'detached' })
    const failed = page
      .getByRole('region', { name: 'Exports and what is made of them' })
      .getByRole('listitem')
      .filter({ hasText: 'Third' })
    await failed.getByText('The export is damaged or was changed').waitFor({ timeout: 60_000 })
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, 'phone-dark')
    expect(faults).toEqual([])
    await close()
  })
})
