import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { readPdf } from '@kaiku/server/document/read-pdf.fixture.ts'
import JSZip from 'jszip'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousFaults } from './browser.ts'
import { looked } from './looked.ts'
import { publishTemplate } from './publish-template.ts'
import { type Sample, startSample } from './sample.ts'
import { openTill } from './till.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const survey = 'store-visits'

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
})
afterAll(() => sample?.close())

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

it('a letter of thanks follows an answer, and is downloaded by who prints it', async () => {
  const address = { street: 'Thanks Lane 7', postcode: '00990', town: 'Thanksham' }
  await addPerson({ name: 'Thea Thanked', email: 'thea@example.com', ...address })
  await addPerson({ name: 'Nora Nowhere', email: 'nora@example.com' })
  const { page, faults, close } = await sample.open(`/campaigns/${survey}`, 'desk')
  await page.getByRole('button', { name: 'New letter' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Thank you')
  await page.getByText('Saved', { exact: true }).waitFor()
  const code = page.getByLabel('Show the code and the picture that leads to the form')
  await code.uncheck()
  await page.getByText('Shows neither the code nor a link to the form').waitFor()
  await publishTemplate(page)

  await page.goto(`${sample.running.address}/effects/${survey}`)
  await page.getByRole('button', { name: 'New effect' }).click()
  const form = page.getByRole('region', { name: 'New effect' })
  const preview = page.getByRole('region', { name: 'Test on past days' })
  await form.getByRole('group', { name: 'Name' }).getByLabel('Name', { exact: true }).fill('Thanks by post')
  await form.getByRole('combobox', { name: 'Add condition' }).first().selectOption({ label: 'Would recommend us' })
  await form.getByLabel(/^Would recommend us.*from/i).fill('9')
  await form.getByLabel(/^Would recommend us.*to/i).fill('10')
  await page.keyboard.press('Tab')
  await form.getByRole('combobox', { name: 'Add', exact: true }).selectOption({ label: 'Send a letter' })
  await form.getByRole('button', { name: 'Remove: Tag the response' }).click()
  await preview.getByText('Correct the fields marked on the form first.').waitFor()
  await form
    .getByRole('region', { name: 'Send a letter' })
    .getByRole('combobox', { name: 'Letter template' })
    .selectOption({ label: 'Thank you' })
  await preview.getByText(/^[\d,]+ letters · no letter for [\d,]+: /).waitFor()
  await preview
    .getByText(/^No letter: /)
    .first()
    .waitFor()
  expect(await seriousFaults(page, axe)).toEqual([])
  await looked(page, 'effect-letter-form')
  await form.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog', { name: 'Publish' }).getByRole('button', { name: 'Publish' }).click()
  const made = page.getByRole('list', { name: 'Published effects' }).getByRole('listitem')
  await made.getByText('Send a letter: Thank you').waitFor()

  const send = await openTill(sample.running)
  const answer = { store: 'fi-uusimaa-helsinki-kamppi', satisfaction: 5, recommend: 10 }
  expect(await send({ ...answer, customer: 'thea@example.com' })).toBe(200)
  expect(await send({ ...answer, customer: 'nora@example.com' })).toBe(200)
  const runs = page.getByRole('table', { name: 'Latest runs' })
  await runs.getByText('Waits for the printer').waitFor()
  await runs.getByText('Nothing to do: no postal address is known').waitFor()
  await looked(page, 'effect-letter-runs')

  await page.goto(`${sample.running.address}/campaigns/${survey}`)
  const batches = page.getByRole('list', { name: 'For the printer' })
  await batches.getByText(/by an effect · waits to be made/).waitFor()
  await page.getByRole('row', { name: /Thea Thanked.*Thanks by post.*Not yet/ }).waitFor()
  expect(await seriousFaults(page, axe)).toEqual([])
  await looked(page, 'effect-letter-batch')
  await batches.getByRole('button', { name: 'Make the file', exact: true }).click()
  const take = batches.getByRole('button', { name: 'Download for the printer' })
  await expect
    .poll(async () => {
      await page.reload()
      await batches.waitFor()
      return take.isVisible()
    })
    .toBe(true)
  const [download] = await Promise.all([page.waitForEvent('download'), take.click()])
  const zip = await JSZip.loadAsync(await readFile(await download.path()))
  expect(await zip.file('addresses.csv')?.async('string')).toContain('Thea Thanked,Thanks Lane 7,00990 Thanksham')
  expect(await zip.file('addresses.csv')?.async('string')).not.toContain('Nora')
  const pdf = (await zip.file('letters-001.pdf')?.async('uint8array')) ?? new Uint8Array()
  expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-')
  const { pages } = await readPdf(pdf)
  expect(pages).toHaveLength(1)
  expect(pages[0]).toContain('Hello Thea Thanked')
  await page.getByRole('row', { name: /Thea Thanked/ }).waitFor()
  await looked(page, 'effect-letter-made')
  await page.goto(`${sample.running.address}/effects/${survey}`)
  await runs.getByText('Made for the printer').waitFor()
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
  await close()
})
