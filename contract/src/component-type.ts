import type { Permission } from '@kaiku/core/access.ts'
import type { Component, ComponentOf, ComponentType } from './page.ts'

type Facts = {
  /** What it asks of who looks. */
  readonly needs: Permission | 'nothing'
  /** Whether it tells of interviews that are opened from it. */
  readonly opens: 'interviews' | 'nothing'
  /** Whether it is taken along as a table; interviews have a file of their own. */
  readonly file: 'table' | 'own' | 'none'
  /** What tells whether it can be shown: how it is written, or only the answers, which make its columns. */
  readonly provenBy: 'schema' | 'answers'
  /** In a protected survey: told with filters, without any, or also grouping the answers to one question by backgrounds. */
  readonly protected: 'filtered' | 'unfiltered' | 'crossed'
  /**
   * On a big screen, where it is read from five metres away: tiles, one of two panels, a panel that needs the whole
   * height, or a picture of its own. Comments stand nowhere, for what they may tell of persons.
   */
  readonly wall: 'tiles' | 'panel' | 'tall' | 'alone' | 'nowhere'
}

/** What figures of interviews are unless they say otherwise; protection and the big screen are said by each. */
const figures = { needs: 'seeIndicators', opens: 'interviews', file: 'table', provenBy: 'schema' } as const
/** What other rooms tell of. */
const others = { ...figures, opens: 'nothing', protected: 'filtered', wall: 'nowhere' } as const

/** What is true of each type of component wherever it stands. A type without a row does not compile. */
export const componentFacts = {
  IndicatorTiles: { ...figures, protected: 'filtered', wall: 'tiles' },
  Trend: { ...figures, protected: 'filtered', wall: 'panel' },
  Distribution: { ...figures, provenBy: 'answers', protected: 'filtered', wall: 'panel' },
  RankingTableComponent: { ...figures, protected: 'filtered', wall: 'panel' },
  Targets: { ...figures, opens: 'nothing', protected: 'filtered', wall: 'nowhere' },
  ChangeDecomposition: { ...figures, protected: 'unfiltered', wall: 'tall' },
  KeyDrivers: { ...figures, protected: 'unfiltered', wall: 'panel' },
  Crosstab: { ...figures, provenBy: 'answers', protected: 'crossed', wall: 'alone' },
  HeatMap: { ...figures, protected: 'filtered', wall: 'alone' },
  Topics: { ...figures, needs: 'seeComments', protected: 'unfiltered', wall: 'nowhere' },
  GeographyTiles: { ...figures, protected: 'filtered', wall: 'nowhere' },
  Comments: { ...figures, needs: 'seeComments', protected: 'unfiltered', wall: 'nowhere' },
  InterviewList: { ...others, needs: 'seeInterviews', file: 'own' },
  AlertLoop: { ...others, needs: 'handleAlerts' },
  AlertList: { ...others, needs: 'handleAlerts' },
  ResponseFunnel: { ...others, needs: 'manageSamples' },
  MailCampaignsListComponent: { ...others, needs: 'sendCampaigns' },
  MailCampaignDetailsComponent: { ...others, needs: 'sendCampaigns' },
  GamificationOverviewConfig: { ...figures, protected: 'filtered', wall: 'nowhere' },
  Sql: {
    ...figures,
    needs: 'seeInterviews',
    opens: 'nothing',
    provenBy: 'answers',
    protected: 'filtered',
    wall: 'nowhere',
  },
  Text: { ...others, needs: 'nothing', file: 'none', wall: 'panel' },
} as const satisfies Record<ComponentType, Facts>

/** The types of which a fact is one of these. */
type TypeWhere<F extends keyof Facts, Is extends Facts[F]> = {
  [T in ComponentType]: (typeof componentFacts)[T][F] extends Is ? T : never
}[ComponentType]

type Typed<T extends ComponentType = ComponentType> = { readonly type: T }

/** Those on a big screen that share a picture as panels, or have one alone. */
export type PanelType = TypeWhere<'wall', 'panel' | 'tall' | 'alone'>
export const isOnWall = ({ type }: Typed): boolean => componentFacts[type].wall !== 'nowhere'

export type TableType = TypeWhere<'file', 'table'>
export const hasTable = (component: Component): component is ComponentOf<TableType> =>
  componentFacts[component.type].file === 'table'
