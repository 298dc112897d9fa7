import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { connect, createServer, type Socket } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { call, enterAs } from './kaiku.ts'
import { choose } from './people.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const kamppi = 'fi-uusimaa-helsinki-kamppi'

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
})
afterAll(() => sample?.close())

const picture = async (page: Page, name: string) => {
  if (process.env.KAIKU_PICTURES)
    await page.screenshot({ path: `${process.env.KAIKU_PICTURES}/form-${name}.png`, fullPage: true })
}
/** A line to a port of this machine that can be cut. */
async function lineTo(target: number) {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    const other = connect(target, 'localhost')
    for (const end of [socket, other]) {
      open.add(end)
      end.on('error', () => {})
      end.on('close', () => open.delete(end))
    }
    socket.pipe(other).pipe(socket)
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  await listen(0)
  const { port } = server.address() as { port: number }
  return {
    port,
    cut: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      await closed
    },
    mend: () => listen(port),
  }
}

describe('a form', () => {
  it('is answered on a narrow phone without a script, and shown on the dashboard within seconds', async () => {
    const {
      page: board,
      faults,
      close,
    } = await sample.open(
      ...([`/page/comments/store-visits/region,all,fi,fi-uusimaa,${kamppi}`, 'desk', 'light', 'clara'] as const),
    )
    const context = await board
      .context()
      .browser()
      ?.newContext({
        ...{ javaScriptEnabled: false, viewport: { width: 320, height: 640 }, locale: 'en-GB', colorScheme: 'dark' },
      })
    const page = await context?.newPage()
    if (!context || !page) throw new Error('there is no browser')
    await page.goto(`${sample.running.address}/form/sample/store-visits?store=${kamppi}`)
    await page.getByRole('group', { name: 'How likely are you to recommend this store to a friend?' }).waitFor()
    await picture(page, 'first')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('Choose an answer.').waitFor()
    await picture(page, 'fault')
    await page.getByRole('radio', { name: '2', exact: true }).check()
    await page.getByRole('button', { name: 'Next' }).click()
    const comment = `The queue was long ${Date.now()}`
    await page.getByRole('textbox', { name: /^You gave 2 of 10. What went wrong/ }).fill(comment)
    await picture(page, 'comment')
    await page.getByRole('button', { name: 'Next' }).click()
    await page
      .getByRole('radiogroup', { name: 'Checkout' })
      .getByRole('radio', { name: /^1: Poor/ })
      .check()
    await page.getByRole('checkbox', { name: 'Staff' }).check()
    await picture(page, 'last')
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('textbox', { name: /^You gave 2 of 10/ }).waitFor()
    await expect.poll(() => page.getByRole('textbox').first().inputValue()).toBe(comment)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.poll(() => page.getByRole('checkbox', { name: 'Staff' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you for telling us' }).waitFor()
    await picture(page, 'end')
    await context.close()
    await expect
      .poll(
        async () => {
          await board.reload()
          const shown = board.getByText(comment).first().waitFor({ timeout: 5_000 })
          return shown.then(
            () => true,
            () => false,
          )
        },
        { timeout: 60_000, interval: 2_000 },
      )
      .toBe(true)
    expect(faults).toEqual([])
    await close()
  })

  it.each(['light', 'dark'] as const)(
    'fits a phone in %s, in the language that is chosen, and axe finds nothing serious',
    async (scheme) => {
      const { page, faults, close } = await sample.open(
        '/page/overview/store-visits/region,all',
        'phone',
        scheme,
        'clara',
      )
      await page.goto(`${sample.running.address}/form/sample/store-visits?store=${kamppi}&lang=sv`)
      await page.getByRole('group', { name: /^Hur troligt är det/ }).waitFor()
      expect(await seriousFaults(page, axe)).toEqual([])
      await page.getByLabel('Språk').selectOption({ label: 'Suomi' })
      await page.getByRole('button', { name: 'Byt' }).click()
      // The page before has an answer of that name, too, and each page a button of the next one's.
      await page.getByRole('button', { name: 'Seuraava' }).waitFor()
      await page.getByRole('radio', { name: '9', exact: true }).check()
      await page.getByRole('button', { name: 'Seuraava' }).click()
      await page.getByRole('radio', { name: '9', exact: true }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Seuraava' }).click()
      await page.getByRole('radiogroup', { name: 'Kassa' }).waitFor()
      await expectFits(page)
      expect(await seriousFaults(page, axe)).toEqual([])
      expect(faults).toEqual([])
      await close()
    },
  )

  it('is found in their menu by who configures the survey and sends no campaigns', async () => {
    const { running } = sample
    const role = { name: 'Designer', description: '', permissions: ['seeIndicators', 'editConfiguration'] }
    const everywhere = { surveys: null, rows: {}, figures: null, rules: [] }
    await call(running, await enterAs(running, 'aino', 'sample'), 'role/create', { ...role, ...everywhere })
    const made = await running.kaiku('user', 'create', 'dina', '--universe', 'sample', '--role', 'Designer')
    expect([made.code, made.err]).toEqual([0, expect.any(String)])
    const { page, faults, close } = await sample.open(
      '/page/overview/store-visits/region,all',
      'phone',
      'light',
      'dina',
    )
    await choose(page, 'Survey and forms')
    await page.getByRole('link', { name: 'Alert rules' }).waitFor()
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, 'survey')
    await page.getByRole('link', { name: 'Forms', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: /Your visit/ }).waitFor()
    await page.getByRole('link', { name: 'Store visits' }).first().click()
    await page.getByRole('link', { name: 'Forms', exact: true }).waitFor()
    // Who only looks is led nowhere.
    const viewer = await sample.open('/page/overview/store-visits/region,all', 'phone', 'light', 'mikko')
    await viewer.page.getByRole('button', { name: /^Account of/ }).click()
    await viewer.page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    expect(await viewer.page.getByRole('menuitem', { name: 'Survey and forms' }).count()).toBe(0)
    await viewer.close()
    expect(faults).toEqual([])
    await close()
  })

  it('goes on without its connection on a device on site, and brings each answer once when it is back', async () => {
    const line = await lineTo(Number(new URL(sample.running.address).port))
    const { page: board, close } = await sample.open(
      `/page/comments/store-visits/region,all,fi,fi-uusimaa,${kamppi}`,
      'desk',
      'light',
      'clara',
    )
    const context = await board
      .context()
      .browser()
      ?.newContext({ locale: 'en-GB', viewport: { width: 800, height: 1280 } })
    const page = await context?.newPage()
    if (!context || !page) throw new Error('there is no browser')
    const start = `http://localhost:${line.port}/form/sample/store-visits?store=${kamppi}&kiosk=1`
    await page.goto(start)
    await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
    // What it was told is known from the next start on.
    await page.goto(start)
    await line.cut()
    const comments = [1, 2].map((at) => `The tills were shut ${at} ${Date.now()}`)
    for (const comment of comments) {
      await page.getByRole('radio', { name: '3', exact: true }).check()
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('textbox', { name: /^You gave 3 of 10/ }).fill(comment)
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('heading', { name: 'Thank you for telling us' }).waitFor()
      await picture(page, 'kiosk-end')
      // The next one begins by themselves.
      await page.getByRole('radio', { name: '3', exact: true }).waitFor()
      expect(await page.getByRole('radio', { name: '3', exact: true }).isChecked()).toBe(false)
    }
    await line.mend()
    await page.goto(start)
    await expect
      .poll(async () => {
        await board.reload()
        await board
          .getByText(comments[0] ?? '')
          .first()
          .waitFor({ timeout: 5_000 })
          .catch(() => null)
        return Promise.all(comments.map((comment) => board.getByText(comment).count()))
      })
      .toEqual([1, 1])
    await context.close()
    await close()
    await line.cut()
  })
})
