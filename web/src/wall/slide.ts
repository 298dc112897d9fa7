import type { ScreenPage } from '@kaiku/contract/big-screen.ts'
import type { Component } from '@kaiku/contract/page.ts'
import type { Answer, AnswerOf } from '@kaiku/contract/result.ts'
import type { WallType } from '@kaiku/contract/wall-type.ts'

type PanelOf<T extends WallType> = T extends WallType
  ? { readonly type: T; readonly asked: Extract<Component, { type: T }>; readonly answer: AnswerOf<T> }
  : never
/** A component with its answer, as one surface of a picture. */
export type Panel = PanelOf<Exclude<WallType, 'IndicatorTiles'>>
type Tile = AnswerOf<'IndicatorTiles'>['tiles'][number]

/** One picture: up to four tiles, the first of them the largest, beside up to two panels. */
export type Slide = { readonly tiles: readonly Tile[]; readonly panels: readonly Panel[] }

const [mostTiles, mostPanels] = [4, 2]

/** What a page becomes on a wall, in its order; what has nothing to show is left out. */
export function slidesOf({ components, answers }: Pick<ScreenPage, 'components' | 'answers'>): Slide[] {
  const slides: { tiles: Tile[]; panels: Panel[] }[] = []
  for (const [at, asked] of components.entries()) {
    const answer = answers[at]
    if (answer === undefined || answer.type !== asked.type || isBare(answer)) continue
    if (answer.type === 'IndicatorTiles')
      for (let from = 0; from < answer.tiles.length; from += mostTiles)
        slides.push({ tiles: answer.tiles.slice(from, from + mostTiles), panels: [] })
    else {
      const open = slides.at(-1)
      // Asked and answer have just been compared; the compiler cannot carry that through the pair.
      const panel = { type: asked.type, asked, answer } as Panel
      if (open && open.panels.length < mostPanels && standBeside(open, answer)) open.panels.push(panel)
      else slides.push({ tiles: [], panels: [panel] })
    }
  }
  return slides
}

const isWide = ({ type }: Answer) => type === 'HeatMap' || type === 'Crosstab'

/** A table has a picture of its own; what needs the whole height shares none with tiles, where panels share it. */
function standBeside({ tiles, panels }: Slide, answer: Answer): boolean {
  if (isWide(answer) || panels.some((panel) => isWide(panel.answer))) return false
  return answer.type !== 'ChangeDecomposition' || tiles.length === 0
}

const isUntold = (state: string) => state === 'hidden' || state === 'none'

/** Nothing that a picture could show. */
function isBare(answer: Answer): boolean {
  switch (answer.type) {
    case 'IndicatorTiles':
      return answer.tiles.length === 0
    case 'Trend':
      return answer.points.length === 0 || answer.indicators.length === 0
    case 'RankingTableComponent':
      return answer.rows.length === 0 || answer.indicators.length === 0
    case 'Distribution':
      return answer.bars.length === 0
    case 'KeyDrivers':
      return answer.state !== 'shown'
    case 'HeatMap':
      return isUntold(answer.state) || answer.groups.length === 0
    case 'Crosstab':
      return isUntold(answer.state) || answer.rows.groups.length === 0 || answer.columns.groups.length === 0
    case 'ChangeDecomposition':
      return answer.change === null
    case 'Text':
      return answer.text.trim() === ''
    default:
      return true
  }
}
