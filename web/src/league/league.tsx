import type { League } from '@kaiku/contract/league.ts'
import type { ComponentOf } from '@kaiku/contract/page.ts'
import { formatCount, formatPeriod } from '@kaiku/core/format.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Card } from '../card/card.tsx'
import { NoticeCard } from '../card/notice-card.tsx'
import { Select } from '../control/control.tsx'
import { useScope } from '../drill-path/at.tsx'
import { useChosenText } from '../figure/chosen.ts'
import type { ComponentProps } from '../figure/component-props.ts'
import { figuresQuery } from '../figure/figure.queries.ts'
import { useTableFile } from '../figure/figure-table.ts'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './league.module.css'
import { LeaguePlace } from './league-place.tsx'
import { LeagueTable } from './league-table.tsx'
import { leagueName, roundText, tableOf } from './league-words.ts'

type Props = ComponentProps<'GamificationOverviewConfig'>
const isLeague = (answer: { type: string }): answer is League => answer.type === 'GamificationOverviewConfig'

/** The page's own league, or another one once that is there. */
function useLeague(asked: ComponentOf<'GamificationOverviewConfig'>, answer: League) {
  const [wanted, choose] = useChosenText('league')
  const isOther = wanted !== '' && wanted !== answer.league && answer.leagues.some(({ id }) => id === wanted)
  const component = isOther ? { ...asked, league: wanted } : asked
  const query = useQuery({
    ...figuresQuery([component], useScope()),
    enabled: isOther,
    placeholderData: keepPreviousData,
  })
  const shown = isOther ? (query.data?.answers.find(isLeague) ?? answer) : answer
  return { shown, component, isStale: isOther && query.isFetching, choose }
}

/** Places alike against each other by what people there can do: one's own place, what its points are of, and the others. */
export function GamificationOverviewConfig({ asked, answer, indicators, title }: Props) {
  const { t, i18n } = useTranslation()
  const { calendar } = useSurvey().survey
  const { permissions } = useIdentity()
  const { shown, component, isStale, choose } = useLeague(asked, answer)
  const [wanted, look] = useChosenText('place')
  const fileOf = useTableFile(component)
  const heading = title ?? t('component.GamificationOverviewConfig')
  if (answer.state === 'off') {
    if (!permissions.includes('editPages')) return null
    return (
      <NoticeCard heading={heading} title={t('league.off')}>
        {t('league.offWhy')}
      </NoticeCard>
    )
  }
  const named = shown.rows.filter(({ deeds }) => deeds !== null)
  const row = named.find(({ id }) => id === wanted) ?? named.find(({ id }) => id === shown.here) ?? named[0]
  const league = shown.leagues.find(({ id }) => id === shown.league)
  if (answer.state === 'none' || !league)
    return (
      <NoticeCard heading={heading} title={t('league.none')}>
        {t('league.noneWhy')}
      </NoticeCard>
    )
  const actions = shown.leagues.length > 1 && (
    <Select
      label={t('league.choose')}
      value={league.id}
      choices={shown.leagues.map((one) => ({ value: one.id, title: leagueName(one, t) }))}
      onChange={choose}
    />
  )
  return (
    <Card
      title={heading}
      count={formatCount(league.places, i18n.language)}
      actions={actions}
      table={tableOf(shown, t)}
      fetchFile={fileOf(heading)}
    >
      <div className={css.league} data-stale={isStale || undefined}>
        <p className={css.round}>
          <strong>{leagueName(league, t)}</strong> · {roundText(shown, i18n.language, calendar)}
        </p>
        {!shown.isWhole && <p className={css.note}>{t('league.part')}</p>}
        <div className={css.body}>
          {row?.deeds && (
            <LeaguePlace key={row.id} league={shown} row={row} deeds={row.deeds} indicators={indicators} />
          )}
          <LeagueTable league={shown} looked={row?.id ?? null} onLook={look} />
        </div>
        <details className={css.rules}>
          <summary>{t('league.rules')}</summary>
          <ul>
            <li>{t('league.rule.places')}</li>
            {shown.disciplines.map(({ discipline }) => (
              <li key={discipline}>{t(`league.rule.${discipline}`)}</li>
            ))}
            {shown.baseline && (
              <li>{t('league.rule.baseline', { period: formatPeriod(shown.baseline, i18n.language) })}</li>
            )}
            <li>{t('league.rule.rank')}</li>
          </ul>
        </details>
      </div>
    </Card>
  )
}
