import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { looks, seriousFaults } from './browser.ts'
import { expectFits } from './fits.ts'
import { call, enterAs } from './kaiku.ts'
import { type Sample, startSample } from './sample.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const pictures = process.env.KAIKU_PICTURES
const blocks = 'vuejs/surveys/configblocks'

type Node = { id: string; name: string; parent?: string; moves?: object[] }

let sample: Sample
let moved: Node

/** A store that was in Sweden until the summer, and that a plan has there again. */
beforeAll(async () => {
  sample = await startSample()
  const aino = await enterAs(sample.running, 'aino', 'sample')
  const { published, version } = await call<{ published: string; version: number }>(
    sample.running,
    aino,
    `${blocks}/one/store-visits/views.json`,
  )
  const file: { views: { nodes: Node[]; plans?: object[] }[] } = JSON.parse(published)
  const [view] = file.views
  const store = view?.nodes.find(({ parent }) => parent === 'fi-uusimaa')
  if (!view || !store) throw new Error('the sample has no store in Uusimaa')
  moved = store
  view.plans = [
    {
      id: '2027',
      title: '2027',
      from: '2027-01-01',
      nodes: view.nodes.map((node) => (node === store ? { ...node, parent: 'se' } : node)),
    },
  ]
  store.moves = [{ until: '2026-06-30', parent: 'se' }]
  const text = JSON.stringify(file, null, 2)
  const asked = { text, revision: 0, version }
  const draft = await call<{ revision: number }>(
    sample.running,
    aino,
    `${blocks}/store-visits/views.json`,
    asked,
    'PUT',
  )
  const drafts = [{ file: 'views.json', revision: draft.revision }]
  await call(sample.running, aino, `${blocks}/store-visits`, { version, drafts })
})
afterAll(() => sample?.close())

describe('places of another time', () => {
  it('are switched on a page, kept on the way, and left again', async () => {
    const { page, faults, close } = await sample.open('/page/overview/store-visits/region,all', 'desk')
    const picker = page.getByRole('combobox', { name: 'Places', exact: true })
    await picker.selectOption({ label: 'Places as they were' })
    const note = page.getByRole('note').filter({ hasText: 'Places as they were' })
    await note.waitFor()
    expect(decodeURIComponent(page.url())).toContain('fplaces=then')
    await page.goto(`${sample.running.address}/page/overview/store-visits/region,all,se,${moved.id};fplaces=then`)
    await page.getByRole('heading', { level: 1, name: moved.name }).waitFor()
    await page.getByRole('navigation', { name: 'Path' }).getByText('Sweden').waitFor()
    if (pictures) await page.screenshot({ path: `${pictures}/place-time-then.png` })
    await page.getByRole('link', { name: 'One level up' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sweden' }).waitFor()
    expect(decodeURIComponent(page.url())).toContain('region,all,se;')
    expect(decodeURIComponent(page.url())).toContain('fplaces=then')
    await picker.selectOption({ label: 'Plan “2027”' })
    await page.getByRole('note').filter({ hasText: 'Plan “2027”' }).waitFor()
    if (pictures) await page.screenshot({ path: `${pictures}/place-time-plan.png`, fullPage: true })
    await page.getByRole('link', { name: 'Show by today’s places' }).click()
    await page.getByRole('note').filter({ hasText: 'Plan “2027”' }).waitFor({ state: 'detached' })
    expect(decodeURIComponent(page.url())).not.toContain('fplaces')
    await expect.poll(() => picker.inputValue()).toBe('today')
    expect(faults).toEqual([])
    await close()
  })

  it('tell where a place stands that they have elsewhere', async () => {
    const today = `/page/overview/store-visits/region,all,fi,fi-uusimaa,${moved.id}`
    const { page, close } = await sample.open(`${today};fplaces=plan:2027`, 'desk')
    await page.getByRole('alert').getByText('This place is not among the places').waitFor()
    if (pictures) await page.screenshot({ path: `${pictures}/place-time-elsewhere.png` })
    await page.getByRole('link', { name: 'Show it where it stands there' }).click()
    await page.getByRole('heading', { level: 1, name: moved.name }).waitFor()
    expect(decodeURIComponent(page.url())).toContain(`region,all,se,${moved.id};`)
    await close()
  })

  it.each(looks)('fit a %s in %s colours, and axe finds nothing serious', async (size, scheme) => {
    const address = '/page/overview/store-visits/region,all,se;fplaces=then'
    const { page, faults, close } = await sample.open(address, size, scheme)
    await page.getByRole('note').filter({ hasText: 'Places as they were' }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Sweden' }).waitFor()
    await expectFits(page)
    expect(await seriousFaults(page, axe)).toEqual([])
    if (pictures) await page.screenshot({ path: `${pictures}/place-time-${size}-${scheme}.png` })
    expect(faults).toEqual([])
    await close()
  })
})
