import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, sizes } from './browser.ts'
import { everyQuestion } from './every-question.ts'
import { expectFits } from './fits.ts'
import { type Running, signInAsRoot, startKaiku } from './kaiku.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Bytes that a form may take on its way, with all that it fetches. */
const most = 30_000

let running: Running
let browser: Browser
let address: string
beforeAll(async () => {
  running = await startKaiku({ sample: false })
  browser = await openBrowser()
  const directory = await mkdtemp(join(tmpdir(), 'kaiku-e2e-form-'))
  for (const [name, part] of Object.entries(everyQuestion)) await writeFile(join(directory, name), JSON.stringify(part))
  expect(await running.kaiku('universe', 'create', 'forms')).toMatchObject({ code: 0 })
  expect(await running.kaiku('apply', directory, '--universe', 'forms')).toMatchObject({ code: 0 })
  await rm(directory, { recursive: true })
  address = `${running.address}/form/forms/every`
})
afterAll(async () => {
  await browser?.close()
  await running?.stop()
})

async function opened(options: Parameters<Browser['newContext']>[0]) {
  const context = await browser.newContext({ locale: 'ar', ...options })
  const page = await context.newPage()
  return { page, close: () => context.close() }
}

/** Controls that stand out over the edges of the page's text. */
const outside = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const { left, right } = document.querySelector('.body > h1').getBoundingClientRect()
    return [...document.querySelectorAll('.body :is(label, input, textarea, select)')]
      .filter((one) => !one.closest('.hidden') && one.type !== 'hidden')
      .filter((one) => one.getBoundingClientRect().left < left - 1 || one.getBoundingClientRect().right > right + 1)
      .map((one) => one.outerHTML.slice(0, 80))
  })()`)

/** All that axe has to say, however small. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate<string[]>(
    `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map((one) => id + ': ' + one.target)))`,
  )
}

async function pictures(page: Page, name: string) {
  if (!process.env.KAIKU_PICTURES) return
  for (const [size, viewport] of Object.entries({ narrow: { width: 320, height: 640 }, ...sizes }))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      const path = `${process.env.KAIKU_PICTURES}/every-question-${name}-${size}-${colorScheme}.png`
      await page.screenshot({ path, fullPage: true })
    }
}

const controls = new Set(['button', 'checkbox', 'combobox', 'Date', 'radio', 'radiogroup', 'textbox'])

/** Roles and names of what can be used, as a screen reader is told them. */
async function controlsOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  return nodes
    .filter(({ ignored, role }) => !ignored && controls.has(String(role?.value)))
    .map(({ role, name }) => [String(role?.value), String(name?.value ?? '')] as const)
}

describe('a form with a question of each type, written from right to left', () => {
  it('takes less than 30 kB on its way, compressed, with all that it fetches', async () => {
    const { page, close } = await opened({ viewport: sizes.phone })
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const taken = new Map<string, number>()
    const addresses = new Map<string, string>()
    session.on('Network.responseReceived', ({ requestId, response }) => addresses.set(requestId, response.url))
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      taken.set(addresses.get(requestId) ?? requestId, encodedDataLength),
    )
    await page.goto(address, { waitUntil: 'networkidle' })
    expect(taken.get(address)).toBeGreaterThan(0)
    // A browser may show what stands on its tab.
    const icon = await fetch(`${running.address}/kaiku.svg`, { headers: { 'accept-encoding': 'identity' } })
    const all = [...taken.values(), (await icon.arrayBuffer()).byteLength]
    const total = all.reduce((sum, one) => sum + one, 0)
    console.info(`a form takes ${total} bytes`)
    expect(total).toBeLessThan(most)
    // Where nothing compresses it, too.
    const plain = await fetch(address, { headers: { 'accept-encoding': 'identity', 'accept-language': 'ar' } })
    const html = await plain.text()
    expect(Buffer.byteLength(html)).toBeLessThan(most)
    expect(html).not.toContain('<script')
    await close()
  })

  it('says so, names each control, fits 320 pixels, and axe finds nothing', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, close } = await opened({ viewport: { width: 320, height: 640 }, colorScheme })
      await page.goto(address)
      const html = page.locator('html')
      expect([await html.getAttribute('lang'), await html.getAttribute('dir')]).toEqual(['ar', 'rtl'])
      await expectFits(page)
      expect(await outside(page)).toEqual([])
      expect(await faultsOf(page)).toEqual([])
      const named = await controlsOf(page)
      expect(named.filter(([, name]) => name.trim() === '')).toEqual([])
      expect(await page.locator('fieldset:not(:has(> legend:not(:empty)))').count()).toBe(0)
      for (const role of controls) expect(named.map(([is]) => is)).toContain(role)
      await pictures(page, 'first')
      await page.setViewportSize({ width: 320, height: 640 })
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('alert').waitFor()
      await expectFits(page)
      expect(await faultsOf(page)).toEqual([])
      await pictures(page, 'fault')
      await close()
    }
  })

  it('is answered without a script, and each answer is kept as what it is', async () => {
    const { page, close } = await opened({ viewport: { width: 320, height: 640 }, javaScriptEnabled: false })
    await page.goto(address)
    const group = (name: string) => page.getByRole('group', { name })
    await group('ما مدى احتمال أن توصي بنا؟').getByRole('radio', { name: '10' }).check()
    await group('ما مدى رضاك؟').getByRole('radio', { name: 'جيد', exact: true }).check()
    await page.getByRole('radio', { name: 'المطار' }).check()
    await page.getByRole('checkbox', { name: 'النظافة' }).check()
    await page.getByRole('checkbox', { name: 'المعاملة' }).check()
    await page.getByRole('textbox', { name: 'كم أنفقت؟' }).fill('12,50')
    await page.getByRole('textbox', { name: 'أخبرنا المزيد' }).fill('كل شيء جيد')
    await page.getByLabel('متى زرتنا؟').fill('2026-11-20')
    for (const [name, step] of [
      ['الانتظار', '3'],
      ['الموظفون', '4'],
      ['الأسعار', '5'],
    ] as const)
      await page.getByRole('radiogroup', { name }).getByRole('radio', { name: step }).check()
    await page.getByRole('button', { name: 'Send' }).click()
    // Without the consent nothing is sent, and nothing is lost.
    await page.getByRole('alert').waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: 'كم أنفقت؟' }).inputValue()).toBe('12.5')
    await page.getByRole('checkbox', { name: 'أوافق على استخدام إجاباتي.' }).check()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'شكرا جزيلا' }).waitFor()
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl')
    await pictures(page, 'end')
    await close()

    const headers = { authorization: await signInAsRoot(running), 'kaiku-universe': 'forms' }
    const asked = [
      'nps',
      'satisfied',
      'store',
      'themes',
      'spent',
      'comment',
      'visited',
      'queue',
      'staff',
      'price',
      'consent',
    ]
    const table = `${running.address}/api/vuejs/reports/recordtable/every/store,all?format=csv&columns=${asked.join()}`
    const rows = async () => (await (await fetch(table, { headers })).text()).trim().split('\r\n').slice(1)
    await expect.poll(async () => (await rows()).length).toBeGreaterThan(0)
    const [row] = await rows()
    expect(row).toMatch(/^2026-11-20,الكل › المطار,10,4,/)
    expect(row).toContain(',المطار,"النظافة, المعاملة",12.5,كل شيء جيد,2026-11-20,3,4,5,نعم')
  })
})
