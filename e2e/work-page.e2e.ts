import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { enterAs } from './kaiku.ts'
import { begunReport } from './made-report.ts'
import { choose } from './people.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const path = 'region,all;ftime=rmonths-11+0'

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
})
afterAll(() => sample?.close())

it('background work is seen by who looks after the universe: whose task, what waits, what comes next', async () => {
  const clara = await enterAs(sample.running, 'clara', 'sample')
  const asked = { survey: 'store-visits', path, kind: 'ranking', more: { locale: 'en' } } as const
  await begunReport(sample.running, clara, asked)
  const { page, faults, close } = await sample.open('/page/overview/store-visits/region,all', 'desk', 'light', 'aino')
  await choose(page, 'Background work')
  await page.getByRole('heading', { name: 'Background work', level: 1 }).waitFor()
  const tasks = page.getByRole('list', { name: 'Tasks', exact: true }).getByRole('listitem')
  const ranking = tasks.filter({ hasText: 'Ranking – Store visits' })
  await ranking.getByText('Clara Nyström').waitFor()
  await ranking.getByText('Ready', { exact: true }).waitFor()
  await ranking.getByText('What happened').click()
  expect((await ranking.getByRole('listitem').allTextContents()).map((text) => text.split(' ').at(-1))).toEqual([
    'Begun',
    'Ready',
  ])
  if (process.env.KAIKU_PICTURES) await page.screenshot({ path: `${process.env.KAIKU_PICTURES}/work-log.png` })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as Excel' }).click(),
  ])
  const { sheets } = await readXlsx(await readFile(await file.path()))
  expect(sheets[0]?.rows[1]?.slice(0, 4)).toEqual(['Ranking – Store visits', 'Report', 'store-visits', 'Ready'])
  const letters = page.getByRole('combobox', { name: 'Type' })
  await letters.selectOption({ label: 'Letters' })
  await page.getByText('No tasks', { exact: true }).waitFor()
  await letters.selectOption({ label: 'Reports' })
  await ranking.getByRole('checkbox', { name: 'Select “Ranking – Store visits”' }).check()
  const several = page.getByRole('region', { name: 'Selected tasks' })
  await several.getByText('1 selected').waitFor()
  await several.getByRole('button', { name: 'Cancel tasks' }).click()
  await several.getByText('“Ranking – Store visits” can’t be changed in its current state.').waitFor()
  if (process.env.KAIKU_PICTURES) await page.screenshot({ path: `${process.env.KAIKU_PICTURES}/work-several.png` })
  await several.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Delete 1 task', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete 1 task?' })
  expect(await seriousFaults(page, axe)).toEqual([])
  if (process.env.KAIKU_PICTURES) await page.screenshot({ path: `${process.env.KAIKU_PICTURES}/work-delete.png` })
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('No tasks', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Failed' })
  await page.getByText('No tasks', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('No tasks', { exact: true }).waitFor()
  const waiting = page.getByRole('list', { name: 'What waits' })
  for (const name of ['Emails', 'Webhooks', 'Push notifications', 'Notices of alerts', 'Scheduled emails'])
    await waiting.getByText(name, { exact: true }).waitFor()
  // What is of all of Kaiku is for operators.
  const steps = page.getByRole('list', { name: 'Recurring work' })
  await steps.getByText('Escalations', { exact: true }).waitFor()
  expect(await steps.getByText('Figures', { exact: true }).count()).toBe(0)
  expect(await seriousFaults(page, axe)).toEqual([])
  expect(faults).toEqual([])
  await close()
  const operator = await sample.open('/work/store-visits', 'phone', 'dark', 'root')
  await operator.page.getByRole('list', { name: 'Recurring work' }).getByText('Figures', { exact: true }).waitFor()
  await expectFits(operator.page)
  expect(await seriousFaults(operator.page, axe)).toEqual([])
  await operator.close()
  const reader = await sample.open('/work/store-visits', 'desk', 'light', 'clara')
  await reader.page.getByText('You don’t have access to the background work').waitFor()
  await reader.close()
})
