import type { Deeds, League, LeagueRow } from '@kaiku/contract/league.ts'
import { type ShownIndicator, valueText } from '@kaiku/contract/value-text.ts'
import { parsePath } from '@kaiku/core/drill-path.ts'
import { timeFilter } from '@kaiku/core/filter-token.ts'
import { formatChange, formatCount } from '@kaiku/core/format.ts'
import type { Discipline } from '@kaiku/core/league.ts'
import { writeAbsoluteDays } from '@kaiku/core/relative-date.ts'
import { useTranslation } from 'react-i18next'
import { AlertsLink } from '../alert/alerts-link.tsx'
import { hoursText } from '../alert-loop/loop-words.ts'
import { type At, interviewsPage, useAt } from '../drill-path/at.tsx'
import { ProofLink } from '../figure-proof/proof-link.tsx'
import { writePath } from '../filter-reference/filter-reference.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { SamplesLink } from '../sample/samples-link.tsx'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './league.module.css'
import { percentOf } from './league-words.ts'

type Props = {
  league: League
  row: LeagueRow
  deeds: Deeds
  indicators: ReadonlyMap<string, ShownIndicator>
  discipline: Discipline
}

/** Where a row's place is in the league's round, without any other filter: what it did is counted there. */
function useRound({ rounds }: League, { path }: LeagueRow): At | null {
  const at = useAt()
  const { survey } = useSurvey()
  const place = parsePath(path ?? '')
  const round = rounds.at(-1)
  if (!place.ok || !round) return null
  const time = survey.isDated ? [[timeFilter, [writeAbsoluteDays(round.from, round.to)]] as const] : []
  return { ...at, path: place.value, selection: new Map(time) }
}

/** What points of a discipline are of, with its n, and the way to what is behind it. */
export function LeagueEvidence({ league, row, deeds, indicators, discipline }: Props) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language
  const at = useRound(league, row)
  const { permissions } = useIdentity()
  const n = (count: number) => formatCount(count, locale)
  const of = { name: row.name }
  const narrowed = at && { survey: at.survey, path: writePath(at.path, at.selection), 'data-screen-only': true }
  switch (discipline) {
    case 'followUp':
      return (
        <>
          <p>
            {deeds.followUp.of === 0
              ? t('league.noAlerts')
              : t('league.inTimeOf', { part: n(deeds.followUp.part), of: n(deeds.followUp.of) })}
            {deeds.hours !== null && ` ${t('league.hours', { time: hoursText(deeds.hours, locale) })}`}
          </p>
          {narrowed && deeds.followUp.of > 0 && permissions.includes('handleAlerts') && (
            <AlertsLink {...narrowed} chosen={{ state: 'all' }} aria-label={t('league.alertsOf', of)}>
              {t('league.alerts')}
            </AlertsLink>
          )}
        </>
      )
    case 'response':
      return (
        <>
          <p>
            {deeds.response.of === 0
              ? t('league.nobodyAsked')
              : t('league.answered', {
                  part: n(deeds.response.part),
                  of: n(deeds.response.of),
                  share: percentOf(deeds.response, locale),
                  all: percentOf(league.whole.response, locale),
                })}
          </p>
          {narrowed && deeds.response.of > 0 && permissions.includes('manageSamples') && (
            <SamplesLink {...narrowed} chosen={{ step: 'reached' }} aria-label={t('league.samplesOf', of)}>
              {t('league.samples')}
            </SamplesLink>
          )}
        </>
      )
    case 'improvement':
      return (
        <>
          <ul className={css.changes}>
            {deeds.improvements.map((one) => {
              const indicator = indicators.get(one.indicator)
              return (
                indicator && (
                  <Improvement key={one.indicator} one={one} indicator={indicator} at={row.own ? at : null} />
                )
              )
            })}
          </ul>
          {at && row.own && permissions.includes('seeInterviews') && (
            <PlaceLink to={{ ...at, page: interviewsPage }} aria-label={t('league.interviewsOf', of)} data-screen-only>
              {t('league.interviews')}
            </PlaceLink>
          )}
        </>
      )
  }
}

type ImprovementProps = { one: Deeds['improvements'][number]; indicator: ShownIndicator; at: At | null }

function Improvement({ one: { standing, change, n }, indicator, at }: ImprovementProps) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language
  const signed = (value: number | null) => formatChange(value, indicator.decimals, locale)
  return (
    <li>
      <span>
        {at && n !== null ? (
          <ProofLink indicator={indicator.id} at={at} label={t('proof.of', { value: indicator.title })}>
            {indicator.title}
          </ProofLink>
        ) : (
          indicator.title
        )}
        {': '}
        <b className={css.standing} data-standing={standing}>
          {t(`league.standing.${standing}`)}
        </b>{' '}
        {change
          ? t('league.changed', {
              change: signed(change.value),
              low: signed(change.low),
              high: signed(change.high),
              before: valueText(indicator, change.before, locale),
              n: formatCount(n ?? 0, locale),
              beforeN: formatCount(change.beforeN, locale),
            })
          : t('league.tooFew')}
      </span>
    </li>
  )
}
