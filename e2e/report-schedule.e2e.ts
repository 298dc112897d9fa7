import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { choose, mailTo } from './people.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const stores = 'region,all;ftime=rmonths-11+0'

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
})
afterAll(() => sample?.close())

it('a page is mailed again and again to each as they may see it, until its reader leaves it or it is ended', async () => {
  const { page, faults, close } = await sample.open(`/page/overview/store-visits/${stores}`, 'desk', 'light', 'clara')
  await page.getByRole('button', { name: 'Page menu' }).click()
  await page.getByRole('menuitem', { name: 'Reports' }).click()
  await page.getByRole('button', { name: 'Schedule an email' }).click()
  const form = page.getByRole('dialog', { name: 'Schedule an email' })
  await form.getByLabel('Subject').fill('Monday figures')
  await form.getByRole('combobox', { name: 'What' }).selectOption('ranking')
  await form.getByRole('button', { name: 'Schedule', exact: true }).click()
  await form.getByText('Choose who gets this report.').waitFor()
  await form.getByRole('searchbox', { name: 'Search people' }).fill('rit')
  await form.getByRole('checkbox', { name: /^Ritva/ }).check()
  expect(await seriousFaults(page, axe)).toEqual([])
  await form.getByRole('button', { name: 'Schedule', exact: true }).click()
  await page.getByText('Scheduled: Monday figures').waitFor()
  await page.keyboard.press('Escape')
  await choose(page, 'Scheduled emails')
  await page.getByRole('heading', { name: 'Scheduled emails', level: 1 }).waitFor()
  const line = page.getByRole('list', { name: 'Scheduled by me' }).getByRole('listitem')
  await line.getByText(/^Mon at 08:00 · /).waitFor()
  await line.getByRole('button', { name: 'Send now' }).click()
  const mail = await mailTo(sample.running, 'ritva@sample.invalid')
  expect(mail.subject).toMatch(/^Monday figures – /)
  // In her own language, of her own country.
  expect(mail.text).toContain('Raportti on liitteenä: ')
  expect(mail.text).toMatch(/NPS: /)
  await line.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History of Monday figures' })
  await history.getByText(/^Ritva/).waitFor()
  expect(await seriousFaults(page, axe)).toEqual([])
  await page.keyboard.press('Escape')
  // Whoever has the link of a mail gets no more of it, without signing in.
  const left = await (await sample.browser.newContext()).newPage()
  await left.goto(/\S*\/leave\/\S*/.exec(mail.text)?.[0] ?? '')
  await left.getByRole('heading', { name: 'Monday figures', level: 1 }).waitFor()
  expect(await seriousFaults(left, axe)).toEqual([])
  await left.getByRole('button', { name: 'Stop getting these' }).click()
  await left.getByRole('button', { name: 'Get these again' }).click()
  await left.getByRole('button', { name: 'Stop getting these' }).waitFor()
  await left.context().close()
  const reader = await sample.open(
    new URL(/\S*\/schedules\/\S*/.exec(mail.text)?.[0] ?? '').pathname,
    'phone',
    'dark',
    'ritva',
  )
  const hers = reader.page.getByRole('list', { name: 'Emails I get' }).getByRole('listitem')
  await hers.getByRole('button', { name: 'Stop getting these' }).click()
  await hers.getByText('You don’t get these').waitFor()
  await expectFits(reader.page)
  expect(await seriousFaults(reader.page, axe)).toEqual([])
  await reader.close()
  await line.getByRole('button', { name: 'End Monday figures' }).click()
  await page
    .getByRole('dialog', { name: 'End Monday figures?' })
    .getByRole('button', { name: 'End', exact: true })
    .click()
  await line.getByText('Ended', { exact: true }).waitFor()
  const administrator = await sample.open('/schedules/store-visits', 'desk', 'dark', 'aino')
  await administrator.page
    .getByRole('list', { name: 'All in this universe' })
    .getByText('Monday figures')
    .first()
    .waitFor()
  expect(administrator.faults).toEqual([])
  await administrator.close()
  // Of the form without readers, which is said in it.
  expect(faults).toEqual([expect.stringContaining('status of 400')])
  await close()
})
