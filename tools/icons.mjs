import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ensureChromium, root } from './ensure.mjs'

// Draws the icons of the installed app from the logo, with the Chromium of the tests: node tools/icons.mjs
const { chromium } = createRequire(join(root, 'e2e', 'x.js'))('playwright-core')
const logo = readFileSync(join(root, 'web', 'public', 'kaiku.svg'), 'utf8')
const waves = /<g .*<\/g>/s.exec(logo)?.[0].replace('<g ', '<g stroke="#ffffff" ')

/** `room`: the part of the square that the drawing takes; a mask may cut off a tenth on each side. */
const icon = (room, radius) => {
  const scale = (512 * room) / 34
  const start = (512 - 34 * scale) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><title>Kaiku</title><rect width="512" height="512" rx="${radius}" fill="#0000c8"/><g transform="translate(${start} ${start}) scale(${scale})">${waves}</g></svg>`
}
const drawings = { any: icon(0.7, 96), maskable: icon(0.52, 0) }
const files = [
  ['icon-192.png', 192, drawings.any],
  ['icon-512.png', 512, drawings.any],
  ['icon-maskable-512.png', 512, drawings.maskable],
  ['apple-touch-icon.png', 180, drawings.maskable],
]

const folder = join(root, 'web', 'public', 'icons')
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
})
for (const [name, size, drawing] of files) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${drawing}`)
  await page.screenshot({ path: join(folder, name), omitBackground: true })
  await page.close()
}
writeFileSync(join(folder, 'icon.svg'), `${drawings.any}\n`)
await browser.close()
