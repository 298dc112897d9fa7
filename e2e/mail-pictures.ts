import { join } from 'node:path'
import type { Template } from '@kaiku/contract/template.ts'
import type { Browser } from 'playwright-core'
import { call, enterAs, type Reached } from './kaiku.ts'

const survey = 'store-visits'
const looks = [
  { name: 'mail', width: 600, colorScheme: 'light' },
  { name: 'mail-phone-dark', width: 360, colorScheme: 'dark' },
] as const

/** The usual mail with figures of the place in it, wide and light and on a phone in the dark. */
export async function mailPictures(running: Reached, browser: Browser, folder: string): Promise<void> {
  const who = await enterAs(running, 'clara', 'sample')
  const title = 'Invitation'
  const made = await call<Template>(running, who, `vuejs/templates/create/${survey}`, { kind: 'mail', title })
  const { templateId, revision, content } = made
  if (content.kind !== 'mail') throw new Error(`${templateId} is no mail`)
  const blocks = content.blocks.toSpliced(-2, 0, { kind: 'figures', indicators: ['nps'], days: 365, countDays: 90 })
  const changed = { revision, title, content: { ...content, blocks } }
  await call(running, who, `vuejs/templates/change/${survey}/${templateId}`, changed)
  const reply = await fetch(`${running.address}/api/vuejs/templates/render/${survey}/${templateId}?locale=en`, {
    headers: { authorization: `Bearer ${who.authToken}`, 'kaiku-universe': who.universe },
  })
  if (!reply.ok) throw new Error(await reply.text())
  const html = await reply.text()
  for (const { name, width, colorScheme } of looks) {
    const context = await browser.newContext({ viewport: { width, height: 480 }, colorScheme })
    const page = await context.newPage()
    await page.setContent(html)
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
    await context.close()
  }
}
