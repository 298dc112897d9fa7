import type { CampaignSummary } from '@kaiku/contract/campaign.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { Badge } from '../control/badge.tsx'
import { ownAddress } from '../session/own-address.ts'
import css from './campaign.module.css'
import { shareText, stateText, toneOf } from './campaign-words.ts'

/** Campaigns with how far each is, the newest first. */
export function CampaignList({ survey, campaigns }: { survey: string; campaigns: readonly CampaignSummary[] }) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language
  const counted = ['delivered', 'answered', 'failed'] as const
  return (
    <div className={css.scroll}>
      <table className={css.table} aria-label={t('campaign.title')}>
        <thead>
          <tr>
            <th scope="col">{t('campaign.name')}</th>
            <th scope="col">{t('campaign.state')}</th>
            {counted.map((name) => (
              <th key={name} scope="col" className={css.number}>
                {t(`campaign.count.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {campaigns.map((one) => (
            <tr key={one.campaignId}>
              <td>
                <Link
                  to={ownAddress(
                    pathTo('mailcampaign', { survey, campaignId: one.campaignId }, { fromPage: 'campaigns' }),
                  )}
                >
                  {one.name}
                </Link>
                <span className={css.note}>
                  {[
                    t(`campaign.kind.${one.kind}`),
                    t(`campaign.action.${one.action}`),
                    momentText(one.at, locale),
                    one.by,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </td>
              <td>
                <Badge tone={toneOf(one)}>{stateText(one, t)}</Badge>
              </td>
              {counted.map((name) => (
                <td key={name} className={css.number}>
                  {formatCount(one.counts[name], locale)}
                  {name === 'answered' && (
                    <span className={css.note}>{shareText(one.counts.answered, one.counts.delivered, locale)}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
