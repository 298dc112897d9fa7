import type { Component } from '@kaiku/contract/page.ts'
import { type ComponentType, lazy } from 'react'
import { Comments } from '../comment/comments.tsx'
import { Distribution } from '../distribution/distribution.tsx'
import type { ComponentProps } from '../figure/component-props.ts'
import { IndicatorTiles } from '../indicator-tiles/indicator-tiles.tsx'
import { TextNote } from '../note/text-note.tsx'
import { RankingTableComponent } from '../ranking/ranking.tsx'
import { startMoreTexts } from '../text/text.ts'
import { Trend } from '../trend/trend.tsx'

type Type = Component['type']

/** What few pages have is loaded when it is met. */
const ChangeDecomposition = lazy(async () => {
  const { ChangeDecomposition: shown } = await import('../change-decomposition/change-decomposition.tsx')
  return { default: shown }
})
const KeyDrivers = lazy(async () => ({ default: (await import('../key-driver/key-drivers.tsx')).KeyDrivers }))
const Targets = lazy(async () => {
  const [{ Targets: shown }] = await Promise.all([import('../target/targets.tsx'), startMoreTexts('component')])
  return { default: shown }
})
const Topics = lazy(async () => {
  const [{ Topics: shown }] = await Promise.all([import('../topic/topics.tsx'), startMoreTexts('component')])
  return { default: shown }
})
const Crosstab = lazy(async () => ({ default: (await import('../crosstab/crosstab.tsx')).Crosstab }))
const HeatMap = lazy(async () => {
  const [{ HeatMap: shown }] = await Promise.all([import('../heat-map/heat-map.tsx'), startMoreTexts('component')])
  return { default: shown }
})
const GeographyTiles = lazy(async () => {
  const [{ GeographyTiles: shown }] = await Promise.all([
    import('../geography/geography-tiles.tsx'),
    startMoreTexts('component'),
  ])
  return { default: shown }
})

const InterviewList = lazy(async () => {
  const [{ InterviewList: shown }] = await Promise.all([
    import('../interview-list/interview-list.tsx'),
    startMoreTexts('component'),
  ])
  return { default: shown }
})

const AlertLoop = lazy(async () => {
  const [{ AlertLoop: shown }] = await Promise.all([import('../alert-loop/alert-loop.tsx'), startMoreTexts('alert')])
  return { default: shown }
})
const AlertList = lazy(async () => {
  const [{ AlertList: shown }] = await Promise.all([import('../alert-list/alert-list.tsx'), startMoreTexts('alert')])
  return { default: shown }
})

const GamificationOverviewConfig = lazy(async () => {
  const [{ GamificationOverviewConfig: shown }] = await Promise.all([
    import('../league/league.tsx'),
    startMoreTexts('component'),
  ])
  return { default: shown }
})

const Sql = lazy(async () => {
  const [{ Sql: shown }] = await Promise.all([
    import('../sql/sql-component.tsx'),
    startMoreTexts('sql'),
    startMoreTexts('reason'),
  ])
  return { default: shown }
})

const ResponseFunnel = lazy(async () => {
  const [{ ResponseFunnel: shown }] = await Promise.all([
    import('../response-funnel/response-funnel.tsx'),
    startMoreTexts('sample'),
  ])
  return { default: shown }
})

const MailCampaignsListComponent = lazy(async () => {
  const [{ MailCampaignsList: shown }] = await Promise.all([
    import('../campaign-component/campaigns-list.tsx'),
    startMoreTexts('campaign'),
    startMoreTexts('sample'),
  ])
  return { default: shown }
})
const MailCampaignDetailsComponent = lazy(async () => {
  const [{ MailCampaignDetails: shown }] = await Promise.all([
    import('../campaign-component/campaign-details.tsx'),
    startMoreTexts('campaign'),
    startMoreTexts('sample'),
  ])
  return { default: shown }
})

/** What shows each type of component. A type without one does not compile. */
export const pageComponents = {
  IndicatorTiles,
  Trend,
  Distribution,
  RankingTableComponent,
  Targets,
  ChangeDecomposition,
  KeyDrivers,
  Crosstab,
  HeatMap,
  Topics,
  GeographyTiles,
  Comments,
  InterviewList,
  AlertLoop,
  AlertList,
  ResponseFunnel,
  MailCampaignsListComponent,
  MailCampaignDetailsComponent,
  GamificationOverviewConfig,
  Sql,
  Text: TextNote,
} satisfies { [T in Type]: ComponentType<ComponentProps<T>> }

type Placed = { readonly type: Type; readonly width?: number | undefined }

/** Columns, of twelve, for each component: its own, else charts stand in pairs and the rest takes the whole width. */
export function spansOf(components: readonly Placed[]): number[] {
  const isHalf = (one: Placed | undefined) =>
    one?.width === undefined && (one?.type === 'Trend' || one?.type === 'Distribution')
  const spans: number[] = []
  for (let index = 0; index < components.length; index += 1) {
    const [one, next] = [components[index], components[index + 1]]
    if (isHalf(one) && isHalf(next)) {
      const first = one?.type === next?.type ? 6 : one?.type === 'Trend' ? 7 : 5
      spans.push(first, 12 - first)
      index += 1
    } else spans.push(one?.width ?? 12)
  }
  return spans
}
