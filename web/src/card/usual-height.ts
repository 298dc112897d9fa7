import type { Component } from '@kaiku/contract/page.ts'
import type { Survey } from '@kaiku/contract/survey.ts'

/** Pixels, and those on a narrow screen where that is another height. */
export type UsualHeight = { readonly height: number; readonly narrow?: number }

const usual = {
  IndicatorTiles: { height: 142, narrow: 273 },
  Trend: { height: 278 },
  Distribution: { height: 268 },
  RankingTableComponent: { height: 420 },
  Targets: { height: 420, narrow: 640 },
  ChangeDecomposition: { height: 620 },
  KeyDrivers: { height: 640 },
  Crosstab: { height: 420 },
  HeatMap: { height: 420 },
  Topics: { height: 640 },
  GeographyTiles: { height: 320 },
  Comments: { height: 560, narrow: 640 },
  InterviewList: { height: 560 },
  AlertLoop: { height: 560, narrow: 885 },
  AlertList: { height: 420 },
  ResponseFunnel: { height: 600, narrow: 700 },
  MailCampaignsListComponent: { height: 420 },
  MailCampaignDetailsComponent: { height: 560, narrow: 700 },
  GamificationOverviewConfig: { height: 720, narrow: 1100 },
  Sql: { height: 320 },
  Text: { height: 96 },
} satisfies Record<Component['type'], UsualHeight>

/** How tall a component usually is, so that nothing jumps when its figures come: as many rows as are known before. */
export function usualHeight(asked: Component, questions: Survey['questions'] = []): UsualHeight {
  if (asked.type === 'AlertList') return { height: 80 + 92 * asked.limit, narrow: 80 + 188 * asked.limit }
  if (asked.type === 'Sql' && asked.look === 'number') return { height: 130 }
  if (asked.type === 'ChangeDecomposition' && (asked.width ?? 12) < 7) return { height: 340 }
  if (asked.type !== 'Distribution' || asked.split !== undefined) return usual[asked.type]
  const bars = questions.find(({ id }) => id === asked.question)?.groups
  return bars ? { height: 93 + 27 * Math.min(bars, mostBars) } : usual.Distribution
}

const mostBars = 12
