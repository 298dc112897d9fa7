import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { openSftpServer, type ServedFile } from '@kaiku/server/outgoing/sftp-server.fixture.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { looks, seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { startTrial, type Trial } from './trial.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const pictures = process.env.KAIKU_PICTURES

let trial: Trial
let server: Awaited<ReturnType<typeof openSftpServer>>
const served = new Map<string, ServedFile>()
const serve = (name: string, lines: readonly string[], changedAt = Date.now()) =>
  served.set(`/out/${name}`, { content: Buffer.from(`${lines.join('\n')}\n`), changedAt })
let header = ''
let rows: readonly string[] = []

beforeAll(async () => {
  trial = await startTrial({ WEBHOOK_HOSTS: '127.0.0.1' })
  server = await openSftpServer({ files: served, password: 'of the agency' })
  const lines = (await readFile(join(trial.folder, 'answers.csv'), 'utf8')).trim().split('\n')
  header = lines[0] ?? ''
  rows = lines.slice(1)
})
afterAll(async () => {
  await trial?.close()
  await server?.close()
})

it('fetches from a server whose key a person accepted, shows what an import would do, and imports what is new once', async () => {
  serve('a.csv', [header, ...rows.slice(0, 20)])
  serve('b.csv', ['something,else', '1,2'])
  const { page, faults, close } = await trial.open(`/work/${trial.survey}`, 'desk')
  const section = page.getByRole('region', { name: 'Files fetched on a schedule' })
  await section.getByText('Files are fetched from nowhere yet').waitFor()
  await section.getByRole('button', { name: 'Add an address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('The agency')
  await dialog.getByLabel('Address', { exact: true }).fill(`sftp://${server.host}/out/a*.csv`)
  await dialog.getByLabel('Password', { exact: true }).fill('of the agency')
  await dialog.getByText('Every hour', { exact: true }).click()
  await dialog.getByLabel('Minutes past the hour').fill('15')
  expect(await seriousFaults(page, axe)).toEqual([])
  if (pictures) await page.screenshot({ path: `${pictures}/fetched-form.png` })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()

  await dialog.getByText(/^SHA256:/).waitFor()
  expect(server.passwords).toEqual([])
  if (pictures) await page.screenshot({ path: `${pictures}/fetched-key.png` })
  await dialog.getByRole('button', { name: 'Accept this key' }).click()
  await dialog.getByRole('heading', { name: 'What importing a.csv would do' }).waitFor()
  await dialog.getByRole('columnheader').first().waitFor()
  expect(await seriousFaults(page, axe)).toEqual([])
  if (pictures) await page.screenshot({ path: `${pictures}/fetched-trial.png` })
  await page.keyboard.press('Escape')

  const line = section.getByRole('listitem').filter({ hasText: 'The agency' })
  await line.getByText(/^Every hour at 15 minutes past · next/).waitFor()
  await line.getByRole('button', { name: 'Fetch now' }).click()
  await line.getByText('Imported', { exact: true }).waitFor()
  await page.getByRole('list', { name: 'Imports' }).getByText('a.csv').first().waitFor()
  await line.getByRole('button', { name: 'Fetch now' }).click()
  await line.getByText('Nothing new', { exact: true }).waitFor()

  await line.getByRole('button', { name: /^Change/ }).click()
  await dialog.getByLabel('Address', { exact: true }).fill(`sftp://${server.host}/out/*.csv`)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await line.getByText(`sftp://${server.host}/out/*.csv`).waitFor()
  await line.getByRole('button', { name: 'Fetch now' }).click()
  await line.getByText('Refused', { exact: true }).waitFor()
  await line.getByRole('button', { name: /^Log/ }).click()
  await dialog.getByText(/^b\.csv: refused: nothing of it was imported/).waitFor()
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(3)
  if (pictures) await page.screenshot({ path: `${pictures}/fetched-log.png` })
  await page.keyboard.press('Escape')

  await line.getByRole('button', { name: /^Pause/ }).click()
  await line.getByText('Paused', { exact: true }).waitFor()
  expect(faults).toEqual([])
  await close()
})

it.each(looks)('fits a %s in %s colours, and axe finds nothing serious', async (size, scheme) => {
  const { page, faults, close } = await trial.open(`/work/${trial.survey}`, size, scheme)
  const section = page.getByRole('region', { name: 'Files fetched on a schedule' })
  await section.getByText('The agency').first().waitFor()
  await section.scrollIntoViewIfNeeded()
  await expectFits(page)
  expect(await seriousFaults(page, axe)).toEqual([])
  if (pictures) await page.screenshot({ path: `${pictures}/fetched-${size}-${scheme}.png` })
  await section.getByRole('button', { name: /^Try/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: /^What importing/ }).waitFor()
  await expectFits(page)
  if (pictures) await page.screenshot({ path: `${pictures}/fetched-trial-${size}-${scheme}.png` })
  await page.keyboard.press('Escape')
  await section.getByRole('button', { name: 'Add an address' }).click()
  await dialog.getByLabel('Address', { exact: true }).waitFor()
  if (pictures) await page.screenshot({ path: `${pictures}/fetched-new-${size}-${scheme}.png` })
  expect(faults).toEqual([])
  await close()
})

it('takes an address away, and what was imported stays', async () => {
  const { page, faults, close } = await trial.open(`/work/${trial.survey}`, 'desk')
  const section = page.getByRole('region', { name: 'Files fetched on a schedule' })
  await section.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await section.getByText('Files are fetched from nowhere yet').waitFor()
  await page.getByRole('list', { name: 'Imports' }).getByText('a.csv').first().waitFor()
  expect(faults).toEqual([])
  await close()
})
