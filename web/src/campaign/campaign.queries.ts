import type { CampaignSummary } from '@kaiku/contract/campaign.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Sent } from '../call/calls.ts'
import { send } from '../call/send.ts'

/** Begins the key of everything about a survey’s campaigns. */
export const campaignsKey = (survey: string) => ['campaign', survey]

/** Milliseconds between two looks: while messages go, and while it is waited for who comes. */
const [poll, slowly] = [3_000, 30_000]
type Shown = Pick<CampaignSummary, 'state' | 'isContinuous'>
function pollOf(shown: readonly Shown[] | undefined): number | false {
  const going = shown?.filter(({ state }) => state === 'waiting') ?? []
  if (going.length === 0) return false
  return going.some(({ isContinuous }) => !isContinuous) ? poll : slowly
}

export const campaignsQuery = (survey: string, locale: string) =>
  queryOptions({
    queryKey: [...campaignsKey(survey), 'list', locale],
    queryFn: ({ signal }) => send('campaign.list', { survey, locale }, signal),
    refetchInterval: ({ state }) => pollOf(state.data),
  })

export const campaignQuery = (survey: string, campaignId: string, locale: string) =>
  queryOptions({
    queryKey: [...campaignsKey(survey), 'one', campaignId, locale],
    queryFn: ({ signal }) => send('campaign.one', { survey, campaignId, locale }, signal),
    refetchInterval: ({ state }) => pollOf(state.data && [state.data]),
  })

type Wanted = Omit<Sent<'campaign.audience'>, 'survey'>

/** Who would get a message, as of now. */
export const audienceQuery = (survey: string, wanted: Wanted) =>
  queryOptions({
    queryKey: [...campaignsKey(survey), 'audience', wanted],
    queryFn: ({ signal }) => send('campaign.audience', { survey, ...wanted }, signal),
    placeholderData: keepPreviousData,
  })

/** Who of those asked answered less than others. */
export const missingQuery = (survey: string, campaignId: string, locale: string) =>
  queryOptions({
    queryKey: [...campaignsKey(survey), 'missing', campaignId, locale],
    queryFn: ({ signal }) => send('campaignMissing.missing', { survey, campaignId, locale }, signal),
  })

/** What weights by these fields would do. */
export const weighingQuery = (survey: string, campaignId: string, fields: readonly string[]) =>
  queryOptions({
    queryKey: [...campaignsKey(survey), 'weighing', campaignId, fields],
    queryFn: ({ signal }) => send('campaignMissing.weighing', { survey, campaignId, fields: fields.join(' ') }, signal),
    placeholderData: keepPreviousData,
  })

type Group = Pick<Sent<'campaign.recipients'>, 'group' | 'reason' | 'arm'>

/** The people behind a number, a batch at a time. */
export const recipientsQuery = (survey: string, campaignId: string, group: Group, locale: string) =>
  infiniteQueryOptions({
    queryKey: [...campaignsKey(survey), 'people', campaignId, group, locale],
    queryFn: ({ pageParam, signal }) =>
      send(
        'campaign.recipients',
        { survey, campaignId, locale, ...group, ...(pageParam === '' ? {} : { after: pageParam }) },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })
