import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { smtp } from '@kaiku/server/mail/smtp.fixture.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousFaults, sizes } from './browser.ts'
import { choose } from './people.ts'
import { answerForm, phoneAt } from './phone.ts'
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
  const phone = await phoneAt(sample.browser, new URL(new URL(link).pathname, sample.running.address).href)
  await answerForm(phone.page, 'The queue was long')
  await phone.close()

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
