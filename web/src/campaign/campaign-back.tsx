import { Link, useRouterState, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAt } from '../drill-path/at.tsx'
import { writePath } from '../filter-reference/filter-reference.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { wayFrom } from './way-from.ts'

/** Back to where the address says that one came from, as it stood; else to the campaigns, which are called `title`. */
export function CampaignBack({ title }: { title: string }) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { path, selection } = useAt()
  const { fromPage, campaignId } = useSearch({ strict: false })
  const cameFrom = useRouterState({ select: ({ location }) => location.state.cameFrom })
  const { extName, pages } = survey
  const way = wayFrom({ fromPage, campaignId, survey: extName, pages, drillPath: writePath(path, selection) })
  const said = 'page' in way ? way.page : way.is === 'campaign' ? t('campaign.one') : title
  return <Link to={cameFrom ?? ownAddress(way.to)}>{said}</Link>
}
