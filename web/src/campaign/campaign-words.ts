import type { CampaignSummary } from '@kaiku/contract/campaign.ts'
import type { LeftReason, MessageKind } from '@kaiku/core/campaign.ts'
import type { TFunction } from 'i18next'

type Standing = Pick<CampaignSummary, 'state' | 'begunAt' | 'isContinuous'>

/** In which state a campaign is, as readers say it. */
export function stateText({ state, begunAt, isContinuous }: Standing, t: TFunction): string {
  if (state !== 'waiting') return t(`campaign.state.${state}`)
  if (isContinuous) return t('campaign.state.continuous')
  return t(begunAt === null ? 'campaign.state.planned' : 'campaign.state.waiting')
}

export const toneOf = ({ state }: Pick<Standing, 'state'>) => {
  if (state === 'sent') return 'good'
  if (state === 'failed') return 'bad'
  return state === 'stopped' || state === 'paused' ? 'warn' : 'plain'
}

/** Why somebody gets no message; an address is of the campaign’s kind. */
export const leftText = (reason: LeftReason, kind: MessageKind, t: TFunction): string =>
  reason === 'noAddress' ? t(`campaign.noAddress.${kind}`) : t(`campaign.left.${reason}`)

/** A share of a hundred; a dash of nobody. */
export const shareText = (part: number, whole: number, locale: string): string =>
  whole === 0 ? '–' : new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(part / whole)

/** An amount of money, small prices to four places. */
export const moneyText = (amount: number, currency: string, locale: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    maximumFractionDigits: amount !== 0 && Math.abs(amount) < 0.1 ? 4 : 2,
  }).format(amount)
