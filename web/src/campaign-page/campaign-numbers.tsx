import { type Campaign, recipientGroups } from '@kaiku/contract/campaign.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import css from '../campaign/campaign.module.css'
import { recipientsQuery } from '../campaign/campaign.queries.ts'
import { leftText, shareText } from '../campaign/campaign-words.ts'
import { Button } from '../control/control.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'

type Group = (typeof recipientGroups)[number]
type Props = { campaign: Campaign; survey: string }

const ofDelivered: readonly Group[] = ['opened', 'clicked', 'answered', 'unsubscribed']

/** Counts of recipients, each of which opens its people. */
export function CampaignNumbers({ campaign, survey }: Props) {
  const { t, i18n } = useTranslation()
  const [shown, setShown] = useState<Group | null>(null)
  const { counts, kind } = campaign
  return (
    <>
      <ul className={css.numbers}>
        {recipientGroups
          .filter((group) => kind === 'mail' || group !== 'opened')
          .map((group) => (
            <li key={group}>
              <button type="button" disabled={counts[group] === 0} onClick={() => setShown(group)}>
                <span>{t(`campaign.count.${group}`)}</span>
                <b>{formatCount(counts[group], i18n.language)}</b>
                {ofDelivered.includes(group) && (
                  <span className={css.note}>
                    {t('campaign.ofDelivered', { share: shareText(counts[group], counts.delivered, i18n.language) })}
                  </span>
                )}
              </button>
            </li>
          ))}
      </ul>
      {shown && (
        <Dialog title={t(`campaign.count.${shown}`)} onClose={() => setShown(null)}>
          <People survey={survey} campaign={campaign} group={shown} />
        </Dialog>
      )}
    </>
  )
}

function People({ survey, campaign: { campaignId, kind }, group }: Props & { group: Group }) {
  const { t, i18n } = useTranslation()
  const { permissions } = useIdentity()
  const list = useInfiniteQuery(recipientsQuery(survey, campaignId, { group }, i18n.language))
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
