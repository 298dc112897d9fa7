import { readFile } from 'node:fs/promises'
import { listener, type WebhookListener } from '@kaiku/server/webhook/listener.fixture.ts'
import JSZip from 'jszip'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { figuresOf } from './figures.ts'
import { enterAs } from './kaiku.ts'
import { codeOnPage } from './page-code.ts'
import { answerForm, phoneAt } from './phone.ts'
import { publishTemplate } from './publish-template.ts'
import { type Sample, startSample } from './sample.ts'

const survey = 'store-visits'
const kamppi = 'region,all,fi,fi-uusimaa,fi-uusimaa-helsinki-kamppi'

let sample: Sample
let gateway: WebhookListener
beforeAll(async () => {
  gateway = await listener()
  sample = await startSample({ WEBHOOK_HOSTS: '127.0.0.1' })
})
afterAll(async () => {
  await sample?.close()
  gateway?.close()
})

/** Somebody new is to be asked. */
async function addPerson(person: object) {
  const made = await sample.running.kaiku(
    ...['key', 'create', `people ${Date.now()}`, '--api', '--scope', 'samples:write', '--universe', 'sample'],
  )
  const key = /kaiku_api_\S+/.exec(made.out)?.[0] ?? ''
  const reply = await fetch(`${sample.running.address}/api/v1/surveys/${survey}/samples`, {
    ...{ method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } },
    body: JSON.stringify({
      mode: 'merge',
      samples: [{ background: { store: 'fi-uusimaa-helsinki-kamppi' }, locale: 'en', ...person }],
    }),
  })
  expect(await reply.json()).toMatchObject({ rejected: [], stored: [{ did: 'inserted' }] })
}

/** Writes a template as it is offered, and publishes it. */
async function publish(page: Page, kind: string, name: string) {
  await page.goto(`${sample.running.address}/campaigns/${survey}`)
  await page.getByRole('button', { name: `New ${kind}` }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByText('Saved', { exact: true }).waitFor()
  await publishTemplate(page)
}

/** Sends what a template says to who may be asked in Kamppi; the campaign's page. */
async function send(page: Page, template: string, name: string) {
  await page.goto(`${sample.running.address}/createmailcampaign/${survey}/new/${kamppi}`)
  const choice = page.getByRole('combobox', { name: 'Template' })
  const value = await choice.locator('option', { hasText: template }).getAttribute('value')
  await choice.selectOption(value ?? '')
  await page.getByText(/^[\d,]+ (people get|person gets) a message$/).waitFor()
  await page.getByLabel('Name', { exact: true }).fill(name)
  const hour = page.getByLabel('Not before (hour)')
  if (await hour.isVisible()) {
    await hour.fill('0')
    await page.getByLabel('Not after (hour)').fill('24')
  }
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await page.getByText('Sent', { exact: true }).first().waitFor()
  return page.url()
}

/** Until the campaign's page says that one has answered. */
async function seesOneAnswer(page: Page, campaign: string) {
  await expect
    .poll(async () => {
      await page.goto(campaign)
      await page.getByRole('button', { name: /^Answered \d/ }).waitFor()
      return page.getByRole('button', { name: /^Answered 1 / }).isVisible()
    })
    .toBe(true)
}

/** How many interviews of the place the dashboard counts. */
async function interviews() {
  const { authToken } = await enterAs(sample.running, 'clara', 'sample')
  const figures = figuresOf(sample.running.address, `Bearer ${authToken}`, 'sample', survey)
  return { count: async () => Number(await figures.count(kamppi)) }
}

/** What somebody said stands on the page of who looks at its place. */
async function seesComment(page: Page, said: string) {
  await expect
    .poll(async () => {
      await page.goto(`${sample.running.address}/page/comments/${survey}/${kamppi}`)
      return page
        .getByText(said)
        .first()
        .waitFor({ timeout: 5_000 })
        .then(
          () => true,
          () => false,
        )
    })
    .toBe(true)
}

/** The administrator of another universe finds none of it. */
async function isHiddenElsewhere(campaign: string) {
  const { authToken } = await enterAs(sample.running, 'kuu', 'kuutamo')
  const id = campaign.split('/').at(-1)?.split('?')[0] ?? ''
  for (const universe of ['kuutamo', 'sample'])
    for (const path of [
      `vuejs/campaigns/one/${survey}/${id}`,
      `vuejs/campaigns/recipients/${survey}/${id}?group=answered`,
      `vuejs/reports/lettersarchive/${survey}/${kamppi}?all`,
    ]) {
      const { status } = await fetch(`${sample.running.address}/api/${path}`, {
        headers: { authorization: `Bearer ${authToken}`, 'kaiku-universe': universe },
      })
      expect([403, 404], `${path} in ${universe}`).toContain(status)
    }
}

describe('a message', () => {
  it('goes by SMS through the gateway that the settings name, is answered on a phone without a script, and counted', async () => {
    const settings = await sample.open(`/settings/${survey}`, 'desk')
    const form = settings.page.getByRole('form', { name: 'SMS gateway' })
    await form.getByLabel('Address (https://…)').fill(gateway.url)
    await form.getByLabel('Secret value of the header').fill('key 1')
    await form.getByLabel('Usual sender').fill('+358501112222')
    await form.getByLabel('Country of numbers without one').fill('+358')
    await form.getByRole('button', { name: 'Save SMS settings' }).click()
    await settings.page.getByText('SMS settings are saved').waitFor()
    expect(settings.faults).toEqual([])
    await settings.close()

    await addPerson({ phone: '040 123 4567', name: 'Sirpa Short' })
    const { count } = await interviews()
    const before = await count()
    const { page, faults, close } = await sample.open(`/campaigns/${survey}`, 'desk', 'light', 'clara')
    await publish(page, 'SMS', 'Autumn by SMS')
    const campaign = await send(page, 'Autumn by SMS', 'SMS of autumn')
    await expect.poll(() => gateway.told.length).toBe(1)
    const [told] = gateway.told
    expect(told?.headers.authorization).toBe('key 1')
    const sms = JSON.parse(told?.body ?? '{}')
    expect(sms).toMatchObject({ to: '+358401234567', from: '+358501112222' })
    const link = /http\S+\/a\/\w{16}/.exec(sms.text)?.[0] ?? ''

    const said = `The lift was slow ${Date.now()}`
    const phone = await phoneAt(sample.browser, link)
    await answerForm(phone.page, said)
    await phone.close()
    await seesOneAnswer(page, campaign)
    await seesComment(page, said)
    await expect.poll(count).toBe(before + 1)
    await isHiddenElsewhere(campaign)
    expect(gateway.told).toHaveLength(1)
    expect(faults).toEqual([])
    await close()
  })

  it('goes by letter, whose picture and code lead to the form, is answered, and counted', async () => {
    await addPerson({
      ...{ name: 'Lotta Letter', email: 'lotta@example.com' },
      ...{ street: 'Letter Lane 7', postcode: '00990', town: 'Letterham' },
    })
    await addPerson({
      ...{ name: 'Rita Return', email: 'rita@example.com' },
      ...{ street: 'Gone Lane 1', postcode: '00990', town: 'Letterham' },
    })
    const { count } = await interviews()
    const before = await count()
    const { page, faults, close } = await sample.open(`/campaigns/${survey}`, 'desk', 'light', 'clara')
    await publish(page, 'letter', 'Autumn by letter')
    const campaign = await send(page, 'Autumn by letter', 'Letters of autumn')
    const take = page.getByRole('button', { name: 'Download for the printer' })
    await expect
      .poll(async () => {
        await page.reload()
        await page.getByRole('heading', { name: 'Letters', exact: true }).waitFor()
        // The letters may be written down after the page was.
        const row = page.getByRole('row', { name: /Lotta Letter/ })
        await row.waitFor({ timeout: 5_000 }).catch(() => {})
        return (await row.isVisible()) && take.isVisible()
      })
      .toBe(true)
    const [download] = await Promise.all([page.waitForEvent('download'), take.click()])
    const zip = await JSZip.loadAsync(await readFile(await download.path()))
    const lines = (await zip.file('addresses.csv')?.async('string'))?.split('\r\n') ?? []
    const linkOf = async (street: string) => {
      const [, file = '', at = ''] = lines.find((line) => line.includes(street))?.split(',') ?? []
      const pdf = await zip.file(file)?.async('uint8array')
      return codeOnPage(sample.browser, pdf ?? new Uint8Array(), Number(at))
    }
    const link = await linkOf('Letter Lane 7')
    const code = /^http\S+\/a\/(\w{16})$/.exec(link ?? '')?.[1] ?? ''
    expect(link).toBe(`${sample.running.address}/a/${code}`)

    const said = `The parking was full ${Date.now()}`
    const typing = await phoneAt(sample.browser, `${sample.running.address}/a`)
    await typing.page.getByRole('textbox', { name: 'The code in your letter' }).fill('0000 0000 0000 0000')
    await typing.page.locator('button[type=submit], form button').first().click()
    await typing.page.getByText('There is no such code.').waitFor()
    const typed = code.toUpperCase().match(/.{4}/g)?.join(' ') ?? ''
    await typing.page.getByRole('textbox', { name: 'The code in your letter' }).fill(typed)
    await typing.page.locator('button[type=submit], form button').first().click()
    await typing.page.waitForURL(`**/a/${code}`)
    await typing.page.locator('button[value=next]').waitFor()
    await typing.close()
    const phone = await phoneAt(sample.browser, link ?? '')
    await answerForm(phone.page, said)
    await phone.close()
    await seesOneAnswer(page, campaign)
    await seesComment(page, said)
    await expect.poll(count).toBe(before + 1)
    await isHiddenElsewhere(campaign)

    await page.goto(campaign)
    const back = (await linkOf('Gone Lane 1'))?.slice(-16) ?? ''
    await page.getByRole('textbox', { name: 'Codes of the letters' }).fill(`${back}\nnobody’s\n${code}`)
    await page.getByRole('button', { name: 'Mark as returned' }).click()
    await page.getByText('1 letter marked as returned').waitFor()
    await page.getByText('Not of this campaign: nobody’s').waitFor()
    await page.getByText(`Marked before, answered, or not sent yet: ${code}`).waitFor()
    await page.getByRole('button', { name: 'Not delivered 1' }).click()
    const people = page.getByRole('dialog', { name: 'Not delivered' })
    await people.getByRole('row', { name: /Rita Return.*The letter came back/ }).waitFor()
    expect(faults).toEqual([])
    await close()
  })
})
