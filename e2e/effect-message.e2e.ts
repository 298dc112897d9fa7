import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Template } from '@kaiku/contract/template.ts'
import { smtp } from '@kaiku/server/mail/smtp.fixture.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousFaults } from './browser.ts'
import { enterAs } from './kaiku.ts'
import { looked } from './looked.ts'
import { answerForm, phoneAt } from './phone.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const survey = 'store-visits'
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

/** What who sends campaigns asks for. */
async function asked<T>(path: string, body: object): Promise<T> {
  const { authToken } = await enterAs(sample.running, 'clara', 'sample')
  const reply = await fetch(`${sample.running.address}/api/vuejs/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${authToken}`, 'kaiku-universe': 'sample', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const told = await reply.text()
  expect(reply.status, told).toBe(200)
  return JSON.parse(told) as T
}

/** A published mail; the one that is offered invites. */
async function published(title: string, content: object = {}): Promise<string> {
  const made = await asked<Template>(`templates/create/${survey}`, { kind: 'mail', title })
  const { templateId, revision } = await asked<Template>(`templates/change/${survey}/${made.templateId}`, {
    ...{ revision: made.revision, title, content: { ...made.content, ...content } },
  })
  await asked(`templates/publish/${survey}/${templateId}`, { revision })
  return templateId
}

const mailsTo = (address: string) => server.taken.filter(({ to }) => to.includes(address))

it('a mail of thanks follows an answer by the form, under the reader’s name, with a link by which they get no more', async () => {
  await addPerson({ name: 'Thea Thanked', email: 'thea@example.com' })
  const text = 'Dear {{ name }}, thank you for your answers.\n\n[No more of these]({{ unsubscribe }})'
  await published('Thank you', { subject: 'Thank you, {{ firstName }}', blocks: [{ kind: 'text', text }] })
  const templateId = await published('Invitation')

  const { page, faults, close } = await sample.open(`/effects/${survey}`, 'desk')
  await page.getByRole('button', { name: 'New effect' }).click()
  const form = page.getByRole('region', { name: 'New effect' })
  const preview = page.getByRole('region', { name: 'Test on past days' })
  await form.getByRole('group', { name: 'Name' }).getByLabel('Name', { exact: true }).fill('Thanks by mail')
  await form.getByRole('combobox', { name: 'Add', exact: true }).selectOption({ label: 'Send an email' })
  await form.getByRole('button', { name: 'Remove: Tag the response' }).click()
  await form
    .getByRole('region', { name: 'Send an email' })
    .getByRole('combobox', { name: 'To', exact: true })
    .selectOption({ label: 'The person it is about' })
  const effect = form.getByRole('region', { name: 'Send an email to the person' })
  const templates = effect.getByRole('combobox', { name: 'Email template' })
  // One that leads to the form is not offered.
  await expect.poll(() => templates.getByRole('option').allTextContents()).toEqual(['Choose…', 'Thank you'])
  await templates.selectOption({ label: 'Thank you' })
  await preview.getByText(/^[\d,]+ emails? · no email for [\d,]+: /).waitFor()
  await preview
    .getByText(/^No email: /)
    .first()
    .waitFor()
  expect(await seriousFaults(page, axe)).toEqual([])
  await looked(page, 'effect-message-form')
  await form.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog', { name: 'Publish' }).getByRole('button', { name: 'Publish' }).click()
  const made = page.getByRole('list', { name: 'Published effects' }).getByRole('listitem')
  await made.getByText('Send an email to the person: Thank you').waitFor()

  await asked(`campaigns/create/${survey}`, {
    ...{ templateId, name: 'Invitations', action: 'new', path: kamppi, rules: { fromHour: 0, toHour: 24 } },
  })
  await expect.poll(() => mailsTo('thea@example.com').length, { timeout: 60_000 }).toBe(1)
  const [invitation] = mailsTo('thea@example.com')
  const link = /http\S+\/a\/[0-9a-z]{16}/.exec(invitation?.mail.text ?? '')?.[0] ?? ''
  const phone = await phoneAt(sample.browser, link)
  await answerForm(phone.page, 'It was good')
  await phone.close()

  await expect.poll(() => mailsTo('thea@example.com').length, { timeout: 60_000 }).toBe(2)
  const [, thanked] = mailsTo('thea@example.com')
  expect(thanked?.mail.subject).toBe('Thank you, Thea')
  expect(thanked?.mail.text).toContain('Dear Thea Thanked, thank you for your answers.')
  const runs = page.getByRole('table', { name: 'Latest runs' })
  await expect
    .poll(async () => {
      await page.reload()
      await runs.waitFor()
      return runs.getByText('Sent', { exact: true }).isVisible()
    })
    .toBe(true)
  await looked(page, 'effect-message-runs')

  const leave = /http\S+\/u\/[0-9a-z]{16}/.exec(thanked?.mail.text ?? '')?.[0] ?? ''
  const leaving = await phoneAt(sample.browser, leave)
  await leaving.page.getByRole('button').click()
  await leaving.page.getByRole('heading').first().waitFor()
  await leaving.close()
  await page.reload()
  await made.getByText('Send an email to the person: Thank you').waitFor()
  await made.getByRole('button', { name: /^Edit effect/ }).click()
  const again = page.getByRole('region', { name: 'Test on past days' })
  await again
    .getByText(/they don’t want to be contacted/)
    .first()
    .waitFor()
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
  await close()
})
