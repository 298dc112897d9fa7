import type { CardLine } from '@kaiku/contract/monday-card.ts'

type More = Partial<Pick<CardLine, 'facts' | 'interviewId' | 'alertId'>>

export const cardLine = (
  look: CardLine['look'],
  text: string,
  { facts: beside = [], interviewId = null, alertId = null }: More = {},
): CardLine => ({ look, text, facts: beside, interviewId, alertId })

/** Those that say something. */
export const facts = (...said: readonly string[]): string[] => said.filter((one) => one !== '')
