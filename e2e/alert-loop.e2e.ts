import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AlertSummary } from '@kaiku/contract/alert.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyForAnswers, sendUntilTaken } from './bad-visits.ts'
import { seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { call, enterAs } from './kaiku.ts'
import { choose, mailTo } from './people.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const path = '/page/loop/store-visits/region,all'

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
})
afterAll(() => sample?.close())

/** Adds up how far what is in sight moves by itself. */
const watchShifts = `
  window.shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
`

describe('the figures of the loop', () => {
  it('stand on a page, and each leads to the alerts that it is made of', async () => {
    const { page, faults, close } = await sample.open(path, 'desk')
    const loop = page.getByRole('region', { name: /^Alert performance/ })
    await loop.getByRole('heading', { name: 'Resolved on time' }).waitFor()
    for (const name of ['Time to first action', 'Time to resolution', 'Reopened', 'Root causes'])
      expect(await loop.getByRole('heading', { name }).count(), name).toBe(1)
    // Customers of the sample came back: those who were contacted differ from the others by a figure.
    await loop.locator('p:not([aria-hidden])', { hasText: /Difference [+−-]?[\d.]+ \(95% CI / }).waitFor()
    const places = loop.getByRole('table', { name: 'By place' })
    const sweden = places.getByRole('row', { name: /^Sweden/ })
    const count = await sweden.getByRole('link', { name: / · Show alerts: Sweden$/ }).textContent()
    expect(Number(count?.replaceAll(',', ''))).toBeGreaterThan(0)

    const causes = loop.getByRole('region', { name: 'Root causes' })
    const cause = causes.getByRole('listitem').filter({ hasText: 'Long queue' })
    const n = Number(/(\d+)$/.exec((await cause.textContent()) ?? '')?.[1])
    await cause.getByRole('link').click()
    await page.waitForURL(/\/alertlist\/store-visits\//)
    await page.getByText(n === 1 ? '1 alert' : `${n} alerts`, { exact: true }).waitFor()
    await page.goBack()

    await sweden.getByRole('link', { name: / · Show alerts: Sweden$/ }).click()
    await page.waitForURL(/\/alertlist\/store-visits\/region,all,se/)
    await page.getByText(count === '1' ? '1 alert' : `${count} alerts`, { exact: true }).waitFor()
    await page.goBack()
    await sweden.getByRole('rowheader').getByRole('link').click()
    await page.waitForURL(/region,all,se/)

    const list = page.getByRole('region', { name: /^Alerts/ })
    await list.getByRole('link', { name: 'Show all alerts' }).waitFor()
    expect(await list.getByRole('rowheader').count()).toBeLessThanOrEqual(8)
    expect(await seriousFaults(page, axe)).toEqual([])
    expect(faults).toEqual([])
    await close()
  })

  it.each(['phone', 'desk', 'wall'] as const)('do not move on a %s when the slowest of them come', async (size) => {
    const { page, close } = await sample.open('/upgrade', size)
    let letCome = () => {}
    const mayCome = new Promise<void>((resolve) => {
      letCome = resolve
    })
    await page.route('**/alerts/recovery/**', async (route) => {
      await mayCome
      await route.continue()
    })
    await page.addInitScript({ content: watchShifts })
    await page.goto(new URL(path, page.url()).href)
    const causes = page.getByRole('region', { name: 'Root causes' })
    const top = () => causes.evaluate((element) => element.getBoundingClientRect().top)
    await causes.waitFor()
    // What stands above it comes by a call of its own.
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page
      .getByRole('region', { name: /^Alerts/ })
      .getByRole('rowheader')
      .first()
      .waitFor()
    const before = await top()
    // What moved until here depends on which of the other calls was answered first.
    await page.evaluate('window.shifted = 0')
    letCome()
    await page.getByRole('heading', { name: / after contact$/ }).waitFor()
    expect(await top()).toBe(before)
    // What Chromium itself counts; beyond 0.1 is poor.
    expect(await page.evaluate('window.shifted')).toBeLessThan(0.03)
    await close()
  })

  it('change when a regional manager solves an alert on a phone', async () => {
    // On some days the sample leaves her nothing to do.
    await sendUntilTaken(sample.running.address, await keyForAnswers(sample.running), 'unhappy in Kamppi')
    const ritva = await enterAs(sample.running, 'ritva', 'sample')
    const unsolved = 'vuejs/alerts/list/store-visits/region,all?state=open'
    const raised = async () => (await call<{ total: number }>(sample.running, ritva, unsolved)).total
    await expect.poll(raised).toBeGreaterThan(0)
    const { page, faults, close } = await sample.open(path, 'phone', 'dark', 'ritva')
    const list = page.getByRole('region', { name: /^Alerts/ })
    await list.getByRole('rowheader').first().waitFor()
    // Where none is left, none is counted.
    const left = async () =>
      Number(/ · ([\d,]+)$/.exec((await list.getByRole('heading').first().textContent()) ?? '')?.[1] ?? 0)
    const before = await left()
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])
    await list.getByRole('rowheader').first().getByRole('link').click()
    const acts = page.getByRole('region', { name: 'Actions' })
    await acts.getByRole('button', { name: 'Solve' }).click()
    const solve = page.getByRole('form', { name: 'Solve' })
    await solve.getByRole('combobox', { name: 'Root cause' }).selectOption({ label: 'Out of stock' })
    await solve.getByRole('combobox', { name: 'Action' }).selectOption({ label: 'Fixed the problem' })
    await solve.getByRole('button', { name: 'Solve' }).click()
    await acts.getByRole('button', { name: 'Reopen' }).waitFor()
    await page.goBack()
    await expect.poll(left).toBe(before - 1)
    await page.getByRole('region', { name: 'Root causes' }).getByRole('link', { name: 'Out of stock' }).waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('say that there are none to see for who handles no alerts', async () => {
    const { page, faults, close } = await sample.open(path, 'desk', 'light', 'dora')
    await page.getByText('You don’t have access to alerts').first().waitFor()
    expect(faults).toEqual([])
    await close()
  })
})

describe('mails about alerts', () => {
  it('come as each person wants: chosen on the account page and kept, told to who is mentioned', async () => {
    const { page, faults, close } = await sample.open(
      '/page/overview/store-visits/region,all',
      'phone',
      'light',
      'mikko',
    )
    await choose(page, 'My account')
    const mails = page.getByRole('region', { name: 'Email about alerts' })
    const mentions = mails.getByRole('group', { name: 'Mentions of you' })
    const kept = (act: Promise<unknown>) =>
      Promise.all([
        page.waitForResponse(
          (reply) => reply.request().method() === 'PUT' && reply.url().includes('notification') && reply.ok(),
        ),
        act,
      ])
    // Pressed on the choice itself: the menu that has just closed gives the focus back to its button.
    await kept(mentions.getByRole('radio', { name: 'At once' }).press('ArrowRight'))
    await expect.poll(() => mentions.getByRole('radio', { name: 'Daily summary' }).isChecked()).toBe(true)
    await kept(page.keyboard.press('ArrowLeft'))
    await expect.poll(() => mentions.getByRole('radio', { name: 'At once' }).isChecked()).toBe(true)
    await kept(mails.getByRole('combobox', { name: 'Time of the daily summary' }).selectOption('6'))
    await page.reload()
    await expect.poll(() => mails.getByRole('combobox', { name: 'Time of the daily summary' }).inputValue()).toBe('6')
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])
    expect(faults).toEqual([])
    await close()

    const as = await enterAs(sample.running, 'mikko', 'sample')
    const own = 'vuejs/alerts/list/store-visits/region,all?state=open,inProgress,waiting,solved'
    const { rows } = await call<{ rows: AlertSummary[] }>(sample.running, as, own)
    const writer = await sample.open(`/alert/store-visits/${rows[0]?.alertId}`, 'desk', 'light', 'clara')
    const acts = writer.page.getByRole('region', { name: 'Actions' })
    await acts.getByLabel('New note').fill('@Mikko Virtanen, please call back.')
    await acts.getByRole('button', { name: 'Add note' }).click()
    const mail = await mailTo(sample.running, 'mikko@sample.invalid', /mainitsi/)
    expect(mail.subject).toMatch(/^Clara Nyström mainitsi sinut: Helsinki Kamppi: /)
    expect(mail.text).not.toContain('call back')
    const { pathname } = new URL(writer.page.url())
    expect(mail.text).toContain(`${pathname}?universe=sample`)
    await writer.close()
  })
})
