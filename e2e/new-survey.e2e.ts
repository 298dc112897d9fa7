import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, openPage, seriousFaults, sizes } from './browser.ts'
import { expectFits } from './fits.ts'
import { type Running, startKaiku } from './kaiku.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const pictures = process.env.KAIKU_PICTURES
const cities = ['Helsinki', 'Espoo', 'Stockholm', 'Malmö']
const password = 'nine cranes by the bay'

/** A file as a hotel might have it: `from`, `count`: which rows; `changed`: one of them is answered otherwise now. */
const guests = (from: number, count: number, changed = -1) =>
  [
    'Response no,Visit date,Country,City,Recommend,Room,Service,Comment,Email',
    ...Array.from({ length: count }, (_, row) => {
      const at = from + row
      return [
        ...[at + 1, `0${(at % 9) + 1}/0${(at % 6) + 1}/2026`, at % 4 < 2 ? 'Finland' : 'Sweden', cities[at % 4]],
        ...[at === changed ? 0 : 10 - (at % 11), (at % 5) + 1, at % 17 === 0 ? 9 : ((at * 3) % 5) + 1],
        ...[at % 3 === 0 ? `The people at the desk helped us ${at} times` : '', `guest${at}@example.com`],
      ].join(',')
    }),
  ].join('\n')

describe('from nothing to a survey', () => {
  let running: Running
  let browser: Browser
  let folder: string
  let page: Page
  let faults: string[]
  let close: () => Promise<void>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kaiku-guests-'))
    ;[running, browser] = await Promise.all([startKaiku({ sample: false }), openBrowser()])
    ;({ page, faults, close } = await openPage(browser, 'about:blank', 'desk'))
  })
  afterAll(async () => {
    await close?.()
    await browser?.close()
    await running?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const fileNamed = async (name: string, content: string) => {
    const file = join(folder, name)
    await writeFile(file, content)
    return file
  }
  /** Looks at the screen as it is, in the size of a phone and in the other colour, too. */
  async function look(name: string) {
    expect(await seriousFaults(page, axe), name).toEqual([])
    for (const [size, scheme] of [
      ['phone', 'dark'],
      ['desk', 'dark'],
      ['phone', 'light'],
      ['desk', 'light'],
    ] as const) {
      if (!pictures && size === 'desk' && scheme === 'dark') continue
      await page.setViewportSize(sizes[size])
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      if (size === 'phone') await expectFits(page, name)
      if (pictures)
        await page.screenshot({ path: join(pictures, `new-survey-${name}-${size}-${scheme}.png`), fullPage: true })
    }
    expect(await seriousFaults(page, axe), name).toEqual([])
  }

  it('makes the first account and universe by the printed link', async () => {
    const find = () => /https?:\S+\/(\?setup=[\w-]+)/.exec(running.printed())?.[1]
    await expect.poll(find, { timeout: 10_000 }).toBeDefined()
    await page.goto(`${running.address}/${find()}`)
    await heading('Set up Kaiku').waitFor()
    await page.getByLabel('Username').fill('olli')
    await page.getByLabel('Organisation').fill('Pohjola Hotels')
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('Repeat new password').fill(password)
    await button('Save and sign in').click()
    await heading('Welcome to Kaiku').waitFor()
    await button('Make a survey from a file').waitFor()
    await look('start')
  })

  it('makes another universe, of which its maker is the administrator', async () => {
    await page.goto(`${running.address}/sl`)
    await page.getByText('Pohjola Hotels').first().waitFor()
    await button('New universe').click()
    const dialog = page.getByRole('dialog', { name: 'New universe' })
    await dialog.getByLabel('Name', { exact: true }).fill('Hotellit Öst')
    await expect.poll(() => dialog.getByLabel('Name in addresses').inputValue()).toBe('hotellit-ost')
    await dialog.getByLabel('Time zone').fill('Europe/Nowhere')
    await dialog.getByRole('button', { name: 'Create universe' }).click()
    await dialog.getByRole('alert').getByText('Europe/Nowhere').waitFor()
    await dialog.getByLabel('Time zone').fill('Europe/Helsinki')
    await look('universe')
    await dialog.getByRole('button', { name: 'Create universe' }).click()
    await heading('Welcome to Kaiku').waitFor()
    expect(page.url()).toContain('universe=hotellit-ost')
  })

  it('refuses what is no file of answers, in words', async () => {
    await button('Make a survey from a file').click()
    await heading('New survey').waitFor()
    await look('drop')
    await page.getByLabel('Drop a file here').setInputFiles(await fileNamed('empty.csv', 'a,b\n'))
    await page.getByRole('alert').getByText('no rows').waitFor()
  })

  it('says what a file holds, asks what it does not say, and keeps the answers over a reload', async () => {
    await page.getByLabel('Drop a file here').setInputFiles(await fileNamed('guests 2026.csv', guests(0, 120)))
    await heading('guests 2026').waitFor()
    await page.getByText('120 rows').waitFor()
    const doubt = (name: RegExp) => page.getByRole('group', { name })
    await doubt(/How are the dates in “Visit date” written/)
      .getByLabel('Month first')
      .check()
    await doubt(/Is this your hierarchy of places: Country › City/)
      .getByLabel('Yes', { exact: true })
      .isChecked()
    const outside = doubt(/Service: is 9 an answer/)
    await expect.poll(() => outside.getByLabel('No, it means no answer').isChecked()).toBe(true)
    await page.getByLabel('Title of Room', { exact: true }).fill('How did you like the room?')
    await page.getByLabel('Title of Room', { exact: true }).blur()
    await page.getByLabel('Type of Comment').selectOption({ label: 'Left out' })
    await page.getByText('Left out, as you decided').waitFor()
    await page.getByRole('button', { name: 'Use it' }).click()
    await page.getByLabel('Type of Comment').waitFor()
    await look('understood')
    await page.reload()
    await heading('guests 2026').waitFor()
    expect(
      await doubt(/How are the dates/)
        .getByLabel('Month first')
        .isChecked(),
    ).toBe(true)
    await expect
      .poll(() => page.getByLabel('Title of Room', { exact: true }).inputValue())
      .toBe('How did you like the room?')
  })

  it('shows the figures of the first page before anything is published', async () => {
    await button('Next').click()
    await page.getByText('Computed from all 120 rows of the file.').waitFor()
    await page.getByText('No row will be rejected.').waitFor()
    const tile = page.locator('dl > div').filter({ hasText: 'NPS' })
    await expect.poll(() => tile.textContent()).toContain('−45.0')
    await page.getByText('Finland', { exact: true }).waitFor()
    await look('preview')
  })

  it('publishes, imports and opens the dashboard', async () => {
    await button('Next').click()
    await page.getByLabel('Name of the survey').fill('Guests')
    await page.getByLabel('Name of the survey').blur()
    await page.getByText('In addresses: guests', { exact: true }).waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), button('Download the definition').click()])
    expect(download.suggestedFilename()).toContain('guests-definition')
    await look('publish')
    await button('Publish').click()
    await page.getByText('120 responses imported, 0 rows rejected.').waitFor()
    await look('done')
    await button('Open the dashboard').click()
    await expect.poll(() => page.locator('main').textContent(), { timeout: 30_000 }).toContain('−45.0')
    if (pictures) await page.screenshot({ path: join(pictures, 'new-survey-dashboard.png'), fullPage: true })
    expect(page.url()).toContain('/page/overview/guests/')
  })

  it('is gone on with: a component is added, an alert rule and an effect made, a colleague added', async () => {
    await page.getByRole('button', { name: 'Page menu' }).click()
    await page.getByRole('menuitem', { name: 'Edit pages' }).click()
    const tools = page.getByRole('toolbar')
    await tools.getByRole('button', { name: 'Add component', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Distribution/ })
      .click()
    const panel = page.getByRole('complementary', { name: 'Distribution' })
    await panel.getByLabel('Question').selectOption({ label: 'Service' })
    await panel.getByRole('textbox', { name: 'Title' }).fill('Service at the desk')
    await tools.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Pages published').waitFor()
    await page.getByRole('heading', { level: 2, name: /Service at the desk/ }).waitFor()

    await page.goto(`${running.address}/alertrules/guests?universe=hotellit-ost`)
    await page.getByRole('button', { name: 'New rule on responses' }).click()
    const form = page.getByRole('region', { name: 'New rule' })
    await form.getByRole('group', { name: 'Name' }).getByLabel('Name', { exact: true }).fill('Detractor')
    await form.getByRole('combobox', { name: 'Add condition' }).first().selectOption({ label: 'Recommend' })
    await form.getByLabel(/^Recommend.*from/i).fill('0')
    await form.getByLabel(/^Recommend.*to/i).fill('3')
    const title = form.getByRole('group', { name: 'Alert title' }).getByLabel('Alert title', { exact: true })
    await title.fill('{place}: an unhappy guest')
    await form.getByRole('button', { name: 'Publish' }).click()
    const asked = page.getByRole('dialog', { name: 'Publish' })
    await asked.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('heading', { name: 'Medium: Detractor' }).waitFor()

    await page.goto(`${running.address}/survey/guests/guests?universe=hotellit-ost`)
    await page.getByRole('link', { name: 'Effects', exact: true }).click()
    await page.getByText('No effects yet').waitFor()
    await page.getByRole('button', { name: 'New effect' }).click()
    const effect = page.getByRole('region', { name: 'New effect' })
    await effect.getByRole('group', { name: 'Name' }).getByLabel('Name', { exact: true }).fill('Happy guest')
    await effect.getByRole('combobox', { name: 'Add condition' }).first().selectOption({ label: 'Recommend' })
    await effect.getByLabel(/^Recommend.*from/i).fill('9')
    await effect.getByLabel(/^Recommend.*to/i).fill('10')
    await effect.getByLabel('Add: Tags').fill('happy')
    await page.keyboard.press('Enter')
    await effect
      .getByRole('combobox', { name: 'Add', exact: true })
      .selectOption({ label: 'Award points to the place' })
    await effect
      .getByRole('region', { name: 'Award points to the place' })
      .getByRole('spinbutton', { name: 'Points' })
      .fill('5')
    await look('effect')
    // The answers are older than the days that are tried.
    await page.getByRole('region', { name: 'Test on past days' }).getByText('Nobody would have been touched').waitFor()
    await effect.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog', { name: 'Publish' }).getByRole('button', { name: 'Publish' }).click()
    const made = page.getByRole('list', { name: 'Published effects' }).getByRole('listitem')
    await made.getByText('Recommend: 9–10').waitFor()
    await made.getByText('Award points to the place: 5').waitFor()

    await page.goto(`${running.address}/usereditor/guests/new?universe=hotellit-ost`)
    await page.getByLabel('Username').fill('dora')
    await page.getByLabel('Send an invitation by email').uncheck()
    await page.getByLabel('Viewer', { exact: true }).check()
    await page.getByRole('button', { name: 'Create user' }).click()
    await heading('dora').waitFor()
  })

  it('has its places arranged: one moves, another gets the name that people use', async () => {
    await page.goto(`${running.address}/survey/guests/guests?universe=hotellit-ost`)
    await page.getByRole('link', { name: 'Places', exact: true }).click()
    await page.getByRole('button', { name: 'Arrange by hand' }).click()
    const place = (name: RegExp) => page.getByRole('treeitem', { name })
    await place(/^Finland/).click()
    await page.keyboard.press('ArrowRight')
    await place(/^Espoo/).click()
    await page.keyboard.press('m')
    const move = page.getByRole('dialog', { name: /^Move/ })
    await move.getByRole('radio', { name: 'Sweden', exact: true }).check()
    await move.getByText('30 interviews will count at another place.').waitFor()
    await move.getByRole('button', { name: 'Move', exact: true }).click()
    await place(/^Finland/).click()
    const name = page.getByLabel(/^Name/).first()
    await name.fill('Suomi')
    await name.press('Tab')
    await place(/^Suomi/).waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    const asked = page.getByRole('dialog', { name: 'Publish' })
    await asked.getByText('1 place moved').waitFor()
    await asked.getByText('1 place renamed').waitFor()
    await asked.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Places published').waitFor()
    // The dashboard counts them where they stand now.
    await page.goto(`${running.address}/sl?universe=hotellit-ost`)
    await page
      .getByRole('link', { name: /Guests/ })
      .first()
      .click()
    await page.waitForURL(/guests/)
    await expect.poll(() => page.locator('main').textContent(), { timeout: 30_000 }).toContain('Suomi')
  })

  it('takes a later file: what is new, changed and rejected, then the way back', async () => {
    await page.goto(`${running.address}/work/guests?universe=hotellit-ost`)
    await button('Import a file').click()
    const dialog = page.getByRole('dialog', { name: 'Import responses' })
    const later = `${guests(110, 20, 112)}\n200,01/01/2026,Finland,Espoo,99,1,1,,x@example.com`
    await dialog.locator('input[type=file]').setInputFiles(await fileNamed('later.csv', later))
    const count = (name: string) =>
      dialog
        .locator('dl > div')
        .filter({ hasText: new RegExp(`^${name}`) })
        .locator('dd')
        .textContent()
    await dialog.getByText('Unchanged').waitFor()
    expect([await count('New'), await count('Changed'), await count('Unchanged'), await count('Rejected')]).toEqual([
      ...['10', '1', '9', '1'],
    ])
    await look('later')
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.getByText('The file has been imported.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    const line = page.getByRole('listitem').filter({ hasText: 'later.csv' })
    await line.getByText('Done').waitFor()
    await line.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
    await line.getByText('Undone').waitFor()
    // What was refused on purpose is told by Chromium, too.
    expect(faults.filter((fault) => !fault.includes('status of 400'))).toEqual([])
  })
})
