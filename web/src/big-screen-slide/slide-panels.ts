import type { PanelType } from '@kaiku/contract/component-type.ts'
import type { ComponentOf } from '@kaiku/contract/page.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import type { ReactNode } from 'react'
import type { SurfaceContext } from '../big-screen-surface/surface-context.ts'
import { SlideBars } from './slide-bars.tsx'
import { SlideCrosstab } from './slide-crosstab.tsx'
import { SlideDrivers } from './slide-drivers.tsx'
import { SlideHeatMap } from './slide-heat-map.tsx'
import { SlideMoved } from './slide-moved.tsx'
import { SlideRanking } from './slide-ranking.tsx'
import { SlideText } from './slide-text.tsx'
import { SlideTrend } from './slide-trend.tsx'

export type PanelProps<T extends PanelType> = SurfaceContext & {
  readonly asked: ComponentOf<T>
  readonly answer: AnswerOf<T>
  readonly title: string | undefined
}
type SlidePanel<T extends PanelType> = {
  /** Nothing that a picture could show. */
  readonly isBare: (answer: AnswerOf<T>) => boolean
  readonly Shown: (props: PanelProps<T>) => ReactNode
}

const isUntold = (state: string) => state === 'hidden' || state === 'none'

/** What shows each type of component that is a panel on a wall. A type without one does not compile. */
export const wallPanels: { readonly [T in PanelType]: SlidePanel<T> } = {
  Trend: { isBare: ({ points, indicators }) => points.length === 0 || indicators.length === 0, Shown: SlideTrend },
  Distribution: { isBare: ({ bars }) => bars.length === 0, Shown: SlideBars },
  RankingTableComponent: {
    isBare: ({ rows, indicators }) => rows.length === 0 || indicators.length === 0,
    Shown: SlideRanking,
  },
  KeyDrivers: { isBare: ({ state }) => state !== 'shown', Shown: SlideDrivers },
  HeatMap: { isBare: ({ state, groups }) => isUntold(state) || groups.length === 0, Shown: SlideHeatMap },
  Crosstab: {
    isBare: ({ state, rows, columns }) => isUntold(state) || rows.groups.length === 0 || columns.groups.length === 0,
    Shown: SlideCrosstab,
  },
  ChangeDecomposition: { isBare: ({ change }) => change === null, Shown: SlideMoved },
  Text: { isBare: ({ text }) => text.trim() === '', Shown: SlideText },
}
