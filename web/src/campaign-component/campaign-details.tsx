import type { CampaignDetails } from '@kaiku/contract/campaign-figure.ts'
import { formatCount, formatDay } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import css from '../campaign/campaign.module.css'
import { shareText } from '../campaign/campaign-words.ts'
import { Card } from '../card/card.tsx'
import type { DataTable } from '../card/data-table.tsx'
import { usualHeight } from '../card/usual-height.ts'
import { useOwnAt } from '../drill-path/own-at.ts'
import type { ComponentProps } from '../figure/component-props.ts'
import { useTableFile } from '../figure/figure-table.ts'
import { Skeleton } from '../overlay/skeleton.tsx'
import { rateReach, rateText } from '../response-funnel/response-words.ts'
import { useIdentity } from '../session/identity.ts'
import { campaignAtQuery } from './campaign-figure.queries.ts'
import { CampaignLink } from './campaign-link.tsx'
import { CampaignNotice } from './campaign-notice.tsx'
import { rateNote } from './campaigns-list.tsx'

/** One campaign at the place: that of the filter, else the newest. How far its people got, by day and by place. */
export function MailCampaignDetails({ asked, title }: ComponentProps<'MailCampaignDetailsComponent'>) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language
  const mayLook = useIdentity().permissions.includes('sendCampaigns')
  const fileOf = useTableFile(asked)
  const at = useOwnAt(asked.filter)
  const query = useQuery({ ...campaignAtQuery(at, asked.minimumN, locale), enabled: mayLook })
  const { data, error, refetch, isPlaceholderData } = query
  const heading = title ?? t('component.MailCampaignDetailsComponent')
  const notice = <CampaignNotice {...{ heading, mayLook, error, refetch }} />
  if (!mayLook || error) return notice
  if (!data) return <Skeleton {...usualHeight(asked)} />
  const { campaign } = data
  if (!campaign) return notice
  const n = (count: number) => formatCount(count, locale)
  return (
    <Card
      title={heading}
      count={n(campaign.counts.audience)}
      table={detailsTable(campaign, t, locale)}
      fetchFile={fileOf(heading)}
    >
      <div className={css.form} data-stale={isPlaceholderData || undefined}>
        <p>
          <CampaignLink at={at} campaign={campaign} /> · {t('campaign.rate')} {rateText(campaign.rate, locale)}{' '}
          <small>{rateNote(campaign.rate, t, locale)}</small>
        </p>
        <dl className={css.funnel}>
          {(['audience', 'delivered', 'opened', 'clicked', 'answered'] as const).map((step) => (
            <div key={step}>
              <dt>{t(`campaign.count.${step}`)}</dt>
              <dd>
                <span className={css.bar} aria-hidden>
                  <b style={{ width: `${(100 * campaign.counts[step]) / Math.max(1, campaign.counts.audience)}%` }} />
                </span>
                {n(campaign.counts[step])}{' '}
                <small>{shareText(campaign.counts[step], campaign.counts.audience, locale)}</small>
              </dd>
            </div>
          ))}
        </dl>
        {asked.byPlace && campaign.places.length > 0 && (
          <Counted
            title={t('campaign.place')}
            rows={campaign.places.map((one) => ({ name: one.title, ...one }))}
            rateOf={(one) => `${rateText(one.rate, locale)} ${rateReach(one.rate, locale)}`}
          />
        )}
        {campaign.days.length > 0 && (
          <Counted
            title={t('campaign.day')}
            rows={campaign.days.map((one) => ({ name: formatDay(one.day, locale), ...one }))}
          />
        )}
      </div>
    </Card>
  )
}

type Row = { readonly name: string; readonly delivered: number; readonly answered: number }

function Counted<R extends Row>({
  title,
  rows,
  rateOf,
}: {
  title: string
  rows: readonly R[]
  rateOf?: (row: R) => string
}) {
  const { t, i18n } = useTranslation()
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col" className={css.number}>
              {t('campaign.count.delivered')}
            </th>
            <th scope="col" className={css.number}>
              {t('campaign.count.answered')}
            </th>
            {rateOf && (
              <th scope="col" className={css.number}>
                {t('campaign.rate')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <td>{row.name}</td>
              <td className={css.number}>{formatCount(row.delivered, i18n.language)}</td>
              <td className={css.number}>{formatCount(row.answered, i18n.language)}</td>
              {rateOf && <td className={css.number}>{rateOf(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function detailsTable({ counts, name, rate, places }: CampaignDetails, t: TFunction, locale: string): DataTable {
  const rows = [{ title: name, delivered: counts.delivered, answered: counts.answered, rate }, ...places]
  return {
    head: [
      t('place'),
      t('campaign.count.delivered'),
      t('campaign.count.answered'),
      t('campaign.rate'),
      t('interval'),
      t('n'),
    ],
    rows: rows.map((one) => [
      one.title,
      one.delivered,
      one.answered,
      one.rate.value === null ? null : Math.round(one.rate.value * 10) / 10,
      rateReach(one.rate, locale),
      one.rate.n,
    ]),
  }
}
