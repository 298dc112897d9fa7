import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { openStores } from '@kaiku/server/db/stores.ts'
import { smtp } from '@kaiku/server/mail/smtp.fixture.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousFaults, sizes } from './browser.ts'
import { mailFaults } from './mail-look.ts'
import { choose } from './people.ts'
import { answerForm, phoneAt } from './phone.ts'
import { publishTemplate } from './publish-template.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const kamppi = 'region,all,fi,fi-uusimaa,fi-uusimaa-helsinki-kamppi'
/** With enough people for two templates. */
const uusimaa = 'region,all,fi,fi-uusimaa'

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
  await expect.poll(() => page.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
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
  await expect.poll(colour).toBe('rgb(31, 35, 40)')
  await page.getByRole('radio', { name: 'Dark' }).click()
  await expect.poll(colour).toBe('rgb(232, 234, 237)')
  await preview.getByText(/\(n = [\d,]+\)/).waitFor()
  expect(await seriousFaults(page, axe)).toEqual([])
  await pictures(page, 'template')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Version 1 is published').waitFor()

  await page.goto(`${sample.running.address}/campaigns/store-visits`)
  await page.getByRole('button', { name: 'Copy: Visit in autumn' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Short question')
  await page.getByLabel('Subject', { exact: true }).fill('One question for you')
  // Few of those who are asked read English.
  await page.getByRole('radio', { name: 'Suomi' }).check()
  await page.getByLabel('Subject', { exact: true }).fill('Yksi kysymys sinulle')
  await page.getByText('Saved', { exact: true }).waitFor()
  await publishTemplate(page)

  await page.goto(`${sample.running.address}/createmailcampaign/store-visits/new/${uusimaa}`)
  await page.getByText(/^[\d,]+ (people get|person gets) a message$/).waitFor()
  await page.getByRole('table', { name: 'Who was left out' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Autumn')
  await page.getByLabel('Not before (hour)').fill('0')
  await page.getByLabel('Not after (hour)').fill('24')
  await page.getByLabel('Days since somebody was asked last').fill('0')
  await page.getByLabel('Compare with a second template or subject (A/B test)').check()
  await page.getByLabel('Subject B (en)').waitFor()
  await pictures(page, 'new-subject')
  await page.getByLabel('Template B', { exact: true }).selectOption({ index: 1 })
  await page.locator('[class*=_stale_]').waitFor({ state: 'detached' })
  expect(await seriousFaults(page, axe)).toEqual([])
  await pictures(page, 'new')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('heading', { name: 'Autumn', level: 1 }).waitFor()
  await page.getByText('Sent', { exact: true }).waitFor()
  // Mails about alerts of the sample go out meanwhile.
  const asked = server.taken.filter(({ mail }) => /\/a\/\w+/.test(mail.text ?? ''))
  const sent = asked.length
  expect(sent).toBeGreaterThan(0)

  const told = page.getByRole('table', { name: 'A/B test' })
  await told.getByRole('rowheader', { name: /^A/ }).waitFor()
  await page.getByText('Too few people were reached yet to compare').waitFor()
  const ofSecond = asked.filter(({ mail }) =>
    ['One question for you', 'Yksi kysymys sinulle'].includes(mail.subject ?? ''),
  ).length
  expect(ofSecond).toBeGreaterThan(0)
  expect(ofSecond).toBeLessThan(sent)

  const [first] = asked
  const html = first?.mail.html || ''
  expect(html).toMatch(/\(n = \d+/)
  for (const width of [600, 360])
    for (const colorScheme of ['light', 'dark'] as const)
      expect([width, colorScheme, await mailFaults(sample.browser, html, axe, { width, colorScheme })]).toEqual([
        ...[width, colorScheme, []],
      ])
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
  await page.getByRole('heading', { name: 'Who is missing' }).waitFor()
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

/** Does something to what is stored, beside the running Kaiku. */
async function stored(sql: string) {
  const stores = await openStores({ data: sample.running.data })
  await stores.service.query(sql)
  await stores.close()
}

it('who is missing is told of many who were asked, with the cost of each answer, and weights make up for it', async () => {
  await stored(`update universe set settings = settings || '{"messageCost": {"currency": "EUR", "mail": 0.02}}'`)
  const { page, faults, close } = await sample.open('/campaigns/store-visits', 'desk', 'light', 'clara')
  await page.getByRole('link', { name: 'Visit in autumn' }).waitFor()
  await page.goto(`${sample.running.address}/createmailcampaign/store-visits/new/region,all`)
  await page.getByText(/^Messages cost about €/).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Many')
  await page.getByLabel('Not before (hour)').fill('0')
  await page.getByLabel('Not after (hour)').fill('24')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('heading', { name: 'Many', level: 1 }).waitFor()
  await page.getByText('Sent', { exact: true }).waitFor({ timeout: 120_000 })
  // Who is written to in Finnish answers more often.
  await stored(`with asked as (
      select s.universe, s.survey, s.id, row_number() over (partition by s.locale order by s.id) as at, s.locale,
        row_number() over (order by s.id) as link
      from sample s join campaign_recipient r on (r.universe, r.sample) = (s.universe, s.id)
        join campaign c on (c.universe, c.id) = (r.universe, r.campaign)
      where c.name = 'Many' and r.state = 'delivered'),
    free as (
      select i.universe, i.survey, i.number, row_number() over (order by i.number) as link from interview i
      where (i.universe, i.survey) in (select universe, survey from asked)
        and not exists (select from sample s where (s.universe, s.survey, s.interview) = (i.universe, i.survey, i.number)))
    update sample s set state = 'completed', responded_at = now(), interview = f.number
    from asked a join free f using (link)
    where (s.universe, s.id) = (a.universe, a.id) and a.at % 10 < case when a.locale = 'fi' then 6 else 2 end`)
  await page.reload()
  const missing = page.getByRole('region', { name: 'Who is missing' })
  await missing.getByRole('table').first().waitFor()
  await page.getByText('Per answer').waitFor()
  const weights = page.getByRole('region', { name: 'Weights' })
  await weights.getByRole('checkbox').first().check()
  await weights.getByText(/answers count as/).waitFor()
  expect(await seriousFaults(page, axe)).toEqual([])
  await pictures(page, 'missing')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    weights.getByRole('button', { name: 'Take the weights along (CSV)' }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^\uFEFFinterview,weight\r\n[\da-f-]{36},\d/)
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
  await expect.poll(() => page.getByRole('row', { name: /^Seven days/ }).textContent()).toBe('Seven days1')
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
