import type { PanelType } from '@kaiku/contract/component-type.ts'
import type { ComponentOf } from '@kaiku/contract/page.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import type { ReactNode } from 'react'
import type { WallContext } from '../wall-surface/wall-context.ts'
import { WallBars } from './wall-bars.tsx'
import { WallCrosstab } from './wall-crosstab.tsx'
import { WallDrivers } from './wall-drivers.tsx'
import { WallHeatMap } from './wall-heat-map.tsx'
import { WallMoved } from './wall-moved.tsx'
import { WallRanking } from './wall-ranking.tsx'
import { WallText } from './wall-text.tsx'
import { WallTrend } from './wall-trend.tsx'

export type PanelProps<T extends PanelType> = WallContext & {
  readonly asked: ComponentOf<T>
  readonly answer: AnswerOf<T>
  readonly title: string | undefined
}
type WallPanel<T extends PanelType> = {
  /** Nothing that a picture could show. */
  readonly isBare: (answer: AnswerOf<T>) => boolean
  readonly Shown: (props: PanelProps<T>) => ReactNode
}

const isUntold = (state: string) => state === 'hidden' || state === 'none'

/** What shows each type of component that is a panel on a wall. A type without one does not compile. */
export const wallPanels: { readonly [T in PanelType]: WallPanel<T> } = {
  Trend: { isBare: ({ points, indicators }) => points.length === 0 || indicators.length === 0, Shown: WallTrend },
  Distribution: { isBare: ({ bars }) => bars.length === 0, Shown: WallBars },
  RankingTableComponent: {
    isBare: ({ rows, indicators }) => rows.length === 0 || indicators.length === 0,
    Shown: WallRanking,
  },
  KeyDrivers: { isBare: ({ state }) => state !== 'shown', Shown: WallDrivers },
  HeatMap: { isBare: ({ state, groups }) => isUntold(state) || groups.length === 0, Shown: WallHeatMap },
  Crosstab: {
    isBare: ({ state, rows, columns }) => isUntold(state) || rows.groups.length === 0 || columns.groups.length === 0,
    Shown: WallCrosstab,
  },
  ChangeDecomposition: { isBare: ({ change }) => change === null, Shown: WallMoved },
  Text: { isBare: ({ text }) => text.trim() === '', Shown: WallText },
}
