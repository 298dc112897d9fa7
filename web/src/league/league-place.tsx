import type { Deeds, League, LeagueRow } from '@kaiku/contract/league.ts'
import type { ShownIndicator } from '@kaiku/contract/value-text.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { IconFlame, IconStar, IconTrophy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { InPlace } from '../card/in-place.tsx'
import css from './league.module.css'
import { LeagueEvidence } from './league-evidence.tsx'
import { missing, pointsText, rangeText } from './league-words.ts'
import { NextBadge } from './next-badge.tsx'

type Props = {
  league: League
  row: LeagueRow
  deeds: Deeds
  indicators: ReadonlyMap<string, ShownIndicator>
}

/** One place: where it stands, what its points are of, what it has earned, and what would earn the next. */
export function LeaguePlace({ league, row, deeds, indicators }: Props) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language
  const plays = new Set<string>(league.disciplines.map(({ discipline }) => discipline))
  const next = missing(deeds, plays)
  const { inTime, held } = deeds.streaks
  return (
    <section className={css.place} aria-label={row.name}>
      <h3>
        <InPlace text={row.name} />
        {row.own && row.id === league.here && <small>{t('league.yours')}</small>}
      </h3>
      <p className={css.stand}>
        {row.rank === null ? (
          t(league.isWhole ? 'league.unranked' : 'league.partRank')
        ) : isLevel(league) ? (
          t('league.level', { points: pointsText(row.points, locale) })
        ) : (
          <>
            <b>{t('league.place', { rank: rangeText(row, locale), of: formatCount(ranked(league), locale) })}</b>
            <span>{t('league.pointsOf', { points: pointsText(row.points, locale), of: highest(league) })}</span>
          </>
        )}
      </p>
      {row.rank !== null && !isLevel(league) && row.rankFrom !== row.rankTo && (
        <p className={css.note}>
          {t('league.chance', { rank: formatCount(row.rank, locale), range: rangeText(row, locale) })}
        </p>
      )}
      <ul className={css.parts}>
        {league.disciplines.map(({ discipline, weight }) => (
          <li key={discipline}>
            <h4>
              {t(`league.${discipline}`)} <small>{t('league.weight', { weight: Math.round(weight) })}</small>
            </h4>
            <span className={css.score}>{pointsText(deeds.parts[discipline], locale)}</span>
            <i aria-hidden>
              <b style={{ width: `${deeds.parts[discipline] ?? 0}%` }} />
            </i>
            <div className={css.evidence}>
              <LeagueEvidence {...{ league, row, deeds, indicators, discipline }} />
            </div>
          </li>
        ))}
      </ul>
      {league.mostAwarded > 0 && deeds.awards.length > 0 && (
        <Earned title={t('league.awarded')}>
          {deeds.awards.map(({ title, times, points }) => (
            <li key={title}>
              <IconStar size={16} aria-hidden />
              <span>
                <b>{t('league.award', { count: points, points: formatCount(points, locale) })}</b> {title}
                {times > 1 && ` (${formatCount(times, locale)} ×)`}
              </span>
            </li>
          ))}
          {deeds.awards.reduce((sum, { points }) => sum + points, 0) > league.mostAwarded && (
            <li>{t('league.awardedMost', { most: formatCount(league.mostAwarded, locale) })}</li>
          )}
        </Earned>
      )}
      {deeds.badges.length > 0 && (
        <Earned title={t('league.badges')}>
          {deeds.badges.map((badge) => (
            <li key={badge}>
              <IconTrophy size={16} aria-hidden />
              <span>
                <b>{t(`league.badge.${badge}`)}</b> {t(`league.badgeFor.${badge}`)}
              </span>
            </li>
          ))}
        </Earned>
      )}
      {(inTime > 1 || held > 1) && (
        <Earned title={t('league.streaks')}>
          {inTime > 1 && <Streak>{t('league.streak.inTime', { n: inTime, goal: league.inTime })}</Streak>}
          {held > 1 && <Streak>{t('league.streak.held', { n: held })}</Streak>}
        </Earned>
      )}
      {next.length > 0 && (
        <Earned title={t('league.next')}>
          {next.map((badge) => (
            <NextBadge key={badge} badge={badge} league={league} deeds={deeds} indicators={indicators} />
          ))}
        </Earned>
      )}
    </section>
  )
}

/** Points that a place can have. */
const highest = ({ rows, mostAwarded }: League) =>
  rows.some(({ deeds }) => deeds !== null && deeds.awards.length > 0) ? 100 + mostAwarded : 100

/** Nobody is ahead of anybody. */
const isLevel = ({ rows }: League) => rows.every(({ rank }) => rank === null || rank === 1)
const ranked = ({ rows }: League) => rows.filter(({ rank }) => rank !== null).length

const Earned = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={css.earned}>
    <h4>{title}</h4>
    <ul>{children}</ul>
  </div>
)

const Streak = ({ children }: { children: string }) => (
  <li>
    <IconFlame size={16} aria-hidden />
    <span>{children}</span>
  </li>
)
