import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { smtp } from '@kaiku/server/mail/smtp.fixture.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousFaults, sizes } from './browser.ts'
import { mailFaults } from './mail-look.ts'
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
  const preview = page.frameLocator('iframe')
  await preview.getByText('Answer now').waitFor()

  await page.getByRole('combobox', { name: 'Add' }).last().selectOption({ label: 'Place’s figures' })
  await page.getByText('Choose what the place’s figures show').waitFor()
  await page.getByRole('combobox', { name: 'Figure 1' }).selectOption({ index: 1 })
  await page.getByText('Also show how many have answered').click()
  await page.getByRole('spinbutton', { name: 'In the last days' }).fill('365')
  await page.getByText('Nothing speaks against publishing it.').waitFor()
  await preview.getByText(/\(n = [\d,]+\)/).waitFor()
  await preview.getByText(/^[\d,]+ answers in the last 365 days$/).waitFor()
  const colour = () =>
    preview
      .locator('.said p')
      .first()
      .evaluate((one) => String(Reflect.get(globalThis, 'getComputedStyle')(one).color))
  expect(await colour()).toBe('rgb(31, 35, 40)')
  await page.getByRole('radio', { name: 'Dark' }).click()
  await expect.poll(colour).toBe('rgb(232, 234, 237)')
  await preview.getByText(/\(n = [\d,]+\)/).waitFor()
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
  const html = first?.mail.html || ''
  expect(html).toMatch(/\(n = \d+/)
  for (const width of [600, 360])
    for (const colorScheme of ['light', 'dark'] as const)
      expect([width, colorScheme, await mailFaults(sample.browser, html, axe, { width, colorScheme })]).toEqual([
        ...[width, colorScheme, []],
      ])
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
  const campaign = page.getByRole('link', { name: 'Autumn', exact: true })
  await campaign.waitFor()
  await pictures(page, 'list')

  // From the campaign to its template, and back to where the address says one came from, also when it is opened by itself.
  await campaign.click()
  await page.getByRole('link', { name: 'Visit in autumn' }).click()
  await page.getByRole('heading', { name: 'Visit in autumn', level: 1 }).waitFor()
  await page.reload()
  await page.getByRole('link', { name: 'Campaign', exact: true }).click()
  await page.getByRole('heading', { name: 'Autumn', level: 1 }).waitFor()
  const back = page.getByRole('main').getByRole('link', { name: 'Campaigns', exact: true })
  const address = page.url().replace(/\?.*/, '')
  await page.goto(`${address}?fromPage=overview`)
  await page.getByRole('heading', { name: 'Autumn', level: 1 }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Overview', exact: true }).click()
  await page.waitForURL(/\/page\/overview\/store-visits\//)
  await page.goto(`${address}?fromPage=${encodeURIComponent('//example.com/')}`)
  await back.click()
  await page.waitForURL(/\/campaigns\/store-visits/)
  expect(faults).toEqual([])
  await close()
})
