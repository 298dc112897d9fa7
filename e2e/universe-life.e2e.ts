import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './browser.ts'
import { signInAsRoot } from './kaiku.ts'
import { startTrial, type Trial } from './trial.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
let trial: Trial
beforeAll(async () => {
  trial = await startTrial()
})
afterAll(() => trial?.close())

const picture = async (page: Page, name: string) => {
  if (process.env.KAIKU_PICTURES)
    await page.screenshot({ path: `${process.env.KAIKU_PICTURES}/universe-${name}.png`, fullPage: true })
}

describe('a universe', () => {
  it('is suspended, let go on, and deleted with a certificate by root', async () => {
    const authorization = await signInAsRoot(trial.running, 'ruth')
    const made = await fetch(`${trial.running.address}/api/backend/universes`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'echo', title: 'Echo Oy', timeZone: 'Europe/Helsinki' }),
    })
    expect(made.status).toBe(200)
    const { page, faults, close } = await trial.open(
      `/surveylist/${trial.survey}?universe=try`,
      'desk',
      'light',
      'ruth',
    )
    const universes = page.getByRole('region', { name: 'Universes', exact: true }).getByRole('listitem')
    const echo = universes.filter({ hasText: 'Echo Oy' }).first()
    await echo.getByText('1 user').waitFor()
    await echo.getByRole('button', { name: 'Suspend Echo Oy' }).click()
    const asked = page.getByRole('dialog', { name: 'Suspend Echo Oy?' })
    await asked.getByText('Nobody but root gets in any more').waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, 'suspend')
    await asked.getByRole('button', { name: 'Suspend', exact: true }).click()
    await echo.getByText('suspended by ruth').waitFor()
    await asked.waitFor({ state: 'detached' })
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, 'suspended')
    await echo.getByRole('button', { name: 'Let people into Echo Oy again' }).click()
    await echo.getByText('suspended by ruth').waitFor({ state: 'detached' })

    await echo.getByRole('button', { name: 'Suspend Echo Oy' }).click()
    await asked.getByRole('button', { name: 'Suspend', exact: true }).click()
    await echo.getByRole('button', { name: 'Delete Echo Oy' }).click()
    const last = page.getByRole('dialog', { name: 'Delete Echo Oy?' })
    const act = last.getByRole('button', { name: 'Delete for good' })
    await expect.poll(() => act.isDisabled()).toBe(true)
    await last.getByLabel('Type its name to confirm: echo').fill('echo')
    await picture(page, 'delete')
    expect(await seriousFaults(page, axe)).toEqual([])
    await act.click()
    await last.waitFor({ state: 'detached' })
    const gone = page.getByRole('region', { name: 'Deleted universes' }).getByRole('listitem')
    await gone.getByText('leaves the disk tonight').waitFor()
    await echo.waitFor({ state: 'detached' })
    await picture(page, 'deleted')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      gone.getByRole('button', { name: 'Certificate of Echo Oy (PDF)' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('echo-deletion.pdf')
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
    if (process.env.KAIKU_PICTURES) await file.saveAs(`${process.env.KAIKU_PICTURES}/certificate.pdf`)
    expect(faults).toEqual([])
    await close()

    const phone = await trial.open(`/surveylist/${trial.survey}?universe=try`, 'phone', 'dark', 'ruth')
    await phone.page.getByRole('region', { name: 'Deleted universes' }).waitFor()
    expect(await seriousFaults(phone.page, axe)).toEqual([])
    await picture(phone.page, 'phone-dark')
    expect(phone.faults).toEqual([])
    await phone.close()
  })

  it('is set to what it was before, with what that changes', async () => {
    const { page, faults, close } = await trial.open(`/settings/${trial.survey}`, 'phone', 'dark')
    await page.getByText('Nothing has been changed yet.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Echo group')
    await page.getByLabel('Colour', { exact: true }).fill('#006644')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const versions = page.getByRole('region', { name: 'Earlier versions' }).getByRole('listitem')
    const newest = versions.first()
    await newest.getByText('owner').waitFor()
    await newest.getByText('Version').click()
    await newest.getByText('Echo group').waitFor()
    const oldest = versions.filter({ has: page.locator('summary') }).last()
    await oldest.locator('summary').click()
    await oldest.getByRole('button', { name: 'Go back to version' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Echo group').waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, 'versions')
    await dialog.getByRole('button', { name: 'Go back', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await versions.nth(2).or(page.getByText('Version 3')).first().waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).not.toBe('Echo group')
    expect(faults).toEqual([])
    await close()
  })

  it('is looked after from one page, which leads to each matter and says what it is for', async () => {
    const { page, faults, close } = await trial.open(`/administration/${trial.survey}`, 'desk', 'light')
    await page.getByRole('heading', { name: 'Administration', level: 1 }).waitFor()
    expect(await seriousFaults(page, axe)).toEqual([])
    await picture(page, 'administration')
    await page.getByRole('link', { name: 'Universe settings' }).click()
    await page.getByRole('heading', { name: 'Universe settings', level: 1 }).waitFor()
    expect(faults).toEqual([])
    await close()

    const phone = await trial.open(`/administration/${trial.survey}?universe=try`, 'phone', 'dark', 'ruth')
    await phone.page.getByRole('region', { name: 'All of Kaiku' }).getByRole('link').nth(1).waitFor()
    expect(await seriousFaults(phone.page, axe)).toEqual([])
    await picture(phone.page, 'administration-phone-dark')
    await phone.close()
  })
})
