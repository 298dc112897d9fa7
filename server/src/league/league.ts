import type { League } from '@kaiku/contract/league.ts'
import {
  aheadInResponse,
  badgesOf,
  type Deeds,
  type Discipline,
  disciplines,
  keptTime,
  type LeagueShare,
  type Score,
  type Scoring,
  scoresOf,
  standingsOf,
  streakOf,
} from '@kaiku/core/league.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Measured } from '../figure/figures.ts'
import { indicatorsOf, type QueryContext } from '../figure/query-context.ts'
import { rowsOfNodes } from '../figure/rows.ts'
import { readUniverse } from '../universe/universe-settings.ts'
import { type Award, countAwards } from './league-award.ts'
import { countAlerts, countSamples, medianHours } from './league-count.ts'
import { type Improvement, improvementsOf, roundBases } from './league-improvement.ts'
import { type Board, boardOf, leaguesOf, type SeenLeague } from './league-player.ts'
import { type LeagueComponent, type Rounds, roundsOf } from './league-round.ts'

/** What places that are alike did in a round, and the points, badges and streaks that they have for it. */
export async function league(asked: QueryContext, component: LeagueComponent): Promise<League> {
  const { stores, dictionary, scan, isProtected } = asked
  const rounds = roundsOf(scan.selection, component)
  const measured = indicatorsOf(asked, component.indicators)
  const { settings } = await inUniverse(stores.pool, dictionary.universe, (client) =>
    readUniverse(client, dictionary.universe),
  )
  if (!settings.leagues) return nothing('off', component, rounds)
  const board = boardOf(asked, component)
  const bases = await Promise.all(
    rounds.periods.map((round) => roundBases(asked, round, rounds.baselineOf(round), measured, board.fold)),
  )
  const last = bases.at(-1) ?? null
  const sizes = board.nodes.map(({ number }) => {
    const n = last ? last.n(String(number), 'now') + last.n(String(number), 'before') : 0
    return isProtected && n < asked.minimumN ? 0 : n
  })
  const leagues = leaguesOf(asked, board, component, sizes)
  const wanted = leagues.find(({ id }) => id === component.league)
  const own = leagues.find(({ players }) => board.here !== null && players.includes(board.here))
  const shown = wanted ?? own ?? leagues[0]
  if (!shown) return nothing('none', component, rounds)
  const scoring: Scoring = {
    // Whoever raised an alert or answered is nobody's to know in a protected survey.
    weights: isProtected
      ? { followUp: 0, improvement: component.improvement, response: 0 }
      : { followUp: component.followUp, improvement: component.improvement, response: component.response },
    indicators: measured.length,
    mostAwarded: isProtected ? 0 : component.awarded,
  }
  const numbers = shown.players.map((at) => board.nodes[at]?.number ?? 0)
  const improvements = bases.map((one) => improvementsOf(asked, one, numbers, measured))
  const played = await playedIn(asked, board, rounds, numbers, improvements, scoring)
  return told(asked, component, { rounds, board, leagues, shown, measured, scoring, ...played })
}

type Played = {
  /** By round, then by player. */
  readonly deeds: readonly (readonly Deeds[])[]
  readonly improvements: readonly (readonly (readonly Improvement[])[])[]
  readonly hours: ReadonlyMap<number, number>
  /** Of the last round, by player. */
  readonly awards: readonly (readonly Award[])[]
  readonly numbers: readonly number[]
}

async function playedIn(
  asked: QueryContext,
  { fold }: Board,
  { periods }: Rounds,
  numbers: readonly number[],
  improvements: Played['improvements'],
  { weights, mostAwarded }: Scoring,
): Promise<Played> {
  const last = periods.at(-1)
  const [alerts, samples, hours, awards] = await Promise.all([
    weights.followUp > 0 ? countAlerts(asked, periods, fold) : [],
    weights.response > 0 ? countSamples(asked, periods, fold) : [],
    weights.followUp > 0 && last ? medianHours(asked, last, fold, new Set(numbers)) : new Map<number, number>(),
    mostAwarded > 0 ? countAwards(asked, periods, fold) : [],
  ])
  const deeds = periods.map((_, round) =>
    numbers.map((number, at): Deeds => {
      const own = improvements[round]?.[at] ?? []
      const having = (...standings: Improvement['standing'][]) =>
        own.filter(({ standing }) => standings.includes(standing)).length
      return {
        followUp: alerts[round]?.get(number) ?? nobody,
        response: samples[round]?.get(number) ?? nobody,
        tested: having('better', 'same', 'worse'),
        better: having('better'),
        worse: having('worse'),
        awarded: (awards[round]?.get(number) ?? []).reduce((sum, { points }) => sum + points, 0),
      }
    }),
  )
  const lastAwards = awards.at(-1)
  return { deeds, improvements, hours, numbers, awards: numbers.map((number) => lastAwards?.get(number) ?? []) }
}

const nobody: LeagueShare = { part: 0, of: 0 }

type Told = Played & {
  readonly rounds: Rounds
  readonly board: Board
  readonly leagues: readonly SeenLeague[]
  readonly shown: SeenLeague
  readonly measured: readonly Measured[]
  readonly scoring: Scoring
}

function told(asked: QueryContext, component: LeagueComponent, all: Told): League {
  const { rounds, board, leagues, shown, measured, scoring, deeds } = all
  const scores = deeds.map((round) => scoresOf(round, scoring))
  const [now = [], lastScores = []] = [deeds.at(-1), scores.at(-1)]
  const rows = rowsOf(asked, component, all, scores)
  const plays = disciplines.filter((one) => lastScores.some(({ parts }) => parts[one] !== null))
  const sum = plays.reduce((weights, one) => weights + scoring.weights[one], 0)
  const last = rounds.periods.at(-1)
  const together = (of: 'followUp' | 'response'): LeagueShare => ({
    part: now.reduce((n, one) => n + one[of].part, 0),
    of: now.reduce((n, one) => n + one[of].of, 0),
  })
  const here = board.here === null ? -1 : shown.players.indexOf(board.here)
  const open = { followUp: nobody, response: nobody }
  return {
    ...nothing('shown', component, rounds),
    baseline: last ? rounds.baselineOf(last) : null,
    placeTitle: board.placeTitle,
    leagues: leagues.map(({ id, regions, band, places }) => ({ id, regions, band, places })),
    league: shown.id,
    isWhole: shown.isWhole,
    disciplines: plays.map((discipline) => ({ discipline, weight: (100 * scoring.weights[discipline]) / sum })),
    mostAwarded: scoring.mostAwarded,
    whole: shown.isWhole ? { followUp: together('followUp'), response: together('response') } : open,
    indicators: measured.map(({ indicator }) => indicator.id),
    rows: rows.map(({ row }) => row),
    here: rows.find(({ player }) => player === here)?.row.id ?? null,
  }
}

type Row = { readonly player: number; readonly row: League['rows'][number] }

/** Best first. Points depend on what all places of a league did: they are told to who sees them all. */
function rowsOf(asked: QueryContext, component: LeagueComponent, all: Told, scores: readonly Score[][]): Row[] {
  const { board, shown, deeds, improvements, hours, awards, numbers } = all
  const nodes = shown.players.flatMap((at) => board.nodes[at] ?? [])
  const places = rowsOfNodes(asked.scan.selection.view, nodes, asked.locale, asked.translate)
  const last = scores.at(-1) ?? []
  const standings = standingsOf(last)
  const ahead = aheadInResponse((deeds.at(-1) ?? []).map(({ response }) => response))
  const order = places.map((_, at) => at).sort((a, b) => (last[b]?.points ?? -1) - (last[a]?.points ?? -1) || a - b)
  return order.map((at, index): Row => {
    const [place, standing, now] = [places[at], standings[at], deeds.at(-1)?.[at]]
    const own = board.isOwn[shown.players[at] ?? -1] === true
    const isNamed = place !== undefined && (own || component.names)
    const inTime = streakOf(deeds.map((round) => keptTime(round[at]?.followUp ?? nobody, component.inTime)))
    const held = streakOf(deeds.map((round) => (round[at]?.tested ? round[at].worse === 0 : null)))
    const told = (score: Score | undefined) => (shown.isWhole ? (score?.points ?? null) : null)
    const parts = last[at]?.parts
    return {
      player: at,
      row: {
        id: isNamed ? place.id : `~${index}`,
        name: isNamed ? place.name : '',
        path: isNamed ? place.path : null,
        own,
        points: told(last[at]),
        rank: shown.isWhole ? (standing?.rank ?? null) : null,
        rankFrom: shown.isWhole ? (standing?.from ?? null) : null,
        rankTo: shown.isWhole ? (standing?.to ?? null) : null,
        course: isNamed ? scores.map((round) => told(round[at])) : [],
        deeds:
          isNamed && now && parts
            ? {
                followUp: now.followUp,
                hours: hours.get(numbers[at] ?? 0) ?? null,
                improvements: [...(improvements.at(-1)?.[at] ?? [])],
                response: now.response,
                awards: [...(awards[at] ?? [])],
                parts: told(last[at]) === null ? unplayed : parts,
                badges: badgesOf({ ...now, isAhead: shown.isWhole && ahead[at] === true, streak: inTime }),
                streaks: { inTime, held },
              }
            : null,
      },
    }
  })
}

const unplayed: Readonly<Record<Discipline, null>> = { followUp: null, improvement: null, response: null }

const nothing = (state: League['state'], { inTime }: LeagueComponent, { unit, periods }: Rounds): League => ({
  type: 'GamificationOverviewConfig',
  state,
  unit,
  rounds: [...periods],
  baseline: null,
  placeTitle: '',
  leagues: [],
  league: null,
  isWhole: false,
  disciplines: [],
  mostAwarded: 0,
  whole: { followUp: nobody, response: nobody },
  inTime,
  indicators: [],
  rows: [],
  here: null,
})
