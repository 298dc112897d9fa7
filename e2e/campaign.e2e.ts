import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { smtp } from '@kaiku/server/mail/smtp.fixture.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousFaults, sizes } from './browser.ts'
import { choose } from './people.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const kamppi = 'region,all,fi,fi-uusimaa,fi-uusimaa-helsinki-kamppi'

let sample: Sample
let server: Awaited<ReturnType<typeof smtp>>
beforeAll(async () => {
  server = await smtp()
  sample = await startSample({ SMTP_URL: server.url })
})
afterAll(async () => {
  await sample?.close()
  await server?.close()
})

async function pictures(page: Page, name: string) {
  if (!process.env.KAIKU_PICTURES) return
  for (const [size, viewport] of Object.entries({ ...sizes, wide: { width: 1920, height: 1080 } }))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      const path = `${process.env.KAIKU_PICTURES}/campaign-${name}-${size}-${colorScheme}.png`
      await page.screenshot({ path, fullPage: true })
    }
  await page.setViewportSize(sizes.desk)
  await page.emulateMedia({ colorScheme: 'light' })
}

it('a mail is written, sent to who may be asked, answered on a phone without a script, and followed up', async () => {
  const { page, faults, close } = await sample.open(`/samplelist/store-visits/${kamppi}`, 'desk', 'light', 'clara')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await choose(page, 'Campaigns')
  await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor()
  await page.getByText('Ei vielä kampanjoita').or(page.getByText('No campaigns yet')).waitFor()
  expect(await seriousFaults(page, axe)).toEqual([])
  await page.getByRole('button', { name: 'New email' }).click()

  await page.getByLabel('Name', { exact: true }).fill('Visit in autumn')
  await page.getByLabel('Subject', { exact: true }).fill('{{ nonsense }} and your visit')
  await page.getByText('There is no field “nonsense”').waitFor()
  expect(await page.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Nothing speaks against publishing it.').waitFor()
  await page.frameLocator('iframe').getByText('Answer now').waitFor()
  expect(await seriousFaults(page, axe)).toEqual([])
  await pictures(page, 'template')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Version 1 is published').waitFor()

  await page.goto(`${sample.running.address}/createmailcampaign/store-visits/new/${kamppi}`)
  await page.getByText(/^[\d,]+ (people get|person gets) a message$/).waitFor()
  await page.getByRole('table', { name: 'Who was left out' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Autumn')
  await page.getByLabel('Not before (hour)').fill('0')
  await page.getByLabel('Not after (hour)').fill('24')
  await page.getByLabel('Days since somebody was asked last').fill('0')
  expect(await seriousFaults(page, axe)).toEqual([])
  await pictures(page, 'new')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('heading', { name: 'Autumn', level: 1 }).waitFor()
  await page.getByText('Sent', { exact: true }).waitFor()
  const sent = server.taken.length
  expect(sent).toBeGreaterThan(0)

  const [first] = server.taken
  const link = /\S*\/a\/\w+/.exec(first?.mail.text ?? '')?.[0] ?? ''
  const context = await sample.browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } })
  const phone = await context.newPage()
  await phone.goto(new URL(new URL(link).pathname, sample.running.address).href)
  const next = phone.locator('button[value=next]')
  for (let pages = 0; pages < 10 && (await next.count()) > 0; pages++) {
    const names = await phone
      .locator('input[type=radio]')
      .evaluateAll((all) => all.map((one) => Reflect.get(one, 'name')))
    for (const name of new Set(names)) await phone.locator(`input[name="${name}"]`).first().check()
    for (const text of await phone.locator('textarea').all()) await text.fill('The queue was long')
    await next.click()
  }
  expect(await next.count()).toBe(0)
  await context.close()

  const answered = page.getByRole('button', { name: /^Answered 1 / })
  await expect
    .poll(async () => {
      await page.reload()
      await page.getByRole('heading', { name: 'Autumn', level: 1 }).waitFor()
      return answered.isVisible()
    })
    .toBe(true)
  await pictures(page, 'one')
  expect(await seriousFaults(page, axe)).toEqual([])
  await answered.click()
  await page.getByRole('dialog', { name: 'Answered' }).getByRole('row').first().waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Remind' }).click()
  await page.getByText('Have answered').waitFor()
  await page.goto(`${sample.running.address}/campaigns/store-visits`)
  await page.getByRole('link', { name: 'Autumn', exact: true }).waitFor()
  await pictures(page, 'list')
  expect(faults).toEqual([])
  await close()
})

it('a campaign goes on to write to whoever comes after its start, and is ended', async () => {
  const { page, faults, close } = await sample.open('/createmailcampaign/store-visits/new/region,all', 'desk')
  const often = page.getByRole('group', { name: 'How often' })
  await page.getByText(/^[\d,]+ (people get|person gets) a message$/).waitFor()
  await often.getByText('Continuously', { exact: true }).click()
  await page.getByText('People of this place and these filters who are added from now on.').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('After each visit')
  await page.getByLabel('Hours after somebody was added').fill('0')
  await page.getByLabel('Reminder', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Days after the message').fill('3')
  await page.getByLabel('Not before (hour)').fill('0')
  await page.getByLabel('Not after (hour)').fill('24')
  expect(await seriousFaults(page, axe)).toEqual([])
  await pictures(page, 'new-continuous')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByRole('heading', { name: 'After each visit', level: 1 }).waitFor()
  await page.getByText('Continuous', { exact: true }).waitFor()
  const address = page.url()

  await page.goto(`${sample.running.address}/samplelist/store-visits/region,all`)
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import contacts' })
  const buffer = Buffer.from('External ID;E-mail;Name;Language\nlate1;late.guest@example.com;Late Guest;en')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
  await dialog.getByRole('button', { name: 'Import 1 person' }).click()
  await dialog.getByText('File imported').waitFor()
  const mails = () => server.taken.filter(({ to }) => to.includes('late.guest@example.com')).length
  await expect.poll(mails, { timeout: 60_000 }).toBe(1)

  await page.goto(address)
  await page.getByRole('button', { name: /^Delivered 1/ }).waitFor()
  expect(await page.getByRole('row', { name: /^Seven days/ }).textContent()).toBe('Seven days1')
  expect(await seriousFaults(page, axe)).toEqual([])
  await pictures(page, 'continuous')
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
  await page.getByText('Ended early', { exact: true }).waitFor()
  await page.goto(`${sample.running.address}/campaigns/store-visits`)
  await page.getByRole('row', { name: /^After each visit: reminder.*Ended early/ }).waitFor()
  expect(faults).toEqual([])
  await close()
})
