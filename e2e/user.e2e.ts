import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { looks, openBrowser, seriousFaults, sizes } from './browser.ts'
import { call, enterAs, entryOf, type Running, startKaiku } from './kaiku.ts'
import { mailTo } from './people.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const password = 'a long enough one'
const survey = 'store-visits'

let running: Running
let browser: Browser

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** A browser of its own, in English whatever the account's language is. */
async function newContext(size: keyof typeof sizes = 'desk', scheme: 'light' | 'dark' = 'light') {
  const context = await browser.newContext({
    ...{ viewport: sizes[size], colorScheme: scheme, locale: 'en-GB' },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.addInitScript("localStorage.setItem('kaiku.locale', 'en')")
  return context
}

/** Chooses a place by its name, where a role is given. */
async function addPlace(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add places Regions' }).first().click()
  const tree = page.getByRole('dialog')
  await tree.getByLabel('Search places').fill(name)
  await tree.getByRole('checkbox', { name }).first().check()
  await tree.getByRole('button', { name: 'Done' }).click()
}

/** A page of the sample's administrator. */
async function asAdministrator(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  const query = new URLSearchParams({ enter: await entryOf(running, 'aino', 'sample'), redirect: path })
  await page.goto(`${running.address}/?${query.toString()}`)
  return page
}

beforeAll(async () => {
  running = await startKaiku({ sample: true })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await running?.stop()
})

describe('who manages the users of Finland only', () => {
  it('sees what they may not grant, and why, before they are refused', async () => {
    const aino = await enterAs(running, 'aino', 'sample')
    const fields = { surveys: null, rows: {}, figures: null, rules: [] }
    const { roleId } = await call<{ roleId: string }>(running, aino, 'role/create', {
      ...{ name: 'Users of Finland', description: '', permissions: ['seeIndicators', 'manageUsers'], ...fields },
    })
    await call(running, aino, 'user/create', {
      ...{ username: 'finn', email: null, givenName: 'Finn', familyName: 'Ek', locale: 'en' },
      ...{ roles: [{ roleId, rows: { region: [['fi']] } }], invite: false },
    })
    const context = await newContext()
    const page = await context.newPage()
    const enter = await entryOf(running, 'finn', 'sample')
    const path = `/userlist/${survey}?page=roles`
    await page.goto(`${running.address}/?${new URLSearchParams({ enter, redirect: path }).toString()}`)
    await page.getByRole('link', { name: /Administrator/ }).click()
    await page.getByText('This role gives more access than you have.').waitFor()
    await expect.poll(() => page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0)

    await page.goto(`${running.address}${path}`)
    await page.getByRole('button', { name: 'New role' }).click()
    await page.getByText('you don’t have this yourself').first().waitFor()
    await expect.poll(() => page.getByLabel('View comments').isDisabled()).toBe(true)
    await page.goto(`${running.address}/usereditor/${survey}/new`)
    await page.getByLabel('Username').fill('fia')
    await page.getByLabel('Send an invitation by email').uncheck()
    await page.getByLabel('Users of Finland').check()
    await page.getByText('You can’t give more access than you have yourself').waitFor()
    const create = page.getByRole('button', { name: 'Create user' })
    await expect.poll(() => create.isDisabled()).toBe(true)
    await addPlace(page, 'Sweden')
    await expect.poll(() => create.isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Remove Sweden' }).click()
    await addPlace(page, 'Uusimaa')
    expect(await seriousFaults(page, axe)).toEqual([])
    await create.click()
    await heading(page, 'fia').waitFor()

    await page.goto(`${running.address}/userlist/${survey}`)
    await page
      .getByRole('link', { name: /Nyström/ })
      .first()
      .click()
    await page.getByText('Only somebody with the same permissions can change the account').waitFor()
    await page.getByRole('checkbox', { name: /^CX manager/, disabled: true }).waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    expect(await page.getByRole('menuitem', { name: 'Deactivate' }).count()).toBe(0)
    await context.close()
  })
})

describe('an administrator', () => {
  it('invites somebody for one store by the role of all stores, who chooses a password and sees that store only', async () => {
    const context = await newContext()
    const page = await asAdministrator(context, `/userlist/${survey}?page=roles`)
    await page.getByRole('link', { name: /^Store manager/ }).click()
    const who = page.getByRole('region', { name: 'Users with this role' })
    await who.getByText('Finland › Uusimaa › Helsinki Kamppi').waitFor()
    expect(await page.getByRole('button', { name: /Add places/ }).count()).toBe(0)

    await page.goto(`${running.address}/usereditor/${survey}/nobody`)
    await heading(page, 'Couldn’t load the user').waitFor()
    await page.getByText('This doesn’t exist').waitFor()
    await page.getByRole('link', { name: 'Users' }).click()
    await heading(page, 'Users').waitFor()
    await page.goto(`${running.address}/usereditor/${survey}/new`)
    await page.getByLabel('Username').fill('anna')
    await page.getByLabel('Email', { exact: true }).fill('anna@example.com')
    await page.getByLabel('First name').fill('Anna')
    await page.getByLabel('Last name').fill('Aalto')
    await page.getByLabel('Store manager', { exact: true }).check()
    await addPlace(page, 'Lund Nova')
    await page.getByText('Regions: Sweden › Skåne › Lund Nova').first().waitFor()
    // The same role again begins where the first is, and goes without a trace.
    await page.getByRole('button', { name: 'Give this role again with other places Store manager' }).click()
    await page.getByRole('button', { name: 'Remove these places' }).nth(1).click()
    expect(await page.getByRole('button', { name: 'Remove these places' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Create user' }).click()
    await heading(page, 'Anna Aalto').waitFor()
    await page.getByText('Invited', { exact: true }).first().waitFor()

    const link = /https?:\/\/\S+reset=\S+/.exec((await mailTo(running, 'anna@example.com')).text)?.[0] ?? ''
    const other = await newContext()
    const anna = await other.newPage()
    await anna.goto(`${running.address}/${new URL(link).search}`)
    await heading(anna, 'Welcome').waitFor()
    await anna.getByLabel('New password', { exact: true }).fill(password)
    await anna.getByLabel('Repeat new password').fill(password)
    await anna.getByRole('button', { name: 'Save and sign in' }).click()
    await heading(anna, 'Lund Nova').waitFor()
    expect(await anna.getByText('limited to your access').count()).toBe(0)
    await anna.goto(`${running.address}/page/overview/${survey}/region,all,se,se-skane`)
    await anna.getByText('limited to your access').waitFor()
    await anna.getByRole('link', { name: 'Lund Nova', exact: true }).first().waitFor()
    expect(await anna.getByRole('link', { name: 'Malmö Emporia' }).count()).toBe(0)
    await anna.goto(`${running.address}/userlist/${survey}`)
    await anna.getByText('Administrators only').waitFor()
    await other.close()
    await context.close()
  })

  it('is told why a user sees a place or not, and looks through their eyes', async () => {
    const context = await newContext()
    const page = await asAdministrator(context, `/userlist/${survey}`)
    await page.getByLabel('Search by name or email').fill('aalto')
    await page.getByRole('link', { name: 'Anna Aalto' }).click()
    await page.getByRole('button', { name: 'Choose a place' }).click()
    await page.getByRole('dialog').getByRole('radio', { name: 'Finland', exact: true }).click()
    await page.getByText('Anna Aalto cannot: View indicators – Finland').waitFor()
    await page.getByText('The role “Store manager” allows it only elsewhere').waitFor()

    await page.getByRole('button', { name: 'View as' }).click()
    const banner = page.getByRole('complementary').filter({ hasText: 'viewing as anna' })
    await banner.waitFor()
    await heading(page, 'Lund Nova').waitFor()
    await page.reload()
    await banner.getByRole('button').click()
    await heading(page, 'Anna Aalto').waitFor()
    expect(await banner.count()).toBe(0)
    await context.close()
  })

  it('looks through the eyes of who has no role yet, is told so, and comes back', async () => {
    const context = await newContext()
    const page = await asAdministrator(context, `/usereditor/${survey}/new`)
    await page.getByLabel('Username').fill('emil')
    await page.getByLabel('Send an invitation by email').uncheck()
    await page.getByRole('button', { name: 'Create user' }).click()
    await heading(page, 'emil').waitFor()
    await page.getByRole('button', { name: 'View as' }).click()
    await heading(page, 'You don’t have access to any survey yet').waitFor()
    await page.getByText('Contact an administrator').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await heading(page, 'All stores').waitFor()
    await context.close()
  })

  it('is stopped from breaking what was demanded of access, with the person’s name', async () => {
    const context = await newContext()
    const page = await asAdministrator(context, `/userlist/${survey}?page=assertions`)
    await page.getByRole('button', { name: 'New access check' }).click()
    await page.getByLabel('Person').fill('aalto')
    await page.getByRole('button', { name: /Anna Aalto/ }).click()
    await page.getByRole('button', { name: 'Choose a place' }).click()
    await page
      .getByRole('dialog', { name: 'Choose a place' })
      .getByRole('radio', { name: 'Finland', exact: true })
      .click()
    await page.getByLabel('Note (optional)').fill('By contract')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('OK').waitFor()

    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await page.getByLabel('Search by name or email').fill('aalto')
    await page.getByRole('link', { name: 'Anna Aalto' }).click()
    await page.getByLabel('Analyst').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const refused = page.getByRole('alert')
    await refused.getByText('Anna Aalto must not have access: View indicators – Finland').waitFor()
    await refused.getByText('By contract').waitFor()
    await context.close()
  })

  it('imports users from a file after a preview that says what is rejected and why', async () => {
    const context = await newContext()
    const page = await asAdministrator(context, `/userlist/${survey}`)
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog')
    const content =
      'Benutzername;E-Mail;Vorname;Rollen\nbertil;bertil@example.com;Bertil;Analyst\ncarla;;Carla;Nobody’s role\n'
    await dialog
      .locator('input[type="file"]')
      .setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
    await dialog.getByText('isn’t a role of this universe').waitFor()
    const reject = dialog.getByRole('listitem').filter({ hasText: 'Line 3' })
    await expect.poll(() => reject.textContent()).toBe('Line 3 roles Nobody’s role isn’t a role of this universe')
    await dialog.getByRole('button', { name: 'Save 1 user' }).click()
    await dialog.getByText('Import finished.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('link', { name: 'Bertil' }).waitFor()
    expect(await page.getByText('carla').count()).toBe(0)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toContain('bertil@example.com')
    await page.getByText(/\d+ users exported/).waitFor()
    await context.close()
  })

  it.each(looks)('finds nothing serious with axe on a %s in %s', async (size, scheme) => {
    const context = await newContext(size, scheme)
    const page = await asAdministrator(context, `/userlist/${survey}`)
    await page.getByRole('link', { name: 'Anna Aalto' }).waitFor()
    const href = await page.getByRole('link', { name: 'Anna Aalto' }).getAttribute('href')
    for (const [path, ready] of [
      [`/userlist/${survey}`, 'Anna Aalto'],
      [`/userlist/${survey}?page=roles`, 'Store manager'],
      [`/userlist/${survey}?page=assertions`, 'By contract'],
      [href ?? '', 'Effective access'],
      [`/role/${survey}/new`, 'Permissions'],
    ] as const) {
      await page.goto(`${running.address}${path}`)
      await page.getByText(ready).first().waitFor()
      expect([path, await seriousFaults(page, axe)]).toEqual([path, []])
    }
    await context.close()
  })
})
