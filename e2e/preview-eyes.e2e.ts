import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Identity } from '@kaiku/contract/session.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './browser.ts'
import { call, enterAs } from './kaiku.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const survey = 'store-visits'
const blocks = `/survey/${survey}/${survey}?page=blocks`

let sample: Sample
let aino: Identity
beforeAll(async () => {
  sample = await startSample()
  aino = await enterAs(sample.running, 'aino', 'sample')
})
afterAll(() => sample?.close())

const picture = async (page: Page, name: string) => {
  if (process.env.KAIKU_PICTURES) await page.screenshot({ path: `${process.env.KAIKU_PICTURES}/eyes-${name}.png` })
}
const bar = (page: Page) => page.getByRole('complementary', { name: 'Preview of a draft' })

type Written = { version: number; published: string; draft: { revision: number } | null }
/** Keeps a file as it is published, but for one change, as its draft. */
async function draft(file: string, change: (text: string) => string) {
  const {
    version,
    published,
    draft: kept,
  } = await call<Written>(sample.running, aino, `vuejs/surveys/configblocks/one/${survey}/${file}`)
  const text = change(published)
  expect(text).not.toBe(published)
  const body = { text, version, revision: kept?.revision ?? 0 }
  await call(sample.running, aino, `vuejs/surveys/configblocks/${survey}/${file}`, body, 'PUT')
}

type Role = { roleId: string; name: string; permissions: string[]; version: number }

describe('the preview of drafts through other eyes', () => {
  it('shows them as a role at a place, and says so', async () => {
    await draft('indicators.json', (text) => text.replace(/"NPS"/, '"Recommended to friends"'))
    const { page, faults, close } = await sample.open(blocks, 'desk')
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Preview the drafts' })
    await dialog.getByLabel('As a role').selectOption({ label: 'Store manager' })
    await dialog.getByRole('button', { name: 'Choose a place' }).click()
    const places = page.getByRole('dialog').last()
    await places.getByRole('searchbox').fill('Uusimaa')
    await places.getByText('Uusimaa').first().click()
    await picture(page, 'role-dialog')
    expect(await seriousFaults(page, axe)).toEqual([])
    await dialog.getByRole('button', { name: 'Open preview' }).click()
    await bar(page)
      .getByText(/^Draft of store-visits as the role Store manager, .*Uusimaa, not published\.$/)
      .waitFor()
    await page.getByText('Recommended to friends').first().waitFor()
    expect(new URL(page.url()).pathname).toContain('uusimaa')
    expect(await page.getByRole('link', { name: 'Pirkanmaa', exact: true }).count()).toBe(0)
    await picture(page, 'role')
    expect(await seriousFaults(page, axe)).toEqual([])
    await page.reload()
    await bar(page)
      .getByText(/as the role Store manager/)
      .waitFor()
    await bar(page).getByRole('button', { name: 'Leave preview' }).click()
    await page.getByRole('button', { name: 'Indicators indicators.json' }).waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('shows drafted pages alone to who edits pages and no more, and leads back', async () => {
    const roles = await call<Role[]>(sample.running, aino, 'role/list')
    const role = roles.find(({ name }) => name === 'Regional manager')
    const {
      roleId,
      members: _,
      groups: __,
      isAbove: ___,
      ...fields
    } = Object.assign({ roleId: '', members: 0, groups: 0, isAbove: false, permissions: [] as string[] }, role)
    const permissions = [...fields.permissions, 'editPages']
    await call(sample.running, aino, `role/save/${roleId}`, Object.assign({}, fields, { permissions }), 'PUT')
    const address = `/page/trends/${survey}/region,all,fi,fi-uusimaa;ftime=rmonths-11+0`
    const { page, faults, close } = await sample.open(address, 'phone', 'dark', 'ritva')
    await page.getByRole('button', { name: 'Page menu' }).click()
    await page.getByRole('menuitem', { name: 'Edit pages' }).click()
    const toolbar = page.getByRole('toolbar', { name: 'Edit pages' })
    await toolbar.getByRole('button', { name: 'This page' }).click()
    await page.getByRole('group', { name: 'Title' }).getByRole('textbox').first().fill('Morning look')
    await page.keyboard.press('Escape')
    await toolbar.getByRole('button', { name: 'Save as draft', exact: true }).click()
    await page.getByText('Draft saved', { exact: true }).waitFor()
    await toolbar.getByRole('button', { name: 'Preview draft…' }).click()
    await page.getByRole('button', { name: 'Open preview' }).click()
    await bar(page).getByText('Only the pages are drafts here. All else is as published.').waitFor()
    await page.getByText('NPS').first().waitFor()
    expect(await page.getByText('Recommended to friends').count()).toBe(0)
    await picture(page, 'pages-phone-dark')
    expect(await seriousFaults(page, axe)).toEqual([])
    await bar(page).getByRole('button', { name: 'Leave preview' }).click()
    await page.waitForURL(/\/page\/trends\//)
    await expect.poll(() => bar(page).count()).toBe(0)
    expect(faults).toEqual([])
    await close()
  })

  it('shows figures by drafted places, and those of today beside them', async () => {
    await draft('views.json', (text) => {
      const file = JSON.parse(text)
      for (const node of file.views[0].nodes) if (node.id === 'fi-uusimaa') node.parent = 'se'
      return JSON.stringify(file)
    })
    const { page, faults, close } = await sample.open(blocks, 'desk')
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByRole('button', { name: 'Open preview' }).click()
    await page.getByRole('note').getByText('Places as drafted.').waitFor()
    await page.goto(page.url().replace('region,all', 'region,all,se'))
    await page.getByText('Uusimaa').first().waitFor()
    await picture(page, 'places')
    expect(await seriousFaults(page, axe)).toEqual([])
    await page.getByRole('note').getByRole('link', { name: 'Show by today’s places' }).click()
    await page.getByRole('note').getByText('Places as drafted.').waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('link', { name: 'Uusimaa', exact: true }).count()).toBe(0)
    expect(faults).toEqual([])
    await close()
  })

  it('leads from a fault to where it can be mended, and says what turning protection on hides', async () => {
    await draft('settings.json', (text) => JSON.stringify(Object.assign(JSON.parse(text), { protection: true })))
    const { page, close } = await sample.open(blocks, 'desk')
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByRole('button', { name: 'Open preview' }).click()
    await bar(page)
      .getByText(/The draft turns protection on|can’t be shown until this is fixed/)
      .first()
      .waitFor()
    await picture(page, 'protecting')
    await draft('indicators.json', (text) => {
      const file = JSON.parse(text)
      file.indicators[0].question = 'nobody'
      return JSON.stringify(file)
    })
    await bar(page).getByText('indicators.json').first().waitFor()
    await picture(page, 'faulty')
    await bar(page)
      .getByRole('listitem')
      .filter({ hasText: 'indicators.json' })
      .getByRole('button', { name: 'Fix it' })
      .first()
      .click()
    await page.getByRole('region', { name: 'Indicators' }).getByText('nobody').first().waitFor()
    expect(new URL(page.url()).searchParams.get('block')).toBe('indicators.json')
    await close()
  })
})
