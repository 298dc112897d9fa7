import { definitionFiles } from '@kaiku/contract/definition.ts'
import { componentTypes, pagesFile } from '@kaiku/contract/page.ts'
import { describe, expect, it } from 'vitest'
import { deliveries } from './deliveries.ts'
import { storesOf } from './geography.ts'
import { deliveryRows, type MadeRow, storeVisitRows } from './interviews.ts'
import { storeVisits } from './store-visits.ts'

const stores = storesOf(7)
const rows = [...storeVisitRows(stores, 45_000, '2026-11-21')]
const nps = (of: readonly MadeRow[]) => {
  const scores = of.map(({ answers }) => Number(answers.recommend)).filter((score) => score <= 10)
  return (100 * (scores.filter((s) => s >= 9).length - scores.filter((s) => s <= 6).length)) / scores.length
}
const at = (store: string, from: string, to: string) =>
  rows.filter(
    ({ answers }) =>
      String(answers.store).includes(store) && String(answers.visited) >= from && String(answers.visited) < to,
  )

describe('the sample', () => {
  it('is the same every time', () => {
    expect([...storeVisitRows(stores, 200, '2026-11-21')]).toEqual(rows.slice(0, 200))
    expect(storesOf(7)).toEqual(stores)
  })
  it('defines its surveys by the rules every survey has', () => {
    for (const files of [storeVisits(stores), deliveries(stores)])
      for (const [name, text] of files)
        expect(
          definitionFiles[name as keyof typeof definitionFiles].safeParse(JSON.parse(text)).error?.issues,
        ).toBeUndefined()
  })
  it('tells of a store that collapsed and a region that improved', () => {
    expect(nps(at('kouvola-centre', '2026-04-01', '2026-12-01'))).toBeLessThan(
      nps(at('kouvola-centre', '2024-11-01', '2026-02-01')) - 30,
    )
    expect(nps(at('uusimaa', '2026-05-01', '2026-12-01'))).toBeGreaterThan(
      nps(at('uusimaa', '2024-11-01', '2025-10-01')) + 15,
    )
  })
  it('shows every type of component on a page but those of campaigns, of which it has none', () => {
    const shown = [storeVisits(stores), deliveries(stores)].flatMap((files) =>
      pagesFile.parse(JSON.parse(files.get('pages.json') ?? '')).pages.flatMap(({ components }) => components),
    )
    const types = new Set<string>(shown.map(({ type }) => type))
    for (const type of ['MailCampaignsListComponent', 'MailCampaignDetailsComponent']) types.add(type)
    expect(componentTypes.filter((type) => !types.has(type))).toEqual([])
  })
  it('leaves the planned store without interviews', () => {
    const planned = stores.filter((store) => store.planned).map(({ id }) => id)
    expect(planned).toHaveLength(1)
    expect(rows.filter(({ answers }) => planned.includes(String(answers.store)))).toEqual([])
  })
  it('has missing answers, undated and unweighted interviews, and comments in four languages', () => {
    expect(rows.some(({ answers }) => answers.visited === undefined)).toBe(true)
    expect(rows.some(({ answers }) => answers.weight === undefined)).toBe(true)
    expect(rows.some(({ answers }) => answers.recommend === 99)).toBe(true)
    expect(new Set(rows.filter(({ answers }) => answers.comment).map(({ answers }) => answers.language)).size).toBe(4)
    expect([...deliveryRows(stores, 50, '2026-11-21')]).toHaveLength(50)
  })
})
