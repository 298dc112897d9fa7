import type { CampaignRow } from '@kaiku/contract/campaign-figure.ts'
import { formatCount, formatDay } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import css from '../campaign/campaign.module.css'
import { stateText, toneOf } from '../campaign/campaign-words.ts'
import { Card } from '../card/card.tsx'
import type { DataTable } from '../card/data-table.tsx'
import { usualHeight } from '../card/usual-height.ts'
import { Badge } from '../control/badge.tsx'
import { useOwnAt } from '../drill-path/own-at.ts'
import type { ComponentProps } from '../figure/component-props.ts'
import { useTableFile } from '../figure/figure-table.ts'
import { Skeleton } from '../overlay/skeleton.tsx'
import { rateReach, rateText } from '../response-funnel/response-words.ts'
import { useIdentity } from '../session/identity.ts'
import { campaignsBelowQuery } from './campaign-figure.queries.ts'
import { CampaignLink } from './campaign-link.tsx'
import { CampaignNotice } from './campaign-notice.tsx'

/** A campaign is begun once it is no longer planned. */
const standingOf = ({ state, isContinuous, counts }: CampaignRow) => ({
  state,
  isContinuous,
  begunAt: counts.delivered + counts.failed > 0 ? 'begun' : null,
})

/** The campaigns that write to people of the place: how many each reached and who of them answered. */
export function MailCampaignsList({ asked, title }: ComponentProps<'MailCampaignsListComponent'>) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language
  const mayLook = useIdentity().permissions.includes('sendCampaigns')
  const fileOf = useTableFile(asked)
  const at = useOwnAt(asked.filter)
  const query = useQuery({ ...campaignsBelowQuery(at, asked.minimumN, locale), enabled: mayLook })
  const { data, error, refetch, isPlaceholderData } = query
  const heading = title ?? t('component.MailCampaignsListComponent')
  const notice = <CampaignNotice {...{ heading, mayLook, error, refetch }} />
  if (!mayLook || error) return notice
  if (!data) return <Skeleton {...usualHeight(asked)} />
  if (data.length === 0) return notice
  const shown = data.slice(0, asked.limit)
  return (
    <Card
      title={heading}
      count={formatCount(data.length, locale)}
      table={campaignsTable(shown, t, locale)}
      fetchFile={fileOf(heading)}
    >
      <div className={css.scroll} data-stale={isPlaceholderData || undefined}>
        <table className={css.table} aria-label={heading}>
          <thead>
            <tr>
              <th scope="col">{t('campaign.name')}</th>
              <th scope="col">{t('campaign.state')}</th>
              <th scope="col" className={css.number}>
                {t('campaign.count.delivered')}
              </th>
              <th scope="col" className={css.number}>
                {t('campaign.count.answered')}
              </th>
              <th scope="col" className={css.number}>
                {t('campaign.rate')}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <tr key={one.campaignId}>
                <td>
                  <CampaignLink at={at} campaign={one} />
                  <span className={css.note}>
                    {[t(`campaign.action.${one.action}`), formatDay(one.at.slice(0, 10), locale)].join(' · ')}
                  </span>
                </td>
                <td>
                  <Badge tone={toneOf(standingOf(one))}>{stateText(standingOf(one), t)}</Badge>
                </td>
                <td className={css.number}>{formatCount(one.counts.delivered, locale)}</td>
                <td className={css.number}>{formatCount(one.counts.answered, locale)}</td>
                <td className={css.number}>
                  {rateText(one.rate, locale)} <span className={css.note}>{rateNote(one.rate, t, locale)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

/** How far a rate reaches, and of how many people. */
export const rateNote = (rate: CampaignRow['rate'], t: TFunction, locale: string): string =>
  [rate.state === 'few' ? t('few') : rateReach(rate, locale), `n = ${formatCount(rate.n ?? 0, locale)}`].join(' · ')

function campaignsTable(rows: readonly CampaignRow[], t: TFunction, locale: string): DataTable {
  const counted = ['audience', 'delivered', 'failed', 'opened', 'clicked', 'answered', 'unsubscribed'] as const
  return {
    head: [
      t('campaign.name'),
      t('campaign.state'),
      ...counted.map((name) => t(`campaign.count.${name}`)),
      t('campaign.rate'),
      t('interval'),
      t('n'),
    ],
    rows: rows.map((one) => [
      one.name,
      stateText(standingOf(one), t),
      ...counted.map((name) => one.counts[name]),
      one.rate.value === null ? null : Math.round(one.rate.value * 10) / 10,
      rateReach(one.rate, locale),
      one.rate.n,
    ]),
  }
}
