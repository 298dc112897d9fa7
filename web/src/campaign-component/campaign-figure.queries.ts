import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'
import { campaignsKey } from '../campaign/campaign.queries.ts'
import type { At } from '../drill-path/at.tsx'
import { writePath } from '../filter-reference/filter-reference.ts'

const askedOf = (at: At, minimumN: number | undefined, locale: string) => ({
  survey: at.survey,
  path: writePath(at.path, at.selection),
  locale,
  ...(minimumN === undefined ? {} : { minimumN }),
})

export function campaignsBelowQuery(at: At, minimumN: number | undefined, locale: string) {
  const asked = askedOf(at, minimumN, locale)
  return queryOptions({
    queryKey: [...campaignsKey(at.survey), 'below', asked],
    queryFn: ({ signal }) => send('campaignFigure.list', asked, signal),
    placeholderData: keepPreviousData,
  })
}

export function campaignAtQuery(at: At, minimumN: number | undefined, locale: string) {
  const asked = askedOf(at, minimumN, locale)
  return queryOptions({
    queryKey: [...campaignsKey(at.survey), 'at', asked],
    queryFn: ({ signal }) => send('campaignFigure.details', asked, signal),
    placeholderData: keepPreviousData,
  })
}
