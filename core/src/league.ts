import { alpha, benjaminiHochberg, newcombe, rankRanges } from './statistics.ts'

/** What a league gives points for: alerts dealt with in time, one's own figures improved, people who answered when asked. */
export const disciplines = ['followUp', 'improvement', 'response'] as const
export type Discipline = (typeof disciplines)[number]
export const badges = ['inTime', 'improved', 'response', 'steady'] as const
export type Badge = (typeof badges)[number]

/** Who may play: places of one region play together, the largest with the largest. */
export type Player = { readonly region: string; readonly size: number }
export type LeagueRule = {
  /** Bands of size that a region is cut into. */
  readonly sizes: number
  /** Places that a league has at least, and at most; where both cannot be kept, the least is. */
  readonly from: number
  readonly upTo: number
}
export type DealtLeague = {
  readonly regions: readonly string[]
  /** From 0, the largest places, to before `bands`. */
  readonly band: number
  readonly bands: number
  /** Where its players stand in the list that was dealt. */
  readonly players: readonly number[]
}

/**
 * Leagues of places alike. Regions with fewer places than a league has play together; if they are still too few, with the
 * smallest other region. Places of one size keep their order, so that the same list is always dealt the same way.
 */
export function dealLeagues(players: readonly Player[], { sizes, from, upTo }: LeagueRule): DealtLeague[] {
  return regionsOf(players, from).flatMap(({ regions, members }) => {
    const wanted = Math.max(sizes, Math.ceil(members.length / upTo))
    const bands = Math.max(1, Math.min(wanted, Math.floor(members.length / from)))
    const sorted = [...members].sort((a, b) => (players[b]?.size ?? 0) - (players[a]?.size ?? 0) || a - b)
    const cut = (band: number) => Math.floor((band * sorted.length) / bands)
    return Array.from({ length: bands }, (_, band) => ({
      regions,
      band,
      bands,
      players: sorted.slice(cut(band), cut(band + 1)),
    }))
  })
}

type Region = { readonly regions: readonly string[]; readonly members: readonly number[] }

function regionsOf(players: readonly Player[], from: number): Region[] {
  const found = new Map<string, number[]>()
  players.forEach(({ region }, at) => {
    found.set(region, [...(found.get(region) ?? []), at])
  })
  const all = [...found].map(([region, members]): Region => ({ regions: [region], members }))
  const large = all.filter(({ members }) => members.length >= from)
  const small = joined(all.filter(({ members }) => members.length < from))
  if (small === null) return large
  if (small.members.length >= from || large.length === 0) return [...large, small]
  const least = large.reduce((a, b) => (b.members.length < a.members.length ? b : a))
  return large.map((one) => (one === least ? (joined([one, small]) ?? one) : one))
}

const joined = (regions: readonly Region[]): Region | null =>
  regions.length === 0
    ? null
    : { regions: regions.flatMap((one) => one.regions), members: regions.flatMap((one) => one.members) }

export type LeagueShare = { readonly part: number; readonly of: number }

/** So many alerts, or people asked, as the whole league has them stand beside each place's own: few of one's own say little. */
const lent: Readonly<Record<'followUp' | 'response', number>> = { followUp: 10, response: 50 }

/**
 * A share drawn towards that of the league the more, the fewer it is of, and its standard error (mean and deviation of a
 * beta distribution whose prior has the league's mean and the weight of `strength` observations).
 */
export function drawnShare(
  { part, of }: LeagueShare,
  whole: number,
  strength: number,
): { share: number; error: number } {
  const share = (part + strength * whole) / (of + strength)
  return { share, error: Math.sqrt((share * (1 - share)) / (of + strength + 1)) }
}

/** What one place did in one round. */
export type Deeds = {
  /** Alerts dealt with in time, of those whose time is over. */
  readonly followUp: LeagueShare
  /** Completed, of those reached. */
  readonly response: LeagueShare
  /** Indicators held against the place's own baseline, and how many of them are better and worse beyond chance. */
  readonly tested: number
  readonly better: number
  readonly worse: number
  /** Points that effects award. */
  readonly awarded: number
}

export type Scoring = {
  /** What each discipline counts for; 0: it does not play. */
  readonly weights: Readonly<Record<Discipline, number>>
  /** Indicators that may improve. */
  readonly indicators: number
  /** Awarded points count up to so many. */
  readonly mostAwarded: number
}

export type Score = {
  /** From 0 to 100 by discipline, null for one that does not play. */
  readonly parts: Readonly<Record<Discipline, number | null>>
  /** From 0 to 100 and what is awarded besides, to a tenth. Null: nothing plays, or there was nothing that this place could have done. */
  readonly points: number | null
  /** Standard error of the points. */
  readonly error: number
}

/**
 * Points of the places of one league. A discipline in which nobody did anything does not play. Alerts: the percentage in
 * time. Response: 50 is the league's own share, twice as much and more is 100. Improvement: the percentage of indicators
 * that are better beyond chance; what cannot be tested counts as not better. What is awarded comes on top.
 */
export function scoresOf(league: readonly Deeds[], { weights, indicators, mostAwarded }: Scoring): Score[] {
  const [followUp, response] = [wholeOf(league, 'followUp'), wholeOf(league, 'response')]
  const plays: Readonly<Record<Discipline, boolean>> = {
    followUp: weights.followUp > 0 && followUp !== null,
    improvement: weights.improvement > 0 && league.some(({ tested }) => tested > 0),
    response: weights.response > 0 && response !== null && response > 0,
  }
  const all = disciplines.reduce((sum, one) => sum + (plays[one] ? weights[one] : 0), 0)
  return league.map((deeds) => {
    const inTime = drawnShare(deeds.followUp, followUp ?? 0, lent.followUp)
    const answered = drawnShare(deeds.response, response ?? 0, lent.response)
    const scale = response ? usual / response : 0
    const earned: Readonly<Record<Discipline, { readonly points: number; readonly error: number }>> = {
      followUp: { points: 100 * inTime.share, error: 100 * inTime.error },
      // That chance is no cause of it has been tested already.
      improvement: { points: indicators === 0 ? 0 : (100 * deeds.better) / indicators, error: 0 },
      response: { points: Math.min(100, scale * answered.share), error: scale * answered.error },
    }
    const part = (one: Discipline) => (plays[one] ? tenths(earned[one].points) : null)
    const weighted = (of: 'points' | 'error', power: number) =>
      disciplines.reduce((sum, one) => sum + (plays[one] ? ((weights[one] / all) * earned[one][of]) ** power : 0), 0)
    const extra = Math.min(deeds.awarded, mostAwarded)
    const did = all > 0 && !isIdle(deeds)
    return {
      parts: { followUp: part('followUp'), improvement: part('improvement'), response: part('response') },
      points: did ? tenths(weighted('points', 1) + extra) : extra || null,
      error: all === 0 ? 0 : Math.sqrt(weighted('error', 2)),
    }
  })
}

const isIdle = ({ followUp, response, tested }: Deeds) => followUp.of === 0 && response.of === 0 && tested === 0

/** Points for a share as the league on the whole has it. */
const usual = 50
const tenths = (value: number) => Math.round(value * 10) / 10

function wholeOf(league: readonly Deeds[], of: 'followUp' | 'response'): number | null {
  const n = league.reduce((sum, one) => sum + one[of].of, 0)
  return n === 0 ? null : league.reduce((sum, one) => sum + one[of].part, 0) / n
}

export type LeagueStanding = { readonly rank: number; readonly from: number; readonly to: number }

/** Where each stands, and the places that chance alone leaves open; equal points share a place. Null: without points. */
export function standingsOf(scores: readonly Score[]): (LeagueStanding | null)[] {
  const ranked = scores.flatMap(({ points, error }, at) => (points === null ? [] : [{ at, points, error }]))
  const { ranks, from, to } = rankRanges(
    ranked.map(({ points }) => points),
    ranked.map(({ error }) => error),
    'high',
  )
  const found = scores.map((): LeagueStanding | null => null)
  ranked.forEach(({ at }, index) => {
    const rank = ranks[index] ?? 0
    found[at] = { rank, from: Math.min(rank, from[index] ?? rank), to: Math.max(rank, to[index] ?? rank) }
  })
  return found
}

/** Places whose share of answers is above that of the rest of their league beyond chance (Newcombe, Benjamini–Hochberg). */
export function aheadInResponse(shares: readonly LeagueShare[]): boolean[] {
  const all = shares.reduce((sum, one) => ({ part: sum.part + one.part, of: sum.of + one.of }), { part: 0, of: 0 })
  const found = shares.map(({ part, of }) => {
    const rest = { part: all.part - part, of: all.of - of }
    if (of === 0 || rest.of === 0) return null
    return newcombe({ proportion: part / of, n: of }, { proportion: rest.part / rest.of, n: rest.of })
  })
  const real = benjaminiHochberg(
    found.map((one) => one?.p ?? null),
    alpha,
  )
  return found.map((one, at) => one !== null && one.value > 0 && real[at] === true)
}

/** Rounds in a row that were kept, back from the last; one that tells nothing (null) neither counts nor ends it. */
export function streakOf(rounds: readonly (boolean | null)[]): number {
  const lost = rounds.lastIndexOf(false)
  return rounds.slice(lost + 1).filter((kept) => kept === true).length
}

/** Whether a round's alerts were dealt with as often in time as is wished, in percent; null: there were none. */
export const keptTime = ({ part, of }: LeagueShare, goal: number): boolean | null =>
  of === 0 ? null : 100 * part >= goal * of

/** Alerts and rounds below which a badge would be luck. */
export const leastAlerts = 5
export const leastStreak = 3

export type Earned = Deeds & {
  /** Its share of answers is above the rest of the league beyond chance. */
  readonly isAhead: boolean
  /** Rounds in a row with alerts in time. */
  readonly streak: number
}

/** What a place has earned in a round. */
export function badgesOf({ followUp, better, worse, isAhead, streak }: Earned): Badge[] {
  const has: Readonly<Record<Badge, boolean>> = {
    inTime: followUp.of >= leastAlerts && followUp.part === followUp.of,
    improved: better > 0 && worse === 0,
    response: isAhead,
    steady: streak >= leastStreak,
  }
  return badges.filter((badge) => has[badge])
}
