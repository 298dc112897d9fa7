import { z } from 'zod'
import { askedMoment } from './localised.ts'

/** How a campaign goes on to write to who comes. */
const continuously = z.strictObject({
  /** Hours from when somebody came, or for a reminder from when they got the message, until they are written to. */
  afterHours: z.int().min(0).max(720),
  /** Who comes later is not written to; null: it goes on until somebody ends it. */
  until: askedMoment.nullable().default(null),
  /** Whether those who are there already are written to as well. */
  withPresent: z.boolean().default(false),
})
export type Continuously = z.output<typeof continuously>

/** How a campaign sends. */
export const campaignRules = z.strictObject({
  /** When it begins; null: at once. */
  sendAt: askedMoment.nullable().default(null),
  /** Messages in an hour at most; null: as many as the mail server takes. */
  perHour: z.int().min(1).max(1_000_000).nullable().default(null),
  /** Hours of the day between which messages go, by the clocks of each person’s time zone, else of the survey’s. */
  fromHour: z.int().min(0).max(23).default(8),
  toHour: z.int().min(1).max(24).default(20),
  /** Weekdays on which none goes; 0 is Sunday. */
  daysOff: z.array(z.int().min(0).max(6)).max(6).default([]),
  /** Days after being asked in which nobody is asked anew; null: as in the universe’s settings. */
  restDays: z.int().min(0).max(730).nullable().default(null),
  /** Of a hundred people, how many are left out to compare with. */
  holdout: z.int().min(0).max(50).default(0),
  /** People of one place at most; null: all. */
  quota: z.int().min(1).max(1_000_000).nullable().default(null),
  /** It stops after so many answers, or when more than so many of a hundred messages come back. */
  stopAtAnswers: z.int().min(1).max(10_000_000).nullable().default(null),
  stopAtBounces: z.int().min(1).max(100).nullable().default(10),
  /** Or when more than so many of a thousand readers, two at least, mark it as spam. */
  stopAtComplaints: z.int().min(1).max(1_000).nullable().default(3),
  /** Null: it writes once, to who is there when it is made. */
  continuous: continuously.nullable().default(null),
})
export type CampaignRules = z.output<typeof campaignRules>
