import { pathTo, pathToPage } from '@kaiku/core/screen.ts'

type Here = {
  readonly fromPage: string | undefined
  readonly campaignId: string | undefined
  readonly survey: string
  /** Pages of the survey, by their names. */
  readonly pages: readonly { readonly extname: string; readonly title: string }[]
  readonly drillPath: string
}
/** `page`: what it is called. */
export type WayFrom = { readonly to: string } & ({ readonly is: 'campaign' | 'campaigns' } | { readonly page: string })

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Where the query `fromPage` leads back: it names a page of the survey, or the campaign of `campaignId`. Whatever else it
 * says leads to the campaigns, so that no address leads out of Kaiku.
 */
export function wayFrom({ fromPage, campaignId, survey, pages, drillPath }: Here): WayFrom {
  const page = pages.find(({ extname }) => extname === fromPage)
  if (page) return { to: pathToPage(page.extname, { survey, drillPath }), page: page.title }
  if (fromPage === 'mailcampaign' && campaignId !== undefined && uuid.test(campaignId))
    return { to: pathTo('mailcampaign', { survey, campaignId }), is: 'campaign' }
  return { to: pathTo('campaigns', { survey }), is: 'campaigns' }
}
