import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { call, enterAs } from './kaiku.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
})
afterAll(() => sample?.close())

it('mentions wait in the bar until the note is opened, also those that an edit adds', async () => {
  const { page, faults, close } = await sample.open('/page/overview/store-visits/region,all', 'phone', 'light', 'mikko')
  await page.getByRole('button', { name: 'Menu for Key metrics' }).waitFor()
  const mark = page.getByRole('button', { name: /unread mention/ })
  expect(await mark.count()).toBe(0)

  const [mikko, clara] = [
    await enterAs(sample.running, 'mikko', 'sample'),
    await enterAs(sample.running, 'clara', 'sample'),
  ]
  const { answers } = await call<{ answers: { rows: { interviewId: string }[] }[] }>(
    sample.running,
    mikko,
    'result/query/store-visits/region,all?compare=none',
    { components: [{ type: 'InterviewList', limit: 1 }] },
  )
  const id = answers[0]?.rows[0]?.interviewId ?? ''
  const add = `vuejs/interview/addcomment/store-visits/${id}`
  const told = { message: '@Mikko Virtanen, please call back.', mentions: [mikko.userId] }
  await call(sample.running, clara, add, told)
  const { noteId } = await call<{ noteId: string }>(sample.running, clara, add, { message: 'For later', mentions: [] })
  const edited = { message: 'For later, @Mikko Virtanen', mentions: [mikko.userId] }
  await call(sample.running, clara, `vuejs/interview/comment/store-visits/${id}/${noteId}`, edited, 'PUT')

  await page.getByRole('button', { name: '2 unread mentions' }).click()
  const list = page.getByRole('dialog', { name: '2 unread mentions' })
  await list.getByText('For later, @Mikko Virtanen').waitFor()
  await expectFits(page)
  expect(await seriousFaults(page, axe)).toEqual([])
  await list.getByRole('button', { name: /please call back/ }).click()
  await page.waitForURL(new RegExp(`/interview/store-visits/${id}#note-`))
  const note = page.getByRole('listitem').filter({ hasText: 'please call back' })
  await note.and(page.locator('[data-shown]')).waitFor()
  await mark.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await close()
})
