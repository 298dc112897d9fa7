import type { Deeds, League } from '@kaiku/contract/league.ts'
import { type ShownIndicator, welcome } from '@kaiku/contract/value-text.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { type Badge, leastAlerts, leastStreak } from '@kaiku/core/league.ts'
import { IconTarget } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { percentOf } from './league-words.ts'

type Props = {
  badge: Badge
  league: League
  deeds: Deeds
  indicators: ReadonlyMap<string, ShownIndicator>
}

/** What would earn a badge, from what is missing. */
export function NextBadge({ badge, league, deeds, indicators }: Props) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language
  const { followUp, response, improvements, streaks } = deeds
  const late = followUp.of - followUp.part
  const sinking = improvements.find(({ standing }) => standing === 'worse')
  const nearest = improvements.find(({ indicator, change, standing }) => {
    const known = indicators.get(indicator)
    return standing === 'same' && change !== null && known !== undefined && welcome(known, change.value) > 0
  })
  const titleOf = (one: typeof nearest) => indicators.get(one?.indicator ?? '')?.title ?? ''
  const text = {
    inTime: () =>
      late > 0
        ? t('league.nextFor.late', { n: formatCount(late, locale), of: formatCount(followUp.of, locale) })
        : t('league.nextFor.alerts', { least: leastAlerts }),
    improved: () =>
      sinking
        ? t('league.nextFor.sinking', { indicator: titleOf(sinking) })
        : nearest
          ? t('league.nextFor.nearest', { indicator: titleOf(nearest) })
          : t('league.nextFor.improve'),
    response: () =>
      league.isWhole
        ? t('league.nextFor.response', {
            own: percentOf(response, locale),
            all: percentOf(league.whole.response, locale),
          })
        : t('league.badgeFor.response'),
    steady: () => {
      const count = Math.max(1, leastStreak - streaks.inTime)
      return t('league.nextFor.steady', { count, n: formatCount(count, locale), goal: league.inTime })
    },
  }
  return (
    <li>
      <IconTarget size={16} aria-hidden />
      <span>
        <b>{t(`league.badge.${badge}`)}</b> {text[badge]()}
      </span>
    </li>
  )
}
