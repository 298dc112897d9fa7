import { recipientStates } from '@kaiku/core/campaign.ts'
import { type LetterLayout, letterWindows } from '@kaiku/core/letter-window.ts'
import { z } from 'zod'
import { call } from './call.ts'
import { localised } from './localised.ts'
import { papers } from './report-kind.ts'
import { taskStates } from './task.ts'

export const letterLayouts = Object.keys(letterWindows) as LetterLayout[]
/** Characters of a picture behind letters, in the address of an image. */
export const largestBackground = 700_000

/** What a letter says, with the fields of mails, and how it lies on its sheet. */
export const letterContent = z
  .strictObject({
    kind: z.literal('letter'),
    subject: localised.default(''),
    /** Markdown. */
    body: localised,
    /** Who signs, line by line. */
    signature: localised.default(''),
    /** The small line above the address, by which letters come back. */
    sender: z.string().max(200).default(''),
    layout: z.enum(letterLayouts).default('dinB'),
    paper: z.enum(papers).default('a4'),
    hasLogo: z.boolean().default(true),
    /** Whether it shows its code, and the picture that leads to the form. */
    hasCode: z.boolean().default(true),
    hasFolds: z.boolean().default(true),
    /** Whether both sides of sheets are printed. */
    isDuplex: z.boolean().default(false),
    /** More are worth a look. */
    mostPages: z.int().min(1).max(20).default(1),
    background: z
      .strictObject({
        data: z
          .string()
          .max(largestBackground)
          .regex(/^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/, 'a PNG or JPEG picture of at most 500 kB'),
        on: z.enum(['first', 'each']).default('first'),
      })
      .nullable()
      .default(null),
  })
  .meta({ id: 'LetterContent' })
export type LetterContent = z.output<typeof letterContent>

const survey = z.string().min(1).max(200)
const count = z.int().min(0)

/** Letters that were made together. */
const batch = z.object({
  batchId: z.uuid(),
  /** Null: an effect block asked for its letters. */
  campaignId: z.uuid().nullable(),
  /** The name of the campaign, or of the block. */
  campaign: z.string(),
  at: z.iso.datetime(),
  /** Null: they are not made yet. */
  madeAt: z.iso.datetime().nullable(),
  /** All of it, wherever its letters go. */
  letters: count,
  pages: count.nullable(),
  /** How far what makes its file is; null: that is forgotten. */
  state: z.enum(taskStates).nullable(),
  progress: z.number(),
  /** What can be fetched; null: it is to be made again. */
  file: z.object({ name: z.string(), size: z.number(), expiresAt: z.iso.datetime() }).nullable(),
  /** Whether the viewer may know everybody whose letter is among them, and so have its file. */
  mayFetch: z.boolean(),
})
export type LetterBatch = z.output<typeof batch>

const letter = z.object({
  letterId: z.uuid(),
  batchId: z.uuid(),
  campaignId: z.uuid().nullable(),
  campaign: z.string(),
  sampleId: z.uuid(),
  /** Null: the viewer may not know who it is. */
  name: z.string().nullable(),
  address: z.string().nullable(),
  place: z.string(),
  state: z.enum(recipientStates),
  /** Where it lies in its batch, the first is 1. */
  number: count,
  pages: count.nullable(),
  sentAt: z.iso.datetime().nullable(),
})
export type ArchivedLetter = z.output<typeof letter>

const once = z.object({ address: z.string() })
const ticket = z.string().min(1).max(200)
const ofBatch = z.strictObject({ survey, batchId: z.uuid() })
const ofLetter = z.strictObject({ survey, letterId: z.uuid() })

export const letterCalls = {
  archive: call({
    method: 'GET',
    path: 'vuejs/reports/lettersarchive/:survey/:path',
    summary:
      'Letters to people of a place, the newest first, and the batches that they are made in; of campaigns that were not ended and of effects, of the last 90 days, or all',
    params: z.strictObject({ survey, path: z.string().min(1).max(8000) }),
    query: z.strictObject({
      all: z.enum(['', 'true', 'false']).optional(),
      campaignId: z.uuid().optional(),
      /** Part of a name or an address; only where the viewer may see who somebody is. */
      search: z.string().max(200).optional(),
      after: z.uuid().optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      locale: z.string().max(20).optional(),
    }),
    reply: z.object({ batches: z.array(batch), letters: z.array(letter), next: z.uuid().nullable() }),
    needs: 'sendCampaigns',
  }),
  letterTicket: call({
    method: 'POST',
    path: 'vuejs/reports/letterticket/:survey/:letterId',
    summary: 'An address under which one letter can be fetched once',
    params: ofLetter,
    reply: once,
    needs: 'sendCampaigns',
    changesNothing: true,
  }),
  render: call({
    method: 'GET',
    path: 'vuejs/reports/letterrender/:survey/:letterId/:ticket',
    summary:
      'One letter exactly as it was sent (PDF), by a ticket that works once; who may not know its reader gets it without them',
    params: ofLetter.extend({ ticket }),
    reply: z.string(),
    auth: 'none',
  }),
  batchTicket: call({
    method: 'POST',
    path: 'vuejs/reports/letterbatchticket/:survey/:batchId',
    summary: 'An address under which the letters of a batch can be fetched once, for a printer',
    params: ofBatch,
    reply: once,
    needs: 'sendCampaigns',
    changesNothing: true,
  }),
  batchFile: call({
    method: 'GET',
    path: 'vuejs/reports/letterbatch/:survey/:batchId/:ticket',
    summary: 'The letters of a batch as PDFs, with a list of their addresses, by a ticket that works once',
    params: ofBatch.extend({ ticket }),
    reply: z.string(),
    auth: 'none',
  }),
  makeAgain: call({
    method: 'POST',
    path: 'vuejs/reports/letterbatchagain/:survey/:batchId',
    summary: 'Make the file of a batch, or make it again, letter by letter as it was sent',
    params: ofBatch,
    reply: z.object({}),
    needs: 'sendCampaigns',
  }),
}
