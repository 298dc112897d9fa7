import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousFaults } from './browser.ts'
import { signInAsRoot } from './kaiku.ts'
import { startTrial, type Trial } from './trial.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
let trial: Trial
beforeAll(async () => {
  trial = await startTrial()
})
afterAll(() => trial?.close())

const picture = async (page: Page, name: string) => {
  if (process.env.KAIKU_PICTURES)
    await page.screenshot({ path: `${process.env.KAIKU_PICTURES}/survey-copy-${name}.png`, fullPage: true })
}

async function get(authorization: string, universe: string, url: string): Promise<string> {
  const reply = await fetch(`${trial.running.address}/api/${url}`, {
    headers: { authorization, 'kaiku-universe': universe },
  })
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`${url}: ${reply.status} ${text}`)
  return text
}

/** What a survey says of all places, without what counts its changes. */
async function figures(authorization: string, universe: string, survey: string): Promise<string> {
  const [, path = ''] =
    /"startPath":"([^"]+)"/.exec(await get(authorization, universe, `vuejs/surveys/one/${survey}`)) ?? []
  const told = await get(authorization, universe, `result/place/${survey}/${encodeURIComponent(path)}?compare=none`)
  return told.replace(/"loadCount":\d+/g, '')
}

it('a survey is exported with its answers, and another universe makes the same survey of the file', async () => {
  const authorization = await signInAsRoot(trial.running, 'ruth')
  const universes: { name: string; timeZone: string }[] = JSON.parse(
    await get(authorization, 'try', 'backend/universes'),
  )
  const made = await fetch(`${trial.running.address}/api/backend/universes`, {
    method: 'POST',
    headers: { authorization, 'kaiku-universe': 'try', 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'second',
      title: 'Second',
      timeZone: universes.find(({ name }) => name === 'try')?.timeZone,
    }),
  })
  expect(made.status).toBe(200)

  const own = await trial.open(
    `/survey/${trial.survey}/${trial.survey}?universe=try&page=asFiles`,
    'desk',
    'light',
    'ruth',
  )
  await own.page.getByRole('heading', { name: 'Export this survey' }).waitFor()
  await own.page.getByLabel('With answers and contacts').waitFor()
  await own.page.getByLabel('With answers', { exact: true }).check()
  expect(await seriousFaults(own.page, axe)).toEqual([])
  await picture(own.page, 'export')
  await own.page.getByRole('button', { name: 'Export', exact: true }).click()
  const take = own.page.getByRole('button', { name: /^Download .*-survey-.*\.zip/ })
  await take.waitFor({ timeout: 60_000 })
  await picture(own.page, 'exported')
  const [file] = await Promise.all([own.page.waitForEvent('download'), take.click()])
  const kept = join(trial.folder, 'survey.zip')
  await file.saveAs(kept)
  expect(own.faults).toEqual([])
  await own.close()

  for (const [size, colour, name] of [
    ['phone', 'dark', 'first'],
    ['desk', 'light', 'another'],
  ] as const) {
    const { page, faults, close } = await trial.open('/newsurvey/-/file?universe=second', size, colour, 'ruth')
    const part = page.getByRole('region', { name: 'From an export of a survey' })
    await part
      .getByLabel('Export of a survey (ZIP)')
      .setInputFiles(name === 'first' ? kept : join(trial.folder, 'answers.csv'))
    await part.getByLabel(/^Name in addresses/).fill(name)
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, `import-${name}`)
    await part.getByRole('button', { name: 'Make survey from export' }).click()
    const copies = page.getByRole('region', { name: 'Your exports and what is made of them' }).getByRole('listitem')
    if (name === 'first') await copies.getByText(/responses? came along/).waitFor({ timeout: 60_000 })
    else await copies.getByText('The export is damaged or was changed').waitFor({ timeout: 60_000 })
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, `imported-${name}`)
    if (name === 'first') {
      await copies.getByRole('link', { name: 'Open first' }).click()
      await page.getByText('first', { exact: true }).first().waitFor()
      await page.getByRole('radio', { name: 'As files' }).waitFor()
    }
    expect(faults).toEqual([])
    await close()
  }
  expect(await figures(authorization, 'second', 'first')).toBe(
    (await figures(authorization, 'try', trial.survey)).replaceAll(`"${trial.survey}"`, '"first"'),
  )
})
