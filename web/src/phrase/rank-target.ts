import type { Component } from '@kaiku/contract/page.ts'
import type { RankingPart } from '@kaiku/contract/ranking-order.ts'
import { rankingsPage } from '../drill-path/at.tsx'
import { choiceName, writeChosen } from '../drill-path/chosen-text.ts'

type Listed = { readonly extname: string; readonly components: readonly Component[] }

/** The page with a ranking of places, best of its leaves where those are meant, and how the address says which rows of it to show. */
export function rankTarget(pages: readonly Listed[], part: RankingPart, ofLeaves: boolean) {
  const rankings = pages.flatMap(({ extname, components }) =>
    components.flatMap((one, place) =>
      one.type === 'RankingTableComponent' && typeof one.of === 'string' ? [{ page: extname, place, of: one.of }] : [],
    ),
  )
  const usual = rankings.find(({ page }) => page === rankingsPage) ?? rankings[0] ?? { page: rankingsPage, place: 0 }
  const { page, place } = (ofLeaves && rankings.find(({ of }) => of === 'leaves')) || usual
  return { page, shown: writeChosen(page, new Map([[choiceName(place, 'rows'), part]])) }
}
