import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'

const reading = createRequire(import.meta.url).resolve('jsqr/dist/jsQR.js')
const ofServer = createRequire(createRequire(import.meta.url).resolve('@kaiku/server/build.mjs'))
const pdf = (part: string) => ({ path: ofServer.resolve(`pdfjs-dist/legacy/build/${part}.mjs`), type: 'module' })

/** What the QR code on a page of a PDF says, read from its picture; null: there is none. */
export async function codeOnPage(browser: Browser, bytes: Uint8Array, page: number): Promise<string | null> {
  const context = await browser.newContext()
  try {
    const reader = await context.newPage()
    // The second is found where it was loaded before.
    for (const tag of [{ path: reading }, pdf('pdf.worker'), pdf('pdf')]) await reader.addScriptTag(tag)
    await reader.addScriptTag({ path: fileURLToPath(new URL('page-code.js', import.meta.url)) })
    await reader.waitForFunction('globalThis.pdfjsLib && globalThis.pdfjsWorker')
    return await reader.evaluate<string | null>(
      `codeOnPage(${JSON.stringify(Buffer.from(bytes).toString('base64'))}, ${page})`,
    )
  } finally {
    await context.close()
  }
}
