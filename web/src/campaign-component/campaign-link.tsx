import { pathTo } from '@kaiku/core/screen.ts'
import { Link, useRouterState } from '@tanstack/react-router'
import css from '../campaign/campaign.module.css'
import type { At } from '../drill-path/at.tsx'
import { ownAddress } from '../session/own-address.ts'

type Props = { at: Pick<At, 'survey' | 'page'>; campaign: { campaignId: string; name: string } }

/** To a campaign from the page that names it, and from there back. */
export function CampaignLink({ at: { survey, page }, campaign: { campaignId, name } }: Props) {
  const href = useRouterState({ select: ({ location }) => location.href })
  return (
    <Link
      className={css.link}
      to={ownAddress(pathTo('mailcampaign', { survey, campaignId }, { fromPage: page }))}
      state={{ cameFrom: href }}
    >
      {name}
    </Link>
  )
}
