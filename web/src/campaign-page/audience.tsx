import type { CampaignRules } from '@kaiku/contract/campaign-rules.ts'
import type { MailAction, MessageKind } from '@kaiku/core/campaign.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Sent } from '../call/calls.ts'
import css from '../campaign/campaign.module.css'
import { audienceQuery } from '../campaign/campaign.queries.ts'
import { leftText, moneyText, shareText } from '../campaign/campaign-words.ts'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'

type Asked = {
  action: MailAction
  path: string
  parent?: string
  templateId?: string
  second?: Sent<'campaign.audience'>['second']
}
type Props = { survey: string; asked: Asked; kind: MessageKind; rules: CampaignRules }

/** Who would get a message and who would not, and why, before anything is sent. */
export function Audience({ survey, asked, kind, rules }: Props) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language
  const { data, error, refetch, isPlaceholderData } = useQuery(audienceQuery(survey, { ...asked, rules }))
  if (error) return <Failed title={t('campaign.whoFailed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={160} />
  const { audience, recipients, smsParts, left, usualRate, places, cost } = data
  const n = (count: number) => formatCount(count, locale)
  return (
    <div className={`${css.form} ${isPlaceholderData ? css.stale : ''}`} data-stale={isPlaceholderData || undefined}>
      <p className={css.count} role="status">
        {t('campaign.whoGet', { count: recipients, n: n(recipients) })}
      </p>
      {smsParts !== null && smsParts > 0 && <p>{t('campaign.smsParts', { count: smsParts, n: n(smsParts) })}</p>}
      {usualRate !== null && recipients > 0 && (
        <p>
          {t('campaign.expected', {
            n: n(Math.round((recipients * usualRate) / 100)),
            share: shareText(usualRate, 100, locale),
          })}
        </p>
      )}
      {cost && cost.messages > 0 && (
        <p>
          {t('campaign.cost.expected', { amount: moneyText(cost.total, cost.currency, locale) })}{' '}
          {cost.perAnswer !== null &&
            t('campaign.cost.expectedAnswer', { amount: moneyText(cost.perAnswer, cost.currency, locale) })}
        </p>
      )}
      {left.length > 0 && (
        <>
          <p>{t('campaign.whoNot', { count: audience - recipients, n: n(audience - recipients) })}</p>
          <table className={css.table} aria-label={t('campaign.whyLeft')}>
            <tbody>
              {left.map((one) => (
                <tr key={one.reason}>
                  <td>{leftText(one.reason, kind, t)}</td>
                  <td className={css.number}>{n(one.n)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {places.length > 1 && (
        <details>
          <summary>{t('campaign.places')}</summary>
          <table className={css.table} aria-label={t('campaign.places')}>
            {usualRate !== null && (
              <thead>
                <tr>
                  <th scope="col">{t('campaign.place')}</th>
                  <th scope="col" className={css.number}>
                    {t('campaign.people')}
                  </th>
                  <th scope="col" className={css.number}>
                    {t('campaign.expectedAnswers')}
                  </th>
                </tr>
              </thead>
            )}
            <tbody>
              {places.map((one) => (
                <tr key={one.title}>
                  <td>{one.title}</td>
                  <td className={css.number}>{n(one.recipients)}</td>
                  {one.expected !== null && <td className={css.number}>{n(one.expected)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </div>
  )
}
