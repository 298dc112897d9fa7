/** Ways by which messages go. */
export const messageKinds = ['mail', 'sms', 'letter'] as const
export type MessageKind = (typeof messageKinds)[number]

/** What a campaign is for: `reminder`: who of another one has not answered; `again`: whom another one did not reach. */
export const mailActions = ['new', 'reminder', 'again', 'test'] as const
export type MailAction = (typeof mailActions)[number]

/** `waiting`: it is sent, or waits for its time. */
export const campaignStandings = ['waiting', 'paused', 'sent', 'stopped', 'failed'] as const
export type CampaignStanding = (typeof campaignStandings)[number]

/** Where a message is on its way to a recipient. `queued`: it waits for the mail server. */
export const recipientStates = ['left', 'waiting', 'queued', 'delivered', 'failed'] as const

/** Why somebody of the audience gets no message: what stands first is said where several hold. */
export const leftReasons = [
  ...(['answered', 'refused', 'unsubscribed', 'optOut', 'bounced', 'noAddress', 'excluded'] as const),
  ...(['alreadyInvited', 'restPeriod', 'sameContact', 'notReached', 'quota', 'holdout', 'ended'] as const),
] as const
export type LeftReason = (typeof leftReasons)[number]

/** Which of two templates that are compared somebody gets; `rest`: the better one, since the comparison is decided. */
export const splitArms = ['a', 'b', 'rest'] as const
export type SplitArm = (typeof splitArms)[number]

/** When messages may go, by a zone’s clocks. `daysOff`: 0 is Sunday. */
export type SendingHours = { readonly from: number; readonly to: number; readonly daysOff: readonly number[] }

/** Whether a message may go at an hour of a weekday. */
export const maySendAt = ({ from, to, daysOff }: SendingHours, weekday: number, hour: number): boolean =>
  !daysOff.includes(weekday) && (from < to ? hour >= from && hour < to : from === to || hour >= from || hour < to)
