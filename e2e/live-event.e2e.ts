import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTrial, type Trial } from './trial.ts'

let trial: Trial
let key: string
beforeAll(async () => {
  trial = await startTrial()
  const made = await trial.running.kaiku('key', 'create', 'e2e', '--api', '--scope', 'interviews:write')
  key = /kaiku_api_[\w-]+/.exec(made.out)?.[0] ?? ''
})
afterAll(() => trial?.close())

/** So many new answers are sent to the public API. */
async function arrive(name: string, count: number) {
  const visited = new Date().toISOString().slice(0, 10)
  const interviews = Array.from({ length: count }, (_, at) => ({ externalId: `${name}${at}`, answers: { visited } }))
  const reply = await fetch(`${trial.running.address}/api/v1/surveys/${trial.survey}/interviews/batch`, {
    ...{ method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } },
    body: JSON.stringify({ interviews }),
  })
  expect(await reply.json()).toMatchObject({
    stored: interviews.map(({ externalId }) => ({ externalId })),
    rejected: [],
  })
}

const notice = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor()

describe('an open dashboard', () => {
  it('is told of interviews that a program sends, by one connection for all its tabs', async () => {
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
    // Away and back: what the first visit still asked for does not count.
    const address = page.url()
    await page.goto('about:blank')
    connections.length = 0
    streams.clear()
    await page.goto(address)
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => connections.length).toBe(1)
    await other.goto(address)
    await other.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    // It has asked for what happened before it came.
    await other.waitForLoadState('networkidle')
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
