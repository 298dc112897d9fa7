import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { NoticeCard } from '../card/notice-card.tsx'
import { Retry } from '../overlay/failed.tsx'

/** Stands where a component shows no campaign: the viewer may not, it failed, or there is none. */
export function CampaignNotice({
  heading,
  mayLook,
  error,
  refetch,
}: {
  heading: string
  mayLook: boolean
  error: Error | null
  refetch: () => unknown
}) {
  const { t } = useTranslation()
  if (!mayLook)
    return (
      <NoticeCard heading={heading} title={t('campaign.notYours')}>
        {t('campaign.notYoursWhy')}
      </NoticeCard>
    )
  if (error)
    return (
      <NoticeCard heading={heading} title={t('campaign.failed')} action={<Retry error={error} onRetry={refetch} />}>
        {faultText(error, t)}
      </NoticeCard>
    )
  return (
    <NoticeCard heading={heading} title={t('campaign.none')}>
      {t('campaign.noneHere')}
    </NoticeCard>
  )
}
