import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openStores } from '../server/src/db/stores.ts'
import { looks, openBrowser, seriousFaults, sizes } from './browser.ts'
import { expectFits } from './fits.ts'
import { entryOf, type Running, startKaiku } from './kaiku.ts'
import { choose, enterPassword, mailTo, readSignIns } from './people.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let running: Running
let browser: Browser
let passwords: Map<string, string>
let context: BrowserContext
let page: Page

const passwordOf = (username: string) => passwords.get(username) ?? ''
const heading = (name: string | RegExp, of = page) => of.getByRole('heading', { level: 1, name })
const loginPage = (of = page) => heading('Sign in', of).waitFor()
const inside = (of = page) => of.getByRole('button', { name: /^Account of/ }).waitFor()

/** What local storage keeps of the session. */
const remembered = () => page.evaluate<string | null>("localStorage.getItem('kaiku.session')")

/** Names of cookies, but the one that says only that somebody signed in on this device before. */
const cookies = async () => (await context.cookies()).map(({ name }) => name).filter((name) => name !== 'kaiku_device')

/** A browser of its own, in English whatever the account's language is. */
async function newContext(options: { width?: keyof typeof sizes; scheme?: 'light' | 'dark' } = {}) {
  const made = await browser.newContext({
    viewport: sizes[options.width ?? 'desk'],
    colorScheme: options.scheme ?? 'light',
    locale: 'en-GB',
    // A worker that is quicker than the page asks in its place, and no route of a page stops it.
    serviceWorkers: 'block',
  })
  await made.addInitScript("localStorage.setItem('kaiku.locale', 'en')")
  return made
}

beforeAll(async () => {
  running = await startKaiku({ sample: true })
  browser = await openBrowser()
  passwords = await vi.waitFor(
    () => {
      const found = readSignIns(running.printed())
      if (!found.has('kuu')) throw new Error('no sign-ins are printed')
      return found
    },
    { timeout: 20_000 },
  )
})
afterAll(async () => {
  await browser?.close()
  await running?.stop()
})
beforeEach(async () => {
  context = await newContext()
  page = await context.newPage()
  return () => context.close()
})

async function signIn(username: string, at = '/') {
  await page.goto(`${running.address}${at}`)
  await loginPage()
  await enterPassword(page, username, passwordOf(username))
  await inside()
}

describe('signing in by password', () => {
  it('refuses a wrong one, lets the right one in, and goes on after a reload and in a second tab', async () => {
    await page.goto(running.address)
    await enterPassword(page, 'root', 'certainly not this')
    await page.getByText('Wrong username or password.').waitFor()
    await enterPassword(page, 'root', passwordOf('root'))
    await heading('All stores').waitFor()
    expect(decodeURIComponent(page.url())).toContain('/page/overview/store-visits/region,all;ftime=')
    expect(await remembered()).toBeNull()

    await page.reload()
    await inside()
    const second = await context.newPage()
    await second.goto(running.address)
    await inside(second)

    await choose(page, 'Sign out')
    await page.getByText('You have signed out.').waitFor()
    await second.getByText('You have signed out.').waitFor()
    await page.reload()
    await loginPage()
    expect(await cookies()).toEqual([])
  })

  it('keeps the session in local storage only when it is to be remembered', async () => {
    await page.goto(running.address)
    await page.getByLabel('Stay signed in on this device').check()
    await enterPassword(page, 'clara', passwordOf('clara'))
    await inside()
    await expect.poll(remembered).toMatch(/^[\w-]{43}$/)
    expect(await cookies()).toEqual([])
    await choose(page, 'Sign out')
    await loginPage()
    expect(await remembered()).toBeNull()
  })

  it('says when a session was ended elsewhere, and goes on where one was', async () => {
    await signIn('clara')
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Comments' }).click()
    await page.waitForURL(/\/page\/comments\//)
    const at = page.url()
    const other = await newContext()
    const elsewhere = await other.newPage()
    await elsewhere.goto(running.address)
    await enterPassword(elsewhere, 'clara', passwordOf('clara'))
    await inside(elsewhere)
    await choose(elsewhere, 'My account')
    await elsewhere.getByRole('button', { name: 'Sign out all others' }).click()
    await elsewhere.getByRole('button', { name: 'Sign out all others' }).waitFor({ state: 'hidden' })
    await other.close()

    await page.reload()
    await loginPage()
    await enterPassword(page, 'clara', passwordOf('clara'))
    await inside()
    expect(page.url()).toBe(at)
  })

  it('leads from a forgotten password by mail to a new one', async () => {
    await page.goto(running.address)
    await page.getByLabel('Username or email').fill('ritva')
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await expect.poll(() => page.getByLabel('Username or email').inputValue()).toBe('ritva')
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText('If the account exists').waitFor()
    const { text } = await mailTo(running, 'ritva@sample.invalid')
    const link = /https?:\S+\/(\?reset=[\w-]+)/.exec(text)?.[1] ?? ''
    await page.goto(`${running.address}/${link}`)
    await heading('New password').waitFor()
    await page.getByLabel('New password', { exact: true }).fill('three herons at dusk')
    await page.getByLabel('Repeat new password').fill('three herons at dawn')
    await page.getByRole('button', { name: 'Save and sign in' }).click()
    await page.getByText('The passwords don’t match').waitFor()
    await page.getByLabel('Repeat new password').fill('three herons at dusk')
    await page.getByRole('button', { name: 'Save and sign in' }).click()
    await inside()
    expect(page.url()).not.toContain('reset=')
    await page.goto(`${running.address}/${link}`)
    await heading('This link no longer works').waitFor()
  })

  it('signs in by a printed link, once', async () => {
    const token = await entryOf(running, 'mikko')
    await page.goto(`${running.address}/?enter=${token}`)
    await inside()
    expect(page.url()).not.toContain(token)
    const other = await newContext()
    const late = await other.newPage()
    await late.goto(`${running.address}/?enter=${token}`)
    await late.getByText('This link has expired or has already been used').waitFor()
    await other.close()
  })
})

describe('signing in at the identity provider', () => {
  const atProvider = async (username: string) => {
    await page.getByRole('button', { name: 'Single sign-on' }).click()
    await page.waitForURL(/\/auth\/realms\//)
    await page.locator('input[name=username]').fill(username)
    await page.locator('input[type=password]').fill(passwordOf(username))
    await page.locator('button[type=submit]').first().click()
    await inside()
  }

  it('comes back signed in, stays so silently, refreshes its token, and signs out of the provider too', async () => {
    const named = new Set<string | null>()
    page.on('request', (request) => named.add(new URL(request.url()).searchParams.get('redirect_uri')))
    const deep = '/ranking/store-visits/region,all?sort=-nps'
    await page.goto(running.address + deep)
    await loginPage()
    await atProvider('root')
    await heading('All stores').waitFor()
    // The provider knows the start alone; the tab knows where it wanted to go.
    const { origin } = new URL(running.address)
    expect(named).toEqual(new Set([null, `${origin}/`, `${origin}/silent-check-sso.html`]))
    await expect.poll(() => page.url()).toBe(running.address + deep)
    await page.reload()
    await inside()
    const second = await context.newPage()
    await second.clock.install()
    await second.goto(page.url())
    await inside(second)

    const refreshed = second.waitForResponse(
      (reply) => reply.url().endsWith('/token') && (reply.request().postData() ?? '').includes('refresh_token'),
    )
    await second.clock.fastForward('04:50')
    expect((await refreshed).status()).toBe(200)
    await second.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Comments' }).click()
    await second.waitForURL(/\/page\/comments\//)

    await choose(page, 'Sign out')
    await page.waitForURL(`${running.address}/`)
    await loginPage()
    await loginPage(second)
  })

  it('ends the session when the token cannot be refreshed', async () => {
    await page.clock.install()
    await page.goto(running.address)
    await loginPage()
    await atProvider('root')
    await page.route('**/protocol/openid-connect/token', (route) => route.fulfill({ status: 400, json: {} }))
    await page.clock.fastForward('30:00')
    await page.getByText('Your session has expired').waitFor()
  })

  it('does without the cookies of others: one silent way there and back, and no loop', async () => {
    await page.goto(running.address)
    await loginPage()
    await atProvider('root')
    const at = page.url()
    // What a browser says that hides the provider's cookies in frames.
    await page.route('**/3p-cookies/step1.html', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script>parent.postMessage("unsupported", "*")</script>' }),
    )
    let visits = 0
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) visits += 1
    })
    await page.reload()
    await inside()
    expect(page.url()).toBe(at)
    expect(visits).toBeLessThan(8)
    await context.clearCookies()
    await page.reload()
    await loginPage()
    await page.reload()
    await loginPage()
  })

  it('says so when the configuration or the provider does not answer, and lets a password in all the same', async () => {
    await page.route('**/api/config/client*', (route) => route.abort())
    await page.goto(running.address)
    await heading('Kaiku isn’t responding').waitFor()
    await page.route('**/auth/realms/**', (route) => route.abort())
    await page.unroute('**/api/config/client*')
    // It begins by itself once it can.
    await heading('The sign-in service isn’t responding').waitFor()
    await page.getByRole('button', { name: 'Sign in with a password' }).click()
    await enterPassword(page, 'clara', passwordOf('clara'))
    await inside()
  })
})

describe('who is signed in', () => {
  it('changes to another of their universes', async () => {
    await signIn('dora')
    expect(page.url()).toContain('universe=sample')
    await choose(page, 'Kuutamo Hotels')
    await page.waitForURL(/universe=kuutamo/)
    await inside()
    await page.reload()
    await inside()
    expect(page.url()).toContain('universe=kuutamo')
  })

  it('stays in that universe on every screen, over a reload and through the eyes of another', async () => {
    await signIn('root', '/?universe=kuutamo')
    await choose(page, 'Users')
    await page.waitForURL(/userlist\/guests\?universe=kuutamo/)
    await page.reload()
    await page.getByRole('link', { name: 'Dora Weiss' }).click()
    await page.getByRole('button', { name: 'View as' }).click()
    const banner = page.getByRole('complementary').filter({ hasText: 'viewing as dora' })
    await banner.waitFor()
    expect(page.url()).toContain('universe=kuutamo')
    await banner.getByRole('button', { name: 'Stop' }).click()
    await page.waitForURL(/usereditor\/guests\/[\w-]+\?universe=kuutamo/)
    await heading('Dora Weiss').waitFor()
  })

  it('sees what belongs to their kind: users for administrators, the backend for root', async () => {
    const everybody = ['My account', 'My tasks', 'Scheduled emails', 'Share links']
    const writing = [...everybody, 'Administration', 'Campaigns', 'Survey and forms', 'Response checks']
    const looking = ['Users', 'Universe settings', 'System messages', 'Usage', 'Audit log', 'Background work']
    const administrator = [...writing, 'New survey', ...looking]
    for (const [username, items] of [
      ['mikko', [...everybody, 'Response checks', 'Sign out']],
      ['aino', [...administrator, 'Sign out']],
      ['root', [...administrator, 'Surveys (backend)', 'Health of Kaiku', 'Kuutamo Hotels', 'Pohjola', 'Sign out']],
    ] as const) {
      await signIn(username)
      await page.getByRole('button', { name: /^Account of/ }).click()
      await expect
        .poll(() => page.getByRole('menu', { name: 'Account' }).getByRole('menuitem').allTextContents())
        .toEqual(items)
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await loginPage()
    }
  })

  it('meets an error of which root reads, without what it quotes, and clears it', async () => {
    const breaks = (words: string) =>
      page.evaluate(`window.dispatchEvent(new ErrorEvent('error', { error: new TypeError(${JSON.stringify(words)}) }))`)
    await signIn('mikko')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await breaks('no such answer: "Rude staff" of 17')
    await breaks('no such answer: "Long queue" of 4711')
    await expect.poll(() => page.getByRole('button', { name: /^Errors/ }).count()).toBe(0)
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await loginPage()
    await signIn('root')
    await page.getByRole('button', { name: '1 type of error' }).click()
    const menu = page.getByRole('dialog', { name: 'Errors' })
    const [entry] = await menu.getByRole('listitem').allInnerTexts()
    expect(entry).toMatch(/^2\s+TypeError: no such answer: “…” of #\s+mikko · .* · browser · page/)
    await menu.getByRole('button', { name: 'Clear list' }).click()
    await menu.getByText('No errors since the list was last cleared.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await loginPage()
  })

  it('is told while root acts as somebody else, and stops', async () => {
    await signIn('root')
    await choose(page, 'Users')
    await page.getByRole('link', { name: 'Mikko Virtanen' }).click()
    await page.getByRole('main').getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Sign in as this user' }).click()
    const asked = page.getByRole('dialog', { name: 'Sign in as Mikko Virtanen?' })
    await asked.getByText('The audit log records both names.').waitFor()
    await asked.getByRole('button', { name: 'Sign in as this user' }).click()
    const banner = page.getByRole('complementary', { name: 'Signed in as another user' })
    await banner.getByText('You are root, signed in as mikko.').waitFor()
    await choose(page, 'My account')
    await page.getByText('Only the owner can change this account.').waitFor()
    await banner.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Account of Rauha Root' }).waitFor()
    expect(await banner.count()).toBe(0)
  })

  it('changes their own account', async () => {
    await signIn('sven')
    await choose(page, 'My account')
    await heading('My account').waitFor()
    await page.getByLabel('First name').fill('Sven-Olof')
    await page.getByLabel('Email', { exact: true }).fill('sven.olof@sample.invalid')
    await page.getByLabel('Enter your password to change your email').fill('not his password')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Wrong password').waitFor()
    await page.getByLabel('Enter your password to change your email').fill(passwordOf('sven'))
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByLabel('Current password').fill(passwordOf('sven'))
    await page.getByLabel('New password', { exact: true }).fill('forty geese over Skåne')
    await page.getByLabel('Repeat new password').fill('forty geese over Skåne')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password changed').waitFor()
    await page.reload()
    await page.getByText('this session').waitFor()
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Sven-Olof')
  })
})

describe('links to what asks for a sign-in', () => {
  it('lead there afterwards, also when written with a hash', async () => {
    await page.goto(`${running.address}/#/ranking/store-visits/region,all?sort=-nps`)
    await loginPage()
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/ranking/store-visits/region,all?sort=-nps')
    expect(new URL(page.url()).searchParams.get('survey')).toBe('store-visits')
    await enterPassword(page, 'root', passwordOf('root'))
    await page.waitForURL(`${running.address}/ranking/store-visits/region,all?sort=-nps`)
    await inside()
  })

  it('never lead to another site', async () => {
    await page.goto(`${running.address}/?redirect=${encodeURIComponent('//evil.example/x')}`)
    await enterPassword(page, 'root', passwordOf('root'))
    await inside()
    expect(new URL(page.url()).origin).toBe(running.address)
  })

  it('are counted when they ask for it, for nobody at first and for the person after the sign-in', async () => {
    const path = '/page/overview/store-visits/region,all?linkable=newsletter-7'
    await page.goto(`${running.address}${path}`)
    await loginPage()
    const stores = await openStores({ data: running.data })
    const hits = async () =>
      (
        await stores.service.query<{ path: string; survey: string; linkable: string; username: string | null }>(
          `select e.path, e.survey, e.linkable, p.username from analytics_event e left join person p on p.id = e.person
            where e.name = 'linkable_hit'`,
        )
      ).rows
    const hit = { path: '/page/overview/store-visits/region,all', survey: 'store-visits', linkable: 'newsletter-7' }
    try {
      await expect.poll(hits, { timeout: 10_000 }).toEqual([{ ...hit, username: null }])
      await enterPassword(page, 'root', passwordOf('root'))
      await page.waitForURL(`${running.address}${path}`)
      await expect.poll(hits, { timeout: 10_000 }).toEqual([{ ...hit, username: 'root' }])

      // A link that is made here says how often it was followed.
      const links = page.getByRole('list', { name: 'Links of this survey' })
      const seeLinks = () => page.goto(`${running.address}/links/store-visits`)
      const share = async () => {
        await page.getByRole('button', { name: 'Page menu' }).click()
        await page.getByText('Share link', { exact: true }).click()
        await page.getByLabel('Name').waitFor()
      }
      await share()
      await page.getByLabel('Name').fill('Monday mail')
      await page.getByLabel('Note').fill('For the board')
      await page.getByRole('button', { name: 'Create and copy link' }).click()
      await page.getByLabel('Note').waitFor({ state: 'detached' })
      await seeLinks()
      await links.getByText('Not opened yet').waitFor()
      const { rows } = await stores.service.query<{ linkable: string; path: string }>(
        'select linkable, path from counted_link',
      )
      expect(rows).toEqual([{ linkable: expect.any(String), path: hit.path }])
      await page.goto(`${running.address}${hit.path}?linkable=${rows[0]?.linkable}`)
      await inside()
      await seeLinks()
      await links.getByText('Opened: 1 · People: 1 · Before sign-in: 0').waitFor()
      await links.getByText('For the board').waitFor()
      await links.getByRole('button', { name: 'Visits' }).click()
      const visits = page.getByRole('dialog', { name: 'Visits: Monday mail' })
      await visits.getByRole('row', { name: /1 0$/ }).waitFor()
      await page.keyboard.press('Escape')
      expect(await seriousFaults(page, axe)).toEqual([])

      // Who follows one that was withdrawn is told, and not counted.
      await links.getByRole('button', { name: 'End' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
      await links.getByText('Ended').waitFor()
      await page.goto(`${running.address}${hit.path}?linkable=${rows[0]?.linkable}`)
      await page.getByText('This link has ended.').waitFor()
      await seeLinks()
      await links.getByText('Opened: 1 · People: 1 · Before sign-in: 0').waitFor()
      await links.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('No links yet').waitFor()
    } finally {
      await stores.close()
    }
  })
})

describe('the pages of signing in', () => {
  it.each(looks)('have no serious fault of accessibility on a %s, %s', async (width, scheme) => {
    await context.close()
    context = await newContext({ width, scheme })
    page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    await page.goto(running.address)
    await loginPage()
    expect(await seriousFaults(page, axe)).toEqual([])
    await enterPassword(page, 'root', passwordOf('root'))
    await inside()
    await choose(page, 'My account')
    await page.getByText('this session').waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await expectFits(page)
    expect(faults).toEqual([])
  })
})

describe('a new Kaiku without the sample', () => {
  it('makes its operator’s account by the printed link, once', async () => {
    const bare = await startKaiku({ sample: false })
    try {
      const find = () => /https?:\S+\/(\?setup=[\w-]+)/.exec(bare.printed())?.[1]
      await expect.poll(find, { timeout: 10_000 }).toBeDefined()
      await page.goto(`${bare.address}/${find()}`)
      await heading('Set up Kaiku').waitFor()
      await page.getByLabel('Username').fill('olli')
      await page.getByLabel('New password', { exact: true }).fill('nine cranes by the bay')
      await page.getByLabel('Repeat new password').fill('nine cranes by the bay')
      await page.getByRole('button', { name: 'Save and sign in' }).click()
      await heading('Welcome to Kaiku').waitFor()
      await page.goto(`${bare.address}/${find()}`)
      await heading('This link no longer works').waitFor()
    } finally {
      await bare.stop()
    }
  })
})
