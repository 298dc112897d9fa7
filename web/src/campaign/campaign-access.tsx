import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../overlay/notice.tsx'
import { useIdentity } from '../session/identity.ts'

/** What only those see who may send campaigns. */
export function CampaignAccess({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { permissions } = useIdentity()
  if (!permissions.includes('sendCampaigns')) return <Notice title={t('campaign.notYours')} />
  return children
}
