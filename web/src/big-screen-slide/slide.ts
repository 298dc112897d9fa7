import type { ScreenPage } from '@kaiku/contract/big-screen.ts'
import { componentFacts, type PanelType } from '@kaiku/contract/component-type.ts'
import type { ComponentOf } from '@kaiku/contract/page.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { wallPanels } from './slide-panels.ts'

/** A component with its answer, as one surface of a picture. */
export type Panel = {
  readonly [T in PanelType]: { readonly type: T; readonly asked: ComponentOf<T>; readonly answer: AnswerOf<T> }
}[PanelType]
type Tile = AnswerOf<'IndicatorTiles'>['tiles'][number]

/** One picture: up to four tiles, the first of them the largest, beside up to two panels. */
export type Slide = { readonly tiles: readonly Tile[]; readonly panels: readonly Panel[] }

const [mostTiles, mostPanels] = [4, 2]

/** What a page becomes on a wall, in its order; what has nothing to show is left out. */
export function slidesOf({ components, answers }: Pick<ScreenPage, 'components' | 'answers'>): Slide[] {
  const slides: { tiles: Tile[]; panels: Panel[] }[] = []
  for (const [at, asked] of components.entries()) {
    const answer = answers[at]
    if (answer === undefined || answer.type !== asked.type) continue
    if (answer.type === 'IndicatorTiles')
      for (let from = 0; from < answer.tiles.length; from += mostTiles)
        slides.push({ tiles: answer.tiles.slice(from, from + mostTiles), panels: [] })
    else if (Object.hasOwn(wallPanels, asked.type)) {
      // Asked and answer have just been compared; the compiler cannot carry that through the pair.
      const panel = { type: asked.type, asked, answer } as Panel
      if (isBare(panel.type, panel.answer)) continue
      const open = slides.at(-1)
      if (open && open.panels.length < mostPanels && standBeside(open, panel)) open.panels.push(panel)
      else slides.push({ tiles: [], panels: [panel] })
    }
  }
  return slides
}

const isBare = <T extends PanelType>(type: T, answer: AnswerOf<T>): boolean => wallPanels[type].isBare(answer)

const needOf = ({ type }: Panel) => componentFacts[type].wall

/** What needs the whole height shares none with tiles, where panels share it. */
function standBeside({ tiles, panels }: Slide, panel: Panel): boolean {
  if ([panel, ...panels].some((one) => needOf(one) === 'alone')) return false
  return needOf(panel) !== 'tall' || tiles.length === 0
}
