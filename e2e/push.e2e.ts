import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { subscribedBrowser } from '@kaiku/server/push/browser.fixture.ts'
import { listener, type WebhookListener } from '@kaiku/server/webhook/listener.fixture.ts'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults, sizes } from './browser.ts'
import { expectFits } from './fits.ts'
import { enterAs, entryOf } from './kaiku.ts'
import { type Sample, startSample } from './sample.ts'
import { openTill } from './till.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let sample: Sample
let service: WebhookListener
let account: string
beforeAll(async () => {
  service = await listener()
  sample = await startSample({ WEBHOOK_HOSTS: '127.0.0.1' })
  const { userId } = await enterAs(sample.running, 'mikko', 'sample')
  account = `/userdetails/store-visits/${userId}`
})
afterAll(async () => {
  service?.close()
  await sample?.close()
})

/** A browser with a service worker, in which mikko looks at his account. `subscription`: what its push service gives it. */
async function device(subscription: object | null): Promise<{ context: BrowserContext; page: Page; cdp: CDPSession }> {
  const context = await sample.browser.newContext({ viewport: sizes.phone, locale: 'en-GB' })
  await context.addInitScript("localStorage.setItem('kaiku.locale', 'en')")
  // A browser under test reaches no push service of its maker.
  if (subscription) await context.addInitScript(subscribing, subscription)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const enter = await entryOf(sample.running, 'mikko', 'sample')
  const query = new URLSearchParams({ enter, redirect: account })
  await page.goto(`${sample.running.address}/?${query.toString()}`)
  await page.getByRole('heading', { name: 'Push notifications' }).waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
  await page.reload()
  return { context, page, cdp }
}

/** Runs in the page: it has subscribed once it was asked to. */
function subscribing(given: object) {
  const manager = Reflect.get(globalThis, 'PushManager').prototype
  const held = 'test.subscription'
  const storage = Reflect.get(globalThis, 'localStorage')
  const subscription = {
    ...given,
    toJSON: () => given,
    unsubscribe: async () => storage.removeItem(held),
  }
  manager.getSubscription = async () => (storage.getItem(held) === null ? null : subscription)
  manager.subscribe = async () => {
    storage.setItem(held, 'yes')
    return subscription
  }
}

/** The page’s section, once it says what this browser lets us do. */
const section = (page: Page) => page.getByRole('region', { name: 'Push notifications' })

describe('notices on a device', () => {
  it('come when it was switched on there: a new alert is shown, and a click opens it', async () => {
    const browser = subscribedBrowser(`${service.url}/mikko`)
    const { context, page, cdp } = await device(browser.subscription)
    await context.grantPermissions(['notifications'], { origin: sample.running.address })
    await page.reload()
    await section(page).getByText('Notifications are off on this device.').waitFor()
    await section(page).getByRole('button', { name: 'Turn on for this device' }).click()
    await section(page).getByText('This device gets notifications about:').waitFor()
    const saved = page.waitForResponse((one) => one.request().method() === 'PUT' && one.url().endsWith('/account/push'))
    await section(page).getByRole('checkbox', { name: 'Mentions of you' }).click()
    expect((await saved).status()).toBe(200)
    await page.reload()
    await expect.poll(() => section(page).getByRole('checkbox', { name: 'Mentions of you' }).isChecked()).toBe(false)
    await expect
      .poll(() => section(page).getByRole('checkbox', { name: 'New alerts assigned to you' }).isChecked())
      .toBe(true)
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])

    const send = await openTill(sample.running)
    expect(await send({ store: 'fi-uusimaa-helsinki-kamppi', recommend: 1, comment: 'No till was open.' })).toBe(200)
    await expect.poll(() => service.bodies.length, { timeout: 20_000 }).toBe(1)
    const message = browser.read(service.bodies[0] ?? Buffer.of())
    expect(message).toMatchObject({ path: expect.stringMatching(/^\/alert\/store-visits\/[\w-]+\?universe=sample$/) })

    await delivered(cdp, JSON.stringify(message))
    await expect.poll(() => shownIn(page)).toEqual([{ title: message.title, body: message.body }])
    const [worker] = context.serviceWorkers()
    await worker?.evaluate(clicked)
    await page.waitForURL(/\/alert\/store-visits\//)
    await page.getByRole('heading', { level: 1, name: 'Helsinki Kamppi: would recommend us 1 of 10' }).waitFor()
    expect(await shownIn(page)).toEqual([])
    await context.close()
  })

  it('say honestly where the browser forbids them, and where its push service is out of reach', async () => {
    const { context, page, cdp } = await device(null)
    const { targetInfo } = await cdp.send('Target.getTargetInfo')
    const { browserContextId } = targetInfo
    const forbid = (setting: 'denied' | 'granted') =>
      cdp.send('Browser.setPermission', {
        ...(browserContextId === undefined ? {} : { browserContextId }),
        ...{ permission: { name: 'notifications' }, setting, origin: sample.running.address },
      })
    await forbid('denied')
    await page.reload()
    await section(page).getByText('Notifications for this site are blocked.').waitFor()
    expect(await section(page).getByRole('button', { name: 'Turn on for this device' }).count()).toBe(0)
    expect(await seriousFaults(page, axe)).toEqual([])
    await forbid('granted')
    await page.reload()
    await section(page).getByRole('button', { name: 'Turn on for this device' }).click()
    await section(page).getByText('The browser couldn’t reach its push service').waitFor()
    await context.close()
  })
})

/** The browser’s push service hands a message over. */
async function delivered(cdp: CDPSession, data: string) {
  const registration = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  const [origin, registrationId] = [sample.running.address, await registration]
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

const shownIn = (page: Page) =>
  page.evaluate(async () => {
    const { serviceWorker } = Reflect.get(globalThis, 'navigator') as {
      serviceWorker: { ready: Promise<{ getNotifications(): Promise<{ title: string; body: string }[]> }> }
    }
    const shown = await (await serviceWorker.ready).getNotifications()
    return shown.map(({ title, body }) => ({ title, body }))
  })

/** Runs in the service worker: the first notice is clicked. */
async function clicked() {
  const registration = Reflect.get(globalThis, 'registration')
  const [notification] = await registration.getNotifications()
  const Clicked = Reflect.get(globalThis, 'NotificationEvent')
  Reflect.get(globalThis, 'dispatchEvent')(new Clicked('notificationclick', { notification }))
}
