import { z } from 'zod'
import { localised, name } from './localised.ts'
import { code } from './question.ts'

const common = {
  id: name,
  title: localised,
  decimals: z.int().min(0).max(6).default(1),
  /** `role`: weighted by the survey's weight question. */
  weight: z.enum(['role', 'none']).default('none'),
  better: z.enum(['high', 'low']).default('high'),
  target: z.number().optional(),
  minimumN: z.int().min(1).max(1000).optional(),
}
const codes = z.array(code).min(1)

/** A measure with a formula; what each means stands in `docs/indicators.md`. */
export const indicator = z
  .discriminatedUnion('measure', [
    z.strictObject({ measure: z.literal('mean'), ...common, question: name }),
    z.strictObject({ measure: z.literal('index'), ...common, question: name }),
    z.strictObject({
      measure: z.literal('nps'),
      ...common,
      question: name,
      promoters: codes.default([9, 10]),
      detractors: codes.default([0, 1, 2, 3, 4, 5, 6]),
    }),
    z.strictObject({
      measure: z.literal('topBox'),
      ...common,
      question: name,
      boxes: z.int().min(1).max(5).default(2),
    }),
    z.strictObject({
      measure: z.literal('bottomBox'),
      ...common,
      question: name,
      boxes: z.int().min(1).max(5).default(2),
    }),
    z.strictObject({ measure: z.literal('share'), ...common, question: name, set: codes }),
    z.strictObject({
      measure: z.literal('composite'),
      ...common,
      /** Weighted mean of the scores of these indicators, person by person. */
      parts: z
        .array(z.strictObject({ indicator: name, weight: z.int().min(1).max(1000).default(1) }))
        .min(1)
        .max(50),
      minimumParts: z.int().min(1).default(1),
    }),
    z.strictObject({
      measure: z.literal('pooled'),
      ...common,
      parts: z
        .array(z.strictObject({ indicator: name }))
        .min(1)
        .max(50),
    }),
    z.strictObject({ measure: z.literal('sum'), ...common, question: name }),
    z.strictObject({ measure: z.literal('median'), ...common, question: name }),
    z.strictObject({ measure: z.literal('count'), ...common, question: name.optional() }),
    z.strictObject({
      measure: z.literal('rate'),
      ...common,
      /** Interviews that match `of`, among those that match `among` (absent: all). Filter tokens of this survey. */
      of: z.string().min(1),
      among: z.string().default(''),
    }),
  ])
  .meta({ id: 'IndicatorDefinition' })
export type Indicator = z.output<typeof indicator>

/** `indicators.json` */
export const indicatorsFile = z.strictObject({
  $schema: z.string().optional(),
  indicators: z.array(indicator).max(200),
})

export const npsGroup = z.enum(['detractor', 'passive', 'promoter'])
export type NpsGroup = z.output<typeof npsGroup>

/** An indicator as the viewer meets it beside its figures. */
export const shownIndicator = z
  .object({
    id: z.string(),
    title: z.string(),
    measure: z.enum([
      'mean',
      'index',
      'nps',
      'topBox',
      'bottomBox',
      'share',
      'composite',
      'pooled',
      'sum',
      'median',
      'count',
      'rate',
    ]),
    decimals: z.int(),
    better: z.enum(['high', 'low']),
    target: z.number().nullable(),
    /** The scale the value lives on, for dots and bars; null where it has none. */
    bounds: z.object({ low: z.number(), high: z.number() }).nullable(),
    /** `%` for shares, else empty or the question's unit. */
    unit: z.string(),
    weighted: z.boolean(),
    /** Of an NPS: the highest answer, and which answers make whom; the others are passive. */
    nps: z.object({ top: z.int(), promoters: z.array(z.string()), detractors: z.array(z.string()) }).optional(),
  })
  .meta({ id: 'Indicator' })
