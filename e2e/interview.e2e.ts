import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { openStores } from '@kaiku/server/db/stores.ts'
import { readPdf } from '@kaiku/server/document/read-pdf.fixture.ts'
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { looks, openPage, seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const lastYear = 'region,all;ftime=rmonths-11+0'

let sample: Sample
beforeAll(async () => {
  sample = await startSample()
})
afterAll(() => sample?.close())

describe('the interviews behind a figure', () => {
  it('open from the menu of a component, one after the other, and carry what colleagues note', async () => {
    const { page, faults, close } = await sample.open(`/page/overview/store-visits/${lastYear};channel=collect`, 'desk')
    await page
      .getByRole('button', { name: /^Menu for/ })
      .first()
      .click()
    await page.getByText('Show interviews').click()
    await page.waitForURL(/\/page\/interviews\/store-visits\/.*channel=collect/)
    const list = page.getByRole('table')
    const opened = list.getByRole('rowheader')
    await opened.nth(49).waitFor()
    await expect.poll(() => opened.count()).toBe(50)
    await page.getByRole('button', { name: 'Show more interviews' }).click()
    const scroller = page.getByRole('region', { name: 'Interviews', exact: true }).filter({ has: list }).last()
    const sight = async () => {
      await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2))
      return Number(await opened.last().locator('xpath=..').getAttribute('aria-rowindex'))
    }
    await expect.poll(sight, { timeout: 20_000 }).toBeGreaterThan(100)
    await scroller.evaluate((element) => element.scrollTo(0, 0))

    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Channel' }).click()
    await list.getByRole('columnheader', { name: 'Channel' }).waitFor()
    await page.keyboard.press('Escape')

    await list.getByRole('button', { name: 'Channel' }).click()
    await list.getByRole('columnheader', { name: 'Channel' }).and(page.locator('[aria-sort="ascending"]')).waitFor()
    await page.getByRole('button', { name: 'Download interviews' }).click()
    const told = await page.getByText(/interviews, as shown$/).textContent()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'As CSV' }).click(),
    ])
    const [head = '', ...rows] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
    expect(head.split(',')).toContain('Channel')
    expect(rows.at(-1)).toBe(`Interviews,${told?.replace(/\D/g, '')}`)

    await opened.first().getByRole('link').click()
    const title = page.getByRole('heading', { level: 1, name: /^Interview of/ })
    await title.waitFor()
    await page.getByRole('button', { name: 'Download this interview' }).click()
    const [document] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'As PDF' }).click(),
    ])
    const { isTagged, pages } = await readPdf(await readFile(await document.path()))
    expect(isTagged).toBe(true)
    expect(pages.join(' ')).toContain('Store visits')
    const first = page.url()
    await page.getByText(/^1 of [\d,]+$/).waitFor()
    await page
      .getByRole('region', { name: 'Scores' })
      .getByText(/\(n\s[\d,]+\)/)
      .first()
      .waitFor()
    await page.keyboard.press('j')
    await page.waitForURL((url) => url.href !== first)
    await page.getByText(/^2 of [\d,]+$/).waitFor()
    await title.waitFor()

    await page.getByLabel(/^New note/).fill('Called back, all is well.')
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByRole('listitem').getByText('Called back, all is well.').waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('listitem').getByRole('combobox').fill('Called back, all is well. Twice.')
    await page.getByRole('button', { name: 'Save note' }).click()
    await page.getByText(/· edited/).waitFor()
    await page.reload()
    await page.getByRole('listitem').getByText('Called back, all is well.').waitFor()
    await page.getByText(/^2 of [\d,]+$/).waitFor()
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await page.waitForURL(/\/page\/interviews\//)
    expect(faults).toEqual([])
    await close()
  })

  it('follow one another to the end of the selection, also where the list had not loaded it', async () => {
    const { page, faults, close } = await sample.open('/upgrade', 'desk')
    const isMore = (route: Route) => route.request().postData()?.includes('"after"') === true
    await page.route('**/api/result/query/**', (route) => (isMore(route) ? route.abort() : route.continue()))
    await page.goto(`${sample.running.address}/page/interviews/store-visits/${lastYear}`)
    await page.getByRole('rowheader').nth(49).getByRole('link').click()
    const total = Number((await page.getByText(/^50 of /).textContent())?.replace(/^50 of |,/g, ''))
    expect(total).toBeGreaterThan(1_000)
    await page.unroute('**/api/result/query/**')
    await page.keyboard.press('j')
    await page.getByText(/^51 of /).waitFor()
    await page.keyboard.press('k')
    await page.getByText(/^50 of /).waitFor()
    expect(faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([])
    await close()
  })

  it('are tagged, many at once and each by itself, narrowed by a tag, with columns kept under a name', async () => {
    const { page, faults, close } = await sample.open(`/page/interviews/store-visits/${lastYear}`, 'desk')
    const list = page.getByRole('table')
    const pick = page.getByRole('checkbox', { name: /^Select interview of/ })
    await pick.first().check()
    await pick.nth(1).check()
    await page.getByText('2 interviews selected').waitFor()
    await page
      .getByRole('textbox', { name: 'Tag' })
      .or(page.getByRole('combobox', { name: 'Tag' }))
      .fill('VIP guest')
    await page.getByRole('button', { name: 'Add tag' }).click()
    await page.getByText('2 interviews changed').waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Tags' }).check()
    await page.getByRole('textbox', { name: 'Name of this column set' }).fill('With tags')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'With tags', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await list.getByRole('cell', { name: 'VIP guest' }).nth(1).waitFor()
    await pick.nth(2).check()
    await page.getByLabel('Tag', { exact: true }).fill('seen at once')
    await page.getByRole('button', { name: 'Add tag' }).click()
    await list.getByRole('cell', { name: 'seen at once' }).waitFor()
    await list
      .getByRole('button', { name: 'Where' })
      .or(list.getByRole('button', { name: 'Place' }))
      .first()
      .click()
    await page.waitForURL(/shown=.*sort/)
    await page.reload()
    await list.getByRole('columnheader', { name: 'Tags' }).waitFor()
    await list.locator('[aria-sort="ascending"]').waitFor()

    await page.goto(`${sample.running.address}/page/interviews/store-visits/${lastYear};interview.tag=VIP%20guest`)
    await expect.poll(() => list.getByRole('rowheader').count()).toBe(2)
    await list.getByRole('rowheader').first().getByRole('link').click()
    const tags = page.getByRole('region', { name: 'Tags' })
    await tags.getByText('VIP guest').waitFor()
    await tags.getByLabel('Tag', { exact: true }).fill('call')
    await tags.getByRole('button', { name: 'Add', exact: true }).click()
    await tags.getByRole('button', { name: 'Remove tag “VIP guest”' }).click()
    await expect.poll(() => tags.getByRole('listitem').allTextContents()).toEqual(['call'])
    await page.reload()
    await expect.poll(() => tags.getByRole('listitem').allTextContents()).toEqual(['call'])
    expect(faults).toEqual([])
    await close()
  })

  it('are corrected with what first came beside it, translated, and noted about to a colleague who is told', async () => {
    const spoken = `${lastYear};comment.sentiment=negative*mixed*positive*neutral`
    const { page, faults, close } = await sample.open(`/page/interviews/store-visits/${spoken}`, 'desk')
    await page.getByRole('rowheader').first().getByRole('link').click()
    await page.getByRole('button', { name: 'Correct answers' }).click()
    const dialog = page.getByRole('dialog', { name: 'Correct answers' })
    const recommend = dialog.getByRole('combobox', { name: 'Would recommend us' })
    const before = await recommend.inputValue()
    expect(await seriousFaults(page, axe)).toEqual([])
    if (process.env.KAIKU_PICTURES)
      await page.screenshot({ path: `${process.env.KAIKU_PICTURES}/interview-correction.png` })
    await recommend.selectOption(before === '7' ? '6' : '7')
    await dialog.getByRole('button', { name: 'Save 1 correction' }).click()
    await page.getByText('Corrected manually').waitFor()
    await page.getByText(/^was: .*corrected by Aino/).waitFor()
    await page.getByRole('button', { name: 'Correct answers' }).click()
    await dialog.getByRole('button', { name: /^Restore/ }).click()
    await dialog.getByRole('button', { name: 'Save 1 correction' }).click()
    await expect.poll(() => page.getByText(/^was:/).count()).toBe(0)

    await page.getByRole('button', { name: 'Add translation' }).first().click()
    await page.getByRole('combobox', { name: 'Language' }).selectOption('sv')
    await page.getByRole('textbox', { name: 'Answer in this language' }).fill('Kön var för lång.')
    await page.getByRole('button', { name: 'Save translation' }).click()
    await page.getByText('Kön var för lång.').waitFor()

    const note = page.getByRole('combobox', { name: /^New note/ })
    await note.fill('Please call back @')
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    if (process.env.KAIKU_PICTURES)
      await page.screenshot({ path: `${process.env.KAIKU_PICTURES}/interview-mention.png`, fullPage: true })
    const second = await page.getByRole('listbox').getByRole('option').nth(1).textContent()
    await page.keyboard.press('ArrowDown')
    await page.locator('[role=option]:nth-child(2)[aria-selected=true]').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => note.inputValue()).toBe(`Please call back @${second} `)
    expect(await seriousFaults(page, axe)).toEqual([])
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByRole('listitem').locator('b', { hasText: /^@/ }).waitFor()
    if (process.env.KAIKU_PICTURES)
      await page.screenshot({ path: `${process.env.KAIKU_PICTURES}/interview-noted.png`, fullPage: true })
    expect(faults).toEqual([])
    await close()
  })

  it('are read by who is sent a link, on a phone and without an account, until that is ended', async () => {
    const { page, close } = await sample.open(`/page/interviews/store-visits/${lastYear}`, 'desk')
    await page.getByRole('rowheader').first().getByRole('link').click()
    await page.getByRole('button', { name: 'Share by link' }).click()
    await page.getByRole('button', { name: 'Create link' }).click()
    const address = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('not opened yet').waitFor()

    const path = new URL(address).pathname
    const stranger = await openPage(sample.browser, `${sample.running.address}${path}`, 'phone')
    await stranger.page.getByRole('heading', { level: 1, name: /^Interview of/ }).waitFor()
    await stranger.page.getByRole('region', { name: 'Answers' }).waitFor()
    expect(await stranger.page.getByText('Respondent', { exact: true }).count()).toBe(0)
    await expectFits(stranger.page)
    expect(await seriousFaults(stranger.page, axe)).toEqual([])
    if (process.env.KAIKU_PICTURES)
      await stranger.page.screenshot({ path: `${process.env.KAIKU_PICTURES}/shared-phone.png`, fullPage: true })

    await page.reload()
    await page.getByText(/last opened/).waitFor()
    if (process.env.KAIKU_PICTURES)
      await page.screenshot({ path: `${process.env.KAIKU_PICTURES}/shares-desk.png`, fullPage: true })
    await page.getByRole('button', { name: 'Stop sharing', exact: true }).click()
    await page.getByText('The link no longer works').waitFor()
    await stranger.page.reload()
    await stranger.page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    expect(await seriousFaults(stranger.page, axe)).toEqual([])
    await stranger.close()
    await close()
  })

  it('are read by a link until its last day is over', async () => {
    const { page, close } = await sample.open(`/page/interviews/store-visits/${lastYear}`, 'desk')
    await page.getByRole('rowheader').nth(1).getByRole('link').click()
    await page.getByRole('button', { name: 'Share by link' }).click()
    await page.getByRole('button', { name: 'Create link' }).click()
    const path = new URL((await page.getByRole('dialog').locator('code').textContent()) ?? '').pathname
    await close()
    const stranger = await openPage(sample.browser, `${sample.running.address}${path}`, 'desk')
    await stranger.page.getByText(/^Shared with you until/).waitFor()
    const stores = await openStores({ data: sample.running.data })
    try {
      await stores.service.query('update interview_share set expires_at = now()')
    } finally {
      await stores.close()
    }
    await stranger.page.reload()
    await stranger.page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    expect(await stranger.page.getByRole('region', { name: 'Answers' }).count()).toBe(0)
    await stranger.close()
  })

  it('are those of one’s own places only: another’s is not there', async () => {
    const { page, close } = await sample.open(`/page/interviews/store-visits/region,all,se;ftime=rmonths-11+0`, 'desk')
    await page.getByRole('rowheader').first().getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: /^Interview of/ }).waitFor()
    const { pathname } = new URL(page.url())
    await close()
    const mikko = await sample.open(pathname, 'phone', 'light', 'mikko')
    await mikko.page.getByText('Couldn’t open the interview').waitFor()
    expect(await mikko.page.getByRole('blockquote').count()).toBe(0)
    await mikko.close()
  })

  it.each(looks)('fit a %s in %s colours, and axe finds nothing serious', async (size, scheme) => {
    const { page, faults, close } = await sample.open(`/page/interviews/store-visits/${lastYear}`, size, scheme)
    await page.getByRole('rowheader').first().waitFor()
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])
    if (process.env.KAIKU_PICTURES)
      await page.screenshot({ path: `${process.env.KAIKU_PICTURES}/interviews-${size}-${scheme}.png` })
    await page.getByRole('rowheader').first().getByRole('link').click()
    await page
      .getByRole('region', { name: 'Scores' })
      .getByText(/\(n\s[\d,]+\)/)
      .first()
      .waitFor()
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])
    if (process.env.KAIKU_PICTURES)
      await page.screenshot({ path: `${process.env.KAIKU_PICTURES}/interview-${size}-${scheme}.png`, fullPage: true })
    expect(faults).toEqual([])
    await close()
  })
})
