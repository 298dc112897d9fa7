import { z } from 'zod'
import { call } from './call.ts'
import { figure } from './figure.ts'

const count = z.int().min(0)
const at = z.strictObject({ survey: z.string().min(1).max(200), campaignId: z.uuid() })
const locale = z.string().max(20).optional()

/** `protected`: of single people nothing is kept that could tell; `few`: fewer people than a figure may rest on. */
const standing = z.enum(['told', 'protected', 'few'])

const counted = z.object({
  /** Whom a message reached, and who of them answered. */
  asked: count,
  answered: count,
  /** Answered, of those asked. */
  rate: figure,
})

/** `other`: values of too few people each, and those beyond the largest; `unknown`: the sample does not say. */
const value = counted.extend({
  kind: z.enum(['value', 'band', 'other', 'unknown']),
  /** Of a value; else empty. */
  title: z.string(),
  /** Of a band, below its upper end; null: without that end, or no band. `isAge`: in years of age. */
  from: z.number().nullable(),
  to: z.number().nullable(),
  isAge: z.boolean(),
})

/** `place`, `locale`, or `background:` and the question’s id. */
const fieldId = z.string().min(1).max(220)

const field = z.object({
  id: fieldId,
  /** Empty for the place and the language, which need no name of the survey’s. */
  title: z.string(),
  /** How much the rates differ, 0 to 1: Cramér’s V. Null: too few to judge. */
  strength: z.number().nullable(),
  /** More than chance explains, over all fields; null: too few to judge. */
  significant: z.boolean().nullable(),
  values: z.array(value),
})

const missing = counted.extend({
  standing,
  /** People that a value has at least. */
  minimum: count,
  /** Those that differ most first. */
  fields: z.array(field),
  /** Who answered least, of the fields that differ, beside all others; null: nobody stands out. */
  least: z.object({ field: fieldId, value: count, others: figure }).nullable(),
})
export type CampaignMissing = z.output<typeof missing>
export type MissingField = CampaignMissing['fields'][number]
export type MissingValue = MissingField['values'][number]

/** Fields that are weighed by at once. */
export const mostWeighed = 3
/** Ids with a space between them, which no id has. */
const fields = z
  .string()
  .max(700)
  .transform((ids) => [...new Set(ids.split(' ').filter((id) => id !== ''))])
  .pipe(z.array(fieldId).min(1).max(mostWeighed))

const weighing = z.object({
  standing,
  /** Answers that are weighed, and as how many they count then (Kish). */
  n: count,
  effective: z.number(),
  /** 1 and the squared coefficient of variation of the weights. */
  designEffect: z.number(),
  /** Whether every share is that of those asked; how far the furthest is from it, in points. */
  converged: z.boolean(),
  gap: z.number(),
  /** Answers whose weight was held at the largest, in means. */
  trimmed: count,
  largest: z.number(),
  /** Values of which nobody answered, so that nobody stands for them. */
  nobody: z.array(z.object({ field: fieldId, value: count })),
})
export type CampaignWeighing = z.output<typeof weighing>

export const campaignMissingCalls = {
  missing: call({
    method: 'GET',
    path: 'vuejs/campaigns/missing/:survey/:campaignId',
    summary: 'Who answered a campaign less than others, by what the sample knows of those asked',
    params: at,
    query: z.strictObject({ locale }),
    reply: missing,
    needs: 'sendCampaigns',
  }),
  weighing: call({
    method: 'GET',
    path: 'vuejs/campaigns/weighing/:survey/:campaignId',
    summary: 'What weights by up to three fields would do to the answers of a campaign',
    params: at,
    query: z.strictObject({ fields }),
    reply: weighing,
    needs: 'sendCampaigns',
  }),
  weights: call({
    method: 'GET',
    path: 'vuejs/campaigns/weights/:survey/:campaignId',
    summary: 'The weight of each answer of a campaign as a file, by up to three fields',
    params: at,
    query: z.strictObject({ fields }),
    reply: z.string(),
    kind: 'file',
    needs: 'export',
  }),
}
