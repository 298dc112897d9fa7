/** The way of a person who is or may be asked, from not invited to answered. */
export const sampleStates = [
  ...(['notInvited', 'pending', 'invited', 'started', 'partial', 'completed'] as const),
  ...(['refused', 'bounced', 'unsubscribed'] as const),
] as const
export type SampleState = (typeof sampleStates)[number]

/** Why somebody is not invited: what stands first is said where several hold. */
export const sampleReasons = ['optOut', 'bounced', 'noAddress', 'restPeriod', 'excluded'] as const
export type SampleReason = (typeof sampleReasons)[number]

/** What people may bring a sample into by hand; answers and messages bring it into the others. */
const byHand: Readonly<Record<SampleState, readonly SampleState[]>> = {
  notInvited: ['pending', 'unsubscribed'],
  pending: ['notInvited', 'invited', 'refused', 'bounced', 'unsubscribed'],
  invited: ['refused', 'bounced', 'unsubscribed'],
  started: ['refused', 'unsubscribed'],
  partial: ['refused', 'unsubscribed'],
  completed: ['unsubscribed'],
  refused: ['pending', 'unsubscribed'],
  bounced: ['pending', 'unsubscribed'],
  unsubscribed: ['pending'],
}

/** The states that a person may bring a sample into. */
export const sampleStatesAfter = (state: SampleState): readonly SampleState[] => byHand[state]

/** What somebody has said about being asked. */
export const consents = ['unknown', 'given', 'optedOut'] as const
export type Consent = (typeof consents)[number]

/** Whether somebody who was asked at a moment is still left alone. Milliseconds since 1970. */
export const isResting = (askedAt: number | null, restDays: number, now: number): boolean =>
  askedAt !== null && restDays > 0 && now - askedAt < restDays * 86_400_000

/** What decides whether somebody may be invited. */
export type Standing = {
  readonly consent: Consent
  /** Messages to the same contact came back. */
  readonly isBounced: boolean
  readonly hasAddress: boolean
  /** The same contact waits to be invited, or was invited within the rest period. */
  readonly isResting: boolean
}

/** Why somebody is not invited; null: they may be. */
export function reasonNotToInvite({ consent, isBounced, hasAddress, isResting }: Standing): SampleReason | null {
  if (consent === 'optedOut') return 'optOut'
  if (isBounced) return 'bounced'
  if (!hasAddress) return 'noAddress'
  return isResting ? 'restPeriod' : null
}
