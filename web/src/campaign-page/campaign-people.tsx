import type { Campaign } from '@kaiku/contract/campaign.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import css from '../campaign/campaign.module.css'
import { recipientsQuery } from '../campaign/campaign.queries.ts'
import { leftText } from '../campaign/campaign-words.ts'
import { Button } from '../control/control.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'

type Props = { survey: string; campaign: Campaign; of: Parameters<typeof recipientsQuery>[2] }

/** The people behind a number of a campaign. */
export function CampaignPeople({ survey, campaign: { campaignId, kind }, of }: Props) {
  const { t, i18n } = useTranslation()
  const { permissions } = useIdentity()
  const list = useInfiniteQuery(recipientsQuery(survey, campaignId, of, i18n.language))
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  const mayOpen = permissions.includes('manageSamples')
  const reasonText = (state: string, reason: string | null) => {
    if (reason === null) return ''
    return state === 'failed' ? t(`campaign.fail.${reason as 'lost'}`) : leftText(reason as 'quota', kind, t)
  }
  if (error) return <Failed title={t('campaign.peopleFailed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={240} />
  if (rows.length === 0) return <p>{t('campaign.noPeople')}</p>
  return (
    <div className={css.form}>
      <div className={css.scroll}>
        <table className={css.table}>
          <tbody>
            {rows.map((one) => {
              const name = one.name ?? one.address ?? t('campaign.hidden')
              const moment = one.answeredAt ?? one.unsubscribedAt ?? one.clickedAt ?? one.openedAt ?? one.sentAt
              return (
                <tr key={one.sampleId}>
                  <td>
                    {mayOpen ? (
                      <Link to={ownAddress(pathTo('sample', { survey, sampleId: one.sampleId }))}>{name}</Link>
                    ) : (
                      name
                    )}
                    {one.name !== null && <span className={css.note}>{one.address}</span>}
                  </td>
                  <td>{one.place}</td>
                  <td>{reasonText(one.state, one.reason) || (moment && momentText(moment, i18n.language))}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {hasNextPage && (
        <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('campaign.more')}
        </Button>
      )}
    </div>
  )
}
