import { sentiments } from '@kaiku/core/lexicon.ts'
import { z } from 'zod'
import { call } from './call.ts'
import { changeDecomposition } from './change-decomposition.ts'
import { commentSort } from './comment.ts'
import { crosstab } from './crosstab.ts'
import { change, figure } from './figure.ts'
import { geographyTiles } from './geography-tiles.ts'
import { heatMap } from './heat-map.ts'
import { npsGroup, shownIndicator } from './indicator.ts'
import { interviewList } from './interview.ts'
import { keyDrivers } from './key-driver.ts'
import { league } from './league.ts'
import { day } from './localised.ts'
import { comparison, component, timeUnit } from './page.ts'
import { ranking } from './ranking.ts'
import { sqlAnswer } from './sql.ts'
import { targets } from './target.ts'
import { toldFault } from './told-fault.ts'
import { topics } from './topic.ts'
import { trendLines } from './trend-lines.ts'

const indicatorFigure = z.object({ indicator: z.string(), figure, change: change.nullable() })
/** One value per period of the component's `periods`, null where there is none or it is not shown. */
const spark = z.array(z.number().nullable())

const tiles = z.object({
  type: z.literal('IndicatorTiles'),
  tiles: z.array(indicatorFigure.extend({ spark, periods: z.array(day) })),
})

const trend = z.object({
  type: z.literal('Trend'),
  by: timeUnit,
  points: z.array(
    z.object({
      from: day,
      to: day,
      /** Interviews of the period. */
      n: z.int().nullable(),
      figures: z.array(figure),
      /** The same periods of the comparison; empty without one. */
      before: z.array(figure),
    }),
  ),
  indicators: z.array(z.string()),
  /** Interviews of the selection that have no date and so stand in no period. */
  undated: z.int(),
  /** Null where they are not asked for. */
  lines: trendLines.nullable(),
  /**
   * What happened within its periods, by day: what the survey's settings say, and from when a question behind an indicator
   * was put in other words or on another scale. `indicators`: whose figures it is about; null: all.
   */
  events: z.array(z.object({ day, title: z.string(), indicators: z.array(z.string()).nullable() })),
})

const distribution = z.object({
  type: z.literal('Distribution'),
  question: z.object({ id: z.string(), title: z.string(), type: z.string() }),
  /** Valid answers; for multiple choice: who answered at all. */
  n: z.int().nullable(),
  state: figure.shape.state,
  /** Whether shares are weighted, as the main indicator of the question is. */
  weighted: z.boolean(),
  bars: z.array(
    z.object({
      code: z.string(),
      title: z.string(),
      n: z.int().nullable(),
      /** Percent of the base. */
      share: z.number().nullable(),
      low: z.number().nullable(),
      high: z.number().nullable(),
      /** True: a missing code, outside the base. */
      missing: z.boolean(),
      /** Whom such an answer makes of somebody, where an NPS is made of the question. */
      group: npsGroup.nullable(),
      /** What a filter of the survey is set to so that only these are left; null where no filter can. */
      select: z.object({ filter: z.string(), value: z.string() }).nullable(),
    }),
  ),
  /** The same answers against those of another question; null where it is not split, or hidden. */
  split: crosstab.nullable(),
})

const comments = z.object({
  type: z.literal('Comments'),
  question: z.object({ id: z.string(), title: z.string() }).nullable(),
  /** Comments of the selection. Null when protected. */
  total: z.int().nullable(),
  comments: z.array(
    z.object({
      /** Null, and so is the day: the survey is protected. */
      interviewId: z.string().nullable(),
      text: z.string(),
      day: day.nullable(),
      /** Where it was said, from the root down. */
      place: z.array(z.string()),
      scores: z.array(z.object({ indicator: z.string(), value: z.number() })),
      sentiment: z.enum(sentiments).nullable(),
      /** What it speaks of, and how: `null` neither well nor badly, or both. */
      topics: z.array(
        z.object({ id: z.string(), title: z.string(), mood: z.enum(['praise', 'complaint']).nullable() }),
      ),
    }),
  ),
  next: z.string().nullable(),
  /** Protected and below the minimum: no text is shown. */
  hidden: z.boolean(),
  /** The orders that they can stand in. */
  sorts: z.array(commentSort),
})

/** Alerts, samples and campaigns change without new figures: what is told of them is asked for beside the figures. */
const alertLoop = z.object({ type: z.literal('AlertLoop') })
const alertList = z.object({ type: z.literal('AlertList') })
const responseFunnel = z.object({ type: z.literal('ResponseFunnel') })
const campaignList = z.object({ type: z.literal('MailCampaignsListComponent') })
const campaignDetails = z.object({ type: z.literal('MailCampaignDetailsComponent') })
const text = z.object({ type: z.literal('Text'), text: z.string() })
/** The component could not be answered while the others could. */
const failed = z.object({ type: z.literal('Failed'), ...toldFault.shape })

/** The answer to one component, in the order asked. */
export const answer = z
  .discriminatedUnion('type', [
    tiles,
    trend,
    distribution,
    ranking,
    targets,
    changeDecomposition,
    keyDrivers,
    crosstab,
    heatMap,
    topics,
    geographyTiles,
    comments,
    interviewList,
    alertLoop,
    alertList,
    responseFunnel,
    campaignList,
    campaignDetails,
    league,
    sqlAnswer,
    text,
    failed,
  ])
  .meta({ id: 'Answer' })
export type Answer = z.output<typeof answer>
export type AnswerOf<T extends Answer['type']> = Extract<Answer, { type: T }>

/** Where one is: the segmented drill path and what happened there. */
export const place = z
  .object({
    loadCount: z.int(),
    /** From the root down, or from the viewer's own place. `path` is null for places above that one. */
    segments: z.array(z.object({ id: z.string(), name: z.string(), path: z.string().nullable() })),
    /** Interviews of place and filters; null when protected. */
    /** The viewer sees part of this place only: every figure is of that part. */
    isPart: z.boolean(),
    nInterviews: z.int().nullable(),
    /** Interviews of the view's root without filters. */
    nAll: z.int(),
    /** `last 12 months against the year before` */
    trendTitle: z.string(),
    /** One or two sentences; `**bold**` marks figures and names. */
    trendDetails: z.string(),
    period: z.object({ from: day.nullable(), to: day.nullable() }).nullable(),
    /** First and last day with an interview in the place. */
    extent: z.object({ from: day, to: day }).nullable(),
    compared: z.object({ from: day, to: day }).nullable(),
    /** What it would be compared with, where that overlaps it: then nothing is compared. */
    overlapping: z.object({ from: day, to: day }).nullable(),
    /** Interviews dropped by `tableDate`; 0 without it. */
    dropped: z.int(),
    /** What the places right below are called; null at a leaf. */
    childTitle: z.string().nullable(),
    protection: z.boolean(),
    minimumN: z.int(),
  })
  .meta({ id: 'Place' })
export type Place = z.output<typeof place>

const survey = z.string().min(1).max(200)
/** A filtered drill path: `region,all,fi;age=25_64;ftime=rmonths-11+0`. */
const path = z.string().min(1).max(8000)
const at = z.strictObject({ survey, path })
const asked = z.strictObject({ compare: comparison.default('yearBefore'), locale: z.string().max(20).optional() })

/** Components for one selection, in the order asked. */
export const figures = z.object({
  loadCount: z.int(),
  indicators: z.array(shownIndicator),
  answers: z.array(answer),
})
export type Figures = z.output<typeof figures>
const node = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  opens: z.boolean(),
  above: z.array(z.string()),
})

export const resultCalls = {
  place: call({
    method: 'GET',
    path: 'result/place/:survey/:path',
    inPreview: true,
    summary: 'The segmented drill path with counts and trend sentences',
    params: at,
    query: asked,
    reply: place,
    kind: 'figures',
  }),
  page: call({
    method: 'GET',
    path: 'result/page/:survey/:path/:page',
    inPreview: true,
    summary: 'All components of a page for one selection',
    params: at.extend({ page: z.string().min(1).max(200) }),
    query: asked,
    reply: figures,
    kind: 'figures',
  }),
  query: call({
    method: 'POST',
    path: 'result/query/:survey/:path',
    inPreview: true,
    summary: 'Any components for one selection',
    params: at,
    query: asked,
    body: z.strictObject({ components: z.array(component).min(1).max(30) }),
    reply: figures,
    kind: 'figures',
    changesNothing: true,
  }),
  children: call({
    method: 'GET',
    path: 'result/children/:survey/:path',
    inPreview: true,
    summary: 'The places right below a path',
    params: at,
    query: z.strictObject({ locale: z.string().max(20).optional() }),
    reply: z.array(node),
    kind: 'figures',
  }),
  search: call({
    method: 'GET',
    path: 'result/search/:survey/:view',
    inPreview: true,
    summary: 'Places of a view whose name contains a text',
    params: z.strictObject({ survey, view: z.string().min(1).max(200) }),
    query: z.strictObject({
      query: z.string().max(200).default(''),
      limit: z.coerce.number().int().min(1).max(200).default(20),
      locale: z.string().max(20).optional(),
      /** A tree other than today's, as the filter `fplaces` names it. */
      tree: z.string().max(100).optional(),
    }),
    reply: z.array(node),
    kind: 'figures',
  }),
}
