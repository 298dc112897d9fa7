import type { Deeds, League, LeagueRow } from '@kaiku/contract/league.ts'
import type { Calendar } from '@kaiku/core/day.ts'
import { dash, formatCount, formatUnit, formatValue } from '@kaiku/core/format.ts'
import type { TFunction } from 'i18next'
import type { DataTable } from '../card/data-table.tsx'

export const pointsText = (points: number | null, locale: string): string =>
  points === null ? dash : formatValue('mean', points, 1, locale)

export const percentOf = ({ part, of }: { part: number; of: number }, locale: string): string =>
  of === 0 ? dash : formatValue('share', (100 * part) / of, 0, locale)

/** `1`, or `2–4` where chance leaves several places open. */
export const rangeText = ({ rankFrom, rankTo }: Pick<LeagueRow, 'rankFrom' | 'rankTo'>, locale: string): string => {
  const [from, to] = [rankFrom, rankTo].map((rank) => (rank === null ? dash : formatCount(rank, locale)))
  return rankFrom === rankTo ? (from ?? dash) : `${from}–${to}`
}

const mostNamed = 3

/** `Uusimaa · Large stores`; `Size 1 of 3` where the bands have no names. */
export function leagueName({ regions, band }: League['leagues'][number], t: TFunction): string {
  const size = band && (band.title || t('league.band', { at: band.at, of: band.of }))
  const named = regions.slice(0, regions.length > mostNamed ? mostNamed - 1 : mostNamed).join(', ')
  const others = regions.length - mostNamed + 1
  const where = regions.length > mostNamed ? t('league.andOthers', { named, n: others }) : named
  return [where, size ?? ''].filter((one) => one !== '').join(' · ') || t('league.all')
}

/** `September 2026` */
export const roundText = ({ unit, rounds }: League, locale: string, calendar: Calendar): string => {
  const last = rounds.at(-1)
  return last ? formatUnit(unit, last.from, locale, calendar) : ''
}

/** What is not earned yet of badges that can be. */
export const missing = (deeds: Deeds, plays: ReadonlySet<string>) =>
  (['inTime', 'improved', 'response', 'steady'] as const).filter(
    (badge) => !deeds.badges.includes(badge) && plays.has(disciplineOf[badge]),
  )

const disciplineOf = {
  inTime: 'followUp',
  improved: 'improvement',
  response: 'response',
  steady: 'followUp',
} as const

export function tableOf({ rows, disciplines, placeTitle }: League, t: TFunction): DataTable {
  return {
    head: [
      t('league.rank'),
      t('league.range'),
      placeTitle || t('place'),
      t('league.points'),
      ...disciplines.map(({ discipline }) => t(`league.${discipline}`)),
      t('league.badges'),
    ],
    rows: rows.map(({ rank, rankFrom, rankTo, name, points, deeds }) => [
      rank,
      rank === null ? null : rankFrom === rankTo ? String(rankFrom) : `${rankFrom}–${rankTo}`,
      name || t('league.other'),
      points,
      ...disciplines.map(({ discipline }) => deeds?.parts[discipline] ?? null),
      deeds?.badges.map((badge) => t(`league.badge.${badge}`)).join(', ') ?? null,
    ]),
  }
}
