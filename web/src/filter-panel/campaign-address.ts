import { campaignFilterName, writeCampaignFilter } from '@kaiku/core/campaign-filter.ts'
import { setValues } from '@kaiku/core/filter-token.ts'
import type { QueryName } from '@kaiku/core/screen.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useHere } from '../drill-path/at.tsx'
import { linkTo, searchAt } from '../drill-path/go.ts'

const withoutCampaign = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => name !== 'campaignId'))

type Search = Partial<Record<QueryName, string>>

/** A campaign behind the `?` of an address becomes the filter by it; the address then says it as that alone. */
export function useCampaignOfAddress(): void {
  const here = useHere()
  const navigate = useNavigate()
  const campaign = useSearch({ strict: false, select: ({ campaignId }: Search) => campaignId })
  useEffect(() => {
    if (campaign === undefined || campaign === '') return
    const written = writeCampaignFilter({ campaign, days: null, state: 'any', opened: 'any', clicked: 'any' })
    const at = here.current
    const to = { ...at, selection: setValues(at.selection, campaignFilterName, [written]) }
    void navigate({
      ...linkTo(to),
      search: (before: Search) => withoutCampaign(searchAt(to, before)),
      replace: true,
    })
  }, [campaign, here, navigate])
}
