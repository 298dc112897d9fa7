import { option, optionText } from './filter-token.ts'

/** The filter by campaigns that every survey has. */
export const campaignFilterName = 'interview.campaign'

export const campaignStates = ['any', 'delivered', 'pending', 'failed', 'unsub'] as const
export type CampaignState = (typeof campaignStates)[number]
/** Whether a recipient opened or clicked. */
export const campaignAnswers = ['any', 'yes', 'no'] as const
export type CampaignAnswer = (typeof campaignAnswers)[number]

/** Recipients of a campaign. `days`: after its send-out; null: at any time. */
export type CampaignFilter = {
  campaign: string
  days: number | null
  state: CampaignState
  opened: CampaignAnswer
  clicked: CampaignAnswer
}

// The value is escaped as a whole like any option, so a colon within a part needs an escape of its own.
const escapePart = (text: string): string => text.replaceAll('%', '%25').replaceAll(':', '%3A')
const unescapePart = (text: string): string => text.replaceAll('%3A', ':').replaceAll('%25', '%')

/** The written value `campaign:days:state:opened:clicked`. */
export const writeCampaignFilter = ({ campaign, days, state, opened, clicked }: CampaignFilter): string =>
  option([escapePart(campaign), days ?? '', state, opened, clicked].join(':'))

/** Reads what `writeCampaignFilter` wrote, else null. */
export function readCampaignFilter(written: string): CampaignFilter | null {
  const parts = optionText(written).split(':')
  const [campaign = '', days = '', ...chosen] = parts
  const state = campaignStates.find((one) => one === chosen[0])
  const opened = campaignAnswers.find((one) => one === chosen[1])
  const clicked = campaignAnswers.find((one) => one === chosen[2])
  if (parts.length !== 5 || campaign === '' || !/^\d{0,5}$/.test(days)) return null
  if (state === undefined || opened === undefined || clicked === undefined) return null
  return { campaign: unescapePart(campaign), days: days === '' ? null : Number(days), state, opened, clicked }
}

/** Whoever wants no more messages had got this one. */
export const campaignStatesMeant = ({ state }: Pick<CampaignFilter, 'state'>): readonly CampaignState[] =>
  state === 'any' ? [] : state === 'delivered' ? ['delivered', 'unsub'] : [state]

/**
 * Whether a filter asks for a recipient as interviews hold them: `campaign:state:opened:clicked:days`, the days from the
 * message to the answer, none where there was no message or is no answer.
 */
export function meetsCampaign(code: string, { campaign, days, ...asked }: CampaignFilter): boolean {
  const [of = '', state = '', opened = '', clicked = '', after = ''] = code.split(':')
  const states: readonly string[] = campaignStatesMeant(asked)
  return (
    of === campaign &&
    (states.length === 0 || states.includes(state)) &&
    (asked.opened === 'any' || asked.opened === opened) &&
    (asked.clicked === 'any' || asked.clicked === clicked) &&
    (days === null || (after !== '' && Number(after) <= days))
  )
}
