import { z } from 'zod'
import { commentSort } from './comment.ts'
import { interviewSort } from './interview-sort.ts'
import { localised, name } from './localised.ts'
import type { QuestionType } from './question.ts'
import { sqlLimits, sqlLooks } from './sql-limit.ts'
import { targetUnit } from './target.ts'

export const timeUnit = z.enum(['day', 'week', 'month', 'quarter', 'year'])

/** What a name names is said in the schema: the check, protection, editors and the browser's form read it there. */
const indicatorName = name.meta({ names: 'indicator' })
const questionName = (...types: readonly QuestionType[]) => name.meta({ names: 'question', types })
/** A question by whose answers a component groups what it tells of something else. */
const groupName = (...types: readonly QuestionType[]) => name.meta({ names: 'question', types, groups: true })
const commentName = name.meta({ names: 'question', types: ['text'], role: 'comment' })
const grouped = ['scale', 'number', 'choice', 'multiple'] as const
/** Tags, quality and notes, too. */
const columnName = name.meta({ names: 'question', types: [...grouped, 'text', 'date'], attributes: true })

const ids = z.array(indicatorName).max(50)

/** What any component may carry. */
const common = {
  title: localised.optional(),
  /** Columns of twelve, where the window is wide. Absent: as its type usually stands. */
  width: z.int().min(3).max(12).optional(),
  /** A filter token laid over the selection: its filters stand in place of those of the same name. */
  filter: z.string().min(1).max(2000).optional(),
  /** Interviews below which figures are few. It can only raise the survey's. */
  minimumN: z.int().min(1).max(1000).optional(),
}

/** How a figure is compared: with the same length before, the same days a year before, or not at all. */
export const comparison = z.enum(['none', 'previous', 'yearBefore', 'periodToDate'])

/** What rows a ranking has: the children of the place, its leaves, all nodes of a depth below the root, or the answers to a question. */
export const grouping = z
  .union([
    z.literal('children'),
    z.literal('leaves'),
    z.strictObject({ depth: z.int().min(1).max(12) }),
    z.strictObject({ question: groupName(...grouped) }),
  ])
  .meta({ id: 'Grouping' })

/** Where a place's tile stands, counted from 1. `place`: its ids below the root as in addresses, `fi,uusimaa`. */
const tile = z.strictObject({
  place: z.string().min(1).max(1000),
  column: z.int().min(1).max(40),
  row: z.int().min(1).max(60),
})

/** What a heat map has beside its measures: groups as a ranking's rows, or periods of the selection. */
export const mapGrouping = z
  .union([...grouping.options, z.strictObject({ period: z.union([timeUnit, z.literal('auto')]) })])
  .meta({ id: 'MapGrouping' })

/** What a crosstab's cells show first; the reader may choose another. */
const cellContents = ['n', 'ofRow', 'ofColumn', 'ofAll', 'figure'] as const

/** A component of a page, as configured and as asked for. Absent `indicators`: all of the survey. */
export const component = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('IndicatorTiles'),
      ...common,
      indicators: ids.optional(),
      spark: z.boolean().default(true),
    }),
    z.strictObject({
      type: z.literal('Trend'),
      ...common,
      indicators: ids.optional(),
      by: z.union([timeUnit, z.literal('auto')]).default('auto'),
      /** A line for each place right below, too, of the eight with the most interviews. */
      places: z.boolean().optional(),
    }),
    z.strictObject({
      type: z.literal('Distribution'),
      ...common,
      question: questionName(...grouped),
      /** Another question: its answers, 26 at most, stand beside each other. */
      split: groupName(...grouped).optional(),
    }),
    z.strictObject({
      type: z.literal('RankingTableComponent'),
      ...common,
      indicators: ids.optional(),
      of: grouping.default('children'),
      /** Rows below this n stay out of the order. */
      minimum: z.int().min(1).max(1000).optional(),
      ownRankOnly: z.boolean().default(false),
      spark: z.boolean().default(true),
    }),
    z.strictObject({
      type: z.literal('Targets'),
      ...common,
      indicators: ids.optional(),
      /** The month, quarter or year that the selection ends in, or today is in. */
      by: targetUnit.default('quarter'),
      /** A row for each place right below. */
      byPlace: z.boolean().default(true),
    }),
    z.strictObject({
      type: z.literal('ChangeDecomposition'),
      ...common,
      /** Absent: the survey's first main indicator. */
      indicator: indicatorName.optional(),
      /** A choice, scale or banded number: interviews that changed hands between its answers are told apart. */
      segment: groupName('choice', 'scale', 'number').optional(),
    }),
    z.strictObject({
      type: z.literal('KeyDrivers'),
      ...common,
      /** The indicator to explain; absent: the survey's first main indicator. */
      outcome: indicatorName.optional(),
      /** Questions on a scale; absent: all of the survey, the outcome's own and hidden ones aside, the first twenty. */
      drivers: z.array(questionName('scale', 'number')).min(1).max(20).optional(),
    }),
    z.strictObject({
      type: z.literal('Crosstab'),
      ...common,
      /** Two different variables, each named as the rows of a ranking are, or periods of the selection. */
      rows: mapGrouping,
      columns: mapGrouping,
      /** Its value in each cell, beside the shares. */
      indicator: indicatorName.optional(),
      show: z.enum(cellContents).default('ofColumn'),
      /** Whether shares are weighted by the survey's weight. */
      weight: z.enum(['role', 'none']).default('none'),
      /** Those without a value as a group of their own, outside every base. */
      noValue: z.boolean().default(true),
    }),
    z.strictObject({
      type: z.literal('HeatMap'),
      ...common,
      indicators: ids.optional(),
      /** On a scale: each as an index from 0 to 100, after the indicators; without `indicators` alone. */
      questions: z.array(questionName('scale')).max(50).optional(),
      of: mapGrouping.default('children'),
    }),
    z.strictObject({
      type: z.literal('Topics'),
      ...common,
      /** A question with the role `comment`; absent: the first. */
      question: commentName.optional(),
      /** The indicator whose value is told with and without each topic; absent: the survey's first main indicator. */
      indicator: indicatorName.optional(),
    }),
    z.strictObject({
      type: z.literal('GeographyTiles'),
      ...common,
      /** Absent: the survey's first main indicator. */
      indicator: indicatorName.optional(),
      of: z
        .union([z.literal('children'), z.literal('leaves'), z.strictObject({ depth: z.int().min(1).max(12) })])
        .default('children'),
      /** Like a map. Places that are not named follow behind; where none is, tiles stand in order. */
      tiles: z.array(tile).max(500).default([]),
    }),
    z.strictObject({
      type: z.literal('Comments'),
      ...common,
      question: questionName('text').optional(),
      limit: z.int().min(1).max(200).default(20),
      /** From an earlier answer's `next`. */
      after: z.string().max(500).optional(),
      /** Only comments that contain this. */
      search: z.string().max(200).optional(),
      /** Absent: the newest first. */
      sort: commentSort.optional(),
      /** Only those that the viewer has starred. */
      starred: z.boolean().optional(),
    }),
    z.strictObject({
      type: z.literal('InterviewList'),
      ...common,
      /** Questions whose answers stand in columns; absent: the first scales and the comment. */
      columns: z.array(columnName).max(30).optional(),
      limit: z.int().min(1).max(200).default(50),
      /** From an earlier answer's `next`. */
      after: z.string().max(500).optional(),
      /** Only interviews with this in an answer that is shown. */
      search: z.string().max(200).optional(),
      sort: interviewSort.optional(),
    }),
    z.strictObject({
      type: z.literal('AlertLoop'),
      ...common,
      /** A row for each place right below. */
      byPlace: z.boolean().default(true),
    }),
    z.strictObject({
      type: z.literal('AlertList'),
      ...common,
      state: z.enum(['unsolved', 'solved', 'all']).default('unsolved'),
      sort: z.enum(['due', 'newest', 'severity']).default('due'),
      limit: z.int().min(1).max(50).default(10),
    }),
    z.strictObject({
      type: z.literal('ResponseFunnel'),
      ...common,
      /** A row for each place right below. */
      byPlace: z.boolean().default(true),
    }),
    z.strictObject({
      type: z.literal('MailCampaignsListComponent'),
      ...common,
      limit: z.int().min(1).max(50).default(10),
    }),
    /** The campaign of the filter, else the newest. */
    z.strictObject({
      type: z.literal('MailCampaignDetailsComponent'),
      ...common,
      /** A row for each place. */
      byPlace: z.boolean().default(true),
    }),
    z.strictObject({
      type: z.literal('GamificationOverviewConfig'),
      ...common,
      /** Places of so many levels below the root play; absent: those without places below them. */
      depth: z.int().min(1).max(12).optional(),
      /** Places below one place of so many levels play together; absent: all. */
      region: z.int().min(1).max(11).optional(),
      /** Bands of size that a region is cut into, the places with the most interviews first. */
      sizes: z.int().min(1).max(5).default(1),
      /** The bands' names, the largest places first; absent: they are counted. */
      sizeTitles: z.array(localised).max(5).optional(),
      leagueFrom: z.int().min(2).max(100).default(4),
      leagueUpTo: z.int().min(2).max(200).default(20),
      /** What a round is; the last whole one of the selection is told. */
      round: z.enum(['week', 'month', 'quarter']).default('month'),
      /** Rounds that are told, for courses and streaks. */
      rounds: z.int().min(1).max(12).default(6),
      /** So many rounds before it together are what a place's figures are held against. */
      baseline: z.int().min(1).max(12).default(3),
      /** What may improve. */
      indicators: ids.optional(),
      /** What each discipline counts for. */
      followUp: z.int().min(0).max(100).default(40),
      improvement: z.int().min(0).max(100).default(40),
      response: z.int().min(0).max(100).default(20),
      /** Points that effects award to a place count up to so many in a round; 0: they do not. */
      awarded: z.int().min(0).max(50).default(10),
      /** Percent of a round's alerts in time that keep a streak. */
      inTime: z.int().min(1).max(100).default(90),
      /** False: places that are not the reader's are not named, and no more of them is told than where they stand. */
      names: z.boolean().default(true),
      /** The league that is looked at; absent: that of the reader's place. */
      league: z.string().max(20).optional(),
    }),
    z.strictObject({
      type: z.literal('Sql'),
      ...common,
      /** Of SQL, over the interviews of the selection that whoever looks may open and take along. */
      statement: z.string().trim().min(1).max(sqlLimits.statement).meta({ language: 'sql' }),
      look: z.enum(sqlLooks).default('table'),
      /** What the columns of its result are called, in their order; absent: as the statement names them. */
      columnTitles: z.array(localised).max(sqlLimits.columns).optional(),
    }),
    /** Markdown: headings, lists, links, emphasis. */
    z.strictObject({ type: z.literal('Text'), ...common, text: localised }),
  ])
  .meta({ id: 'Component' })
export type Component = z.output<typeof component>
export type ComponentType = Component['type']
/** As a map, so that a registry of all types can be asked with any of them. */
type ByType = { [T in ComponentType]: Extract<Component, { type: T }> }
export type ComponentOf<T extends ComponentType> = ByType[T]

export const componentTypes: readonly ComponentType[] = component.options.map(({ shape }) => shape.type.value)

/** A page of a survey, an item of the left menu. `rankings`, `alerts` and `samples` have routes of their own. */
export const page = z
  .strictObject({
    extname: name,
    title: localised,
    /** A name from the icon list of the web client. */
    icon: z.string().max(40).default('chart'),
    /** A time filter value (`rmonths-11+0`) that opening the page sets. */
    selectionInterval: z.string().max(60).optional(),
    components: z.array(component).max(30),
  })
  .meta({ id: 'Page' })

export type Page = z.output<typeof page>

/** `pages.json` */
export const pagesFile = z.strictObject({ $schema: z.string().optional(), pages: z.array(page).min(1).max(50) })
