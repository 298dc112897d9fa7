import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Each window would start a page of Chromium's own for the address bar that nobody sees. The last of such words holds:
  // the others are Playwright's.
  `--disable-features=${[
    ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'AvoidUnnecessaryBeforeUnloadCheckSync', 'HttpsUpgrades'],
    ...[
      'DestroyProfileOnBrowserClose',
      'HttpsFirstBalancedModeAutoEnable',
      'LensOverlay',
      'MediaRouter',
      'PaintHolding',
    ],
    ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'AimEnabled'],
    ...['NetworkTimeServiceQuerying', 'PreconnectToSearch'],
  ].join()}`,
]

/** Those that this worker opened and has not closed. */
export const openBrowsers = new Set<Browser>()

/** What pages have asked for and not been told yet, and since when. */
export const underWay = new Map<Request, number>()

/** Debian's Chromium, or the one that CHROMIUM names. */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: [...flags, ...more] })
  browser.on('context', (context) => {
    context.setDefaultTimeout(patience)
    context.on('request', (request) => underWay.set(request, Date.now()))
    for (const end of ['requestfinished', 'requestfailed'] as const)
      context.on(end as 'requestfinished', (request) => underWay.delete(request))
  })
  openBrowsers.add(browser)
  browser.on('disconnected', () => openBrowsers.delete(browser))
  return browser
}

/** Milliseconds until what a page is told to find is taken for absent: the machine may have other work. */
const patience = 60_000

export const sizes = {
  phone: { width: 390, height: 844 },
  desk: { width: 1280, height: 900 },
  wall: { width: 1920, height: 1080 },
} as const

const everyLook = [
  ['phone', 'dark'],
  ['desk', 'light'],
  ['phone', 'light'],
  ['desk', 'dark'],
] as const
/** Sizes and colours that a screen is looked at in: the one in which most goes wrong, and all with `npm run soak`. */
export const looks = process.env.KAIKU_SOAK === '1' ? everyLook : everyLook.slice(0, 1)

/** What a browser keeps of a sign-in. */
export type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>

/** A machine with too much to do is no fault of the page, which asks again; what never comes, its test misses. */
const asksAgain = /status of 503 /

/** A frame of a mail remembers nothing. */
const remember = (name: string, value: string) => `try { localStorage.setItem('${name}', '${value}') } catch {}`

/**
 * A page that fails its test when a script of it fails, or when anything is blocked by the content security policy;
 * in English whatever the account's language is.
 */
export async function openPage(
  browser: Browser,
  address: string,
  size: keyof typeof sizes,
  scheme: 'light' | 'dark' = 'light',
  signedIn?: SignedIn,
  toured = false,
) {
  const context = await browser.newContext({
    ...{ viewport: sizes[size], colorScheme: scheme, locale: 'en-GB' },
    // What fades or slides keeps a processor busy, and everybody waiting.
    reducedMotion: 'reduce',
    // What a page answers from memory would hide what the server does; offline.e2e.ts lets it.
    serviceWorkers: 'block',
    ...(signedIn ? { storageState: signedIn } : {}),
  })
  await context.addInitScript(remember('kaiku.locale', 'en'))
  // The look around the sample lies over what is tested; shell.e2e.ts takes it.
  if (!toured) await context.addInitScript(remember('kaiku.tourClosed', 'yes'))
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !asksAgain.test(message.text())) faults.push(message.text())
  })
  await page.goto(address)
  return { page, faults, close: () => context.close() }
}

type Moving = { effect: { getComputedTiming(): { endTime: number } } | null; finished: Promise<unknown> }

/** Until everything that moves for a while has arrived: what is half faded in has too little contrast. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const moving: Moving[] = Reflect.get(globalThis, 'document').getAnimations()
    return Promise.allSettled(
      moving
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished.then(() => null)),
    )
  })

/** What axe finds serious or critical on the page, as `rule: element`. */
export async function seriousFaults(page: Page, axe: string): Promise<string[]> {
  for (;;) {
    // What stands there from before is faded until the new has come.
    await page.locator('[data-stale]').first().waitFor({ state: 'detached' })
    await settled(page)
    await page.evaluate(axe)
    const { found, wasFaded } = await faultsNow(page)
    // Something new may have come while axe looked: then it looks again.
    if (found.length === 0 || !wasFaded) return found
  }
}

const faultsNow = (page: Page) =>
  page.evaluate(async () => {
    const document = Reflect.get(globalThis, 'document') as { body: unknown; querySelector(of: string): unknown }
    const Observer = Reflect.get(globalThis, 'MutationObserver') as new (
      seen: () => void,
    ) => { observe(of: unknown, what: object): void; disconnect(): void }
    let wasFaded = document.querySelector('[data-stale]') !== null
    const observer = new Observer(() => {
      wasFaded ||= document.querySelector('[data-stale]') !== null
    })
    observer.observe(document.body, { subtree: true, attributes: true, childList: true })
    const run = Reflect.get(globalThis, 'axe') as {
      run(): Promise<{ violations: { id: string; impact: string | null; nodes: { target: string[] }[] }[] }>
    }
    const { violations } = await run.run()
    observer.disconnect()
    const found = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
    return { found, wasFaded }
  })
