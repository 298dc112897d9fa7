import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openPage } from './browser.ts'
import { root } from './kaiku.ts'
import { mailPictures } from './mail-pictures.ts'
import { reportPictures } from './report-pictures.ts'
import { startSample } from './sample.ts'

// npm run screens: takes the pictures of docs/screens from a fresh sample universe.

type Size = 'phone' | 'desk' | 'wall'
type Shot = { name: string; path: string; size: Size; scheme: 'light' | 'dark' }

const stores = 'region,all;ftime=rmonths-11+0'
const shot = (name: string, path: string, size: Size = 'desk', scheme: 'light' | 'dark' = 'light'): Shot => ({
  ...{ name, path, size, scheme },
})
const shots: readonly Shot[] = [
  shot('overview', `/page/overview/store-visits/${stores}`, 'wall'),
  shot('overview-dark', `/page/overview/store-visits/${stores}`, 'desk', 'dark'),
  shot('overview-phone', `/page/overview/store-visits/${stores}`, 'phone'),
  shot('ranking', `/ranking/store-visits/${stores}`),
  shot('trends', `/page/trends/store-visits/${stores}`, 'desk', 'dark'),
  shot('changes', `/page/changes/store-visits/${stores}`),
  shot('drivers', `/page/drivers/store-visits/${stores}`),
  shot('customers', `/page/customers/store-visits/${stores}`),
  shot('users', '/userlist/store-visits'),
  shot('card-phone', `/card/store-visits/${stores}`, 'phone'),
  shot('work', '/work/store-visits'),
]

const folder = join(root, 'docs', 'screens')
await mkdir(folder, { recursive: true })
const sample = await startSample()
const { running, browser } = sample

for (const { name, path, size, scheme } of shots) {
  const { page, close } = await sample.open(path, size, scheme)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('[class*="_tile_"], table, svg').first().waitFor()
  await page.locator('[aria-busy="true"], [data-stale], [class*="_skeleton_"]').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(500)
  await page.screenshot({ path: join(folder, `${name}.png`) })
  await close()
}

const about = ['--universe', 'sample', '--survey', 'store-visits', '--pages', 'overview,stores']
const made = await running.kaiku('key', 'create', 'docs', ...about)
const screen = /\/bigscreen\/\S+/.exec(made.out)?.[0] ?? ''
const { page, close } = await openPage(browser, `${running.address}${screen}`, 'wall', 'dark')
await page.getByRole('navigation', { name: 'Slides' }).waitFor()
await page.keyboard.press('Space')
await page.waitForFunction(() => Reflect.get(globalThis, 'document').getAnimations().length === 0)
await page.screenshot({ path: join(folder, 'big-screen.png') })
await close()
await mailPictures(running, browser, folder)
await reportPictures(running, stores, 'region,all;ftime=rdays-6+0', folder)
await sample.close()
