import { badges, disciplines } from '@kaiku/core/league.ts'
import { z } from 'zod'
import { change } from './figure.ts'
import { day } from './localised.ts'
import { timeUnit } from './page.ts'

const count = z.int().min(0)
const share = z.object({ part: count, of: count })
/** From 0 to 100. */
const points = z.number()
const period = z.object({ from: day, to: day })
const discipline = z.enum(disciplines)
const badge = z.enum(badges)

/** What became of an indicator against the place's own baseline. `untold`: too few answers, or hidden. */
const improvement = z.object({
  indicator: z.string(),
  standing: z.enum(['better', 'same', 'worse', 'untold']),
  /** Answers of the round; null: hidden. */
  n: count.nullable(),
  /** To the rounds before it, tested over the league. Null: untold. */
  change: change.nullable(),
})

const deeds = z.object({
  /** Alerts of the round dealt with in time, of those whose time is over. */
  followUp: share,
  /** Median working hours from when an alert was raised to when it was solved; null: none was. */
  hours: z.number().nullable(),
  improvements: z.array(improvement),
  /** Completed, of those of the round's samples that were reached. */
  response: share,
  /** What effects award points for, the most first. */
  awards: z.array(z.object({ title: z.string(), times: count, points })),
  /** Points by discipline; null: it does not play. */
  parts: z.record(discipline, points.nullable()),
  badges: z.array(badge),
  /** Rounds in a row with alerts in time, and without a figure worse than its baseline. */
  streaks: z.object({ inTime: count, held: count }),
})

const row = z
  .object({
    /** The place's id; of one that is not named, where it stands in the list. */
    id: z.string(),
    /** Empty: it is not named. */
    name: z.string(),
    path: z.string().nullable(),
    /** It is the reader's own. */
    own: z.boolean(),
    /** Null: there was nothing to give points for, or the reader does not see the whole league. */
    points: points.nullable(),
    rank: count.nullable(),
    /** Places that chance alone leaves open. */
    rankFrom: count.nullable(),
    rankTo: count.nullable(),
    /** Points in each of the rounds. */
    course: z.array(points.nullable()),
    /** Null: the place is not named, and no more is told of it. */
    deeds: deeds.nullable(),
  })
  .meta({ id: 'LeagueRow' })
export type LeagueRow = z.output<typeof row>
export type Deeds = NonNullable<LeagueRow['deeds']>

export const league = z.object({
  type: z.literal('GamificationOverviewConfig'),
  /** `off`: the universe does not play. `none`: there is no place to play, or no round is over. */
  state: z.enum(['shown', 'off', 'none']),
  unit: timeUnit,
  /** Oldest first; the last one is told. */
  rounds: z.array(period),
  /** What the last round's figures are held against; null: nothing is. */
  baseline: period.nullable(),
  /** `Store` */
  placeTitle: z.string(),
  /** Those of the place one is at and of the places below it. */
  leagues: z.array(
    z.object({
      id: z.string(),
      /** Regions whose places play; empty: all. */
      regions: z.array(z.string()),
      /** Which band of size, from 1, of how many; null: it is not cut by size. */
      band: z.object({ at: count, of: count, title: z.string().nullable() }).nullable(),
      places: count,
    }),
  ),
  /** The one whose rows these are. */
  league: z.string().nullable(),
  /** The reader sees figures of all its places; else no points are told. */
  isWhole: z.boolean(),
  /** Those that play, with what they count for in percent. */
  disciplines: z.array(z.object({ discipline, weight: z.number() })),
  /** Awarded points count up to so many. */
  mostAwarded: count,
  /** What all its places did together. */
  whole: z.object({ followUp: share, response: share }),
  /** Percent of alerts in time that keep a streak. */
  inTime: count,
  indicators: z.array(z.string()),
  /** Best first; those without points behind, in the order of the tree. */
  rows: z.array(row),
  /** The row of the place one is at, or of the only one of one's own; null: it is not among them. */
  here: z.string().nullable(),
})
export type League = z.output<typeof league>
