import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTrial, type Trial } from './trial.ts'

let trial: Trial
beforeAll(async () => {
  trial = await startTrial()
})
afterAll(() => trial?.close())

const headers =
  'Response ID;Visited;Country;Region;Store;Channel;Age;How likely are you to recommend us?;Satisfaction;Comment'

/** So many new answers come. */
async function arrive(name: string, count: number) {
  const day = new Date().toISOString().slice(0, 10)
  const lines = Array.from({ length: count }, (_, at) => `${name}${at};${day};Finland;Uusimaa;Uusimaa 1;Web;30;9;5;`)
  const file = join(trial.folder, 'answers.csv')
  await writeFile(file, `\uFEFF${[headers, ...lines].join('\r\n')}\r\n`)
  const { code, out, err } = await trial.running.kaiku('import', trial.survey, file)
  if (code !== 0) throw new Error(out + err)
}

const notice = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor()

describe('an open dashboard', () => {
  it('is told of new interviews, by one connection for all its tabs', async () => {
    const { page, faults, close } = await trial.open('/', 'desk')
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    const other = await page.context().newPage()
    const streams = new Set<Page>()
    const connections: Page[] = []
    for (const tab of [page, other]) {
      tab.on('request', (request) => {
        if (!request.url().endsWith('/api/vuejs/events')) return
        streams.add(tab)
        connections.push(tab)
      })
    }
    await page.reload()
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => connections.length).toBe(1)
    await other.goto(page.url())
    await other.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    // What asks now and then is silenced: it must be told.
    await page.context().route('**/api/vuejs/surveys/loadcount/**', (route) => route.abort())
    await arrive('a', 3)
    await notice(page, '3 new interviews')
    await notice(other, '3 new interviews')
    expect([...streams]).toEqual([page])

    await page.close()
    await expect.poll(() => streams.has(other)).toBe(true)
    await arrive('b', 2)
    await notice(other, '5 new interviews')
    await other.getByRole('status').getByRole('button').click()
    await other.getByText('5 new interviews').waitFor({ state: 'detached' })
    expect(faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([])
    await close()
  })
})
