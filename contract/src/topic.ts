import { commentLanguages, sentiments } from '@kaiku/core/lexicon.ts'
import { z } from 'zod'
import { change, figure } from './figure.ts'
import { localised, name } from './localised.ts'

const language = z.enum(commentLanguages)
/** Terms apart: `jono*` begins so, `*jono` ends so, `*jono*` holds it, `*` alone is any word; several words stand in a row. */
const terms = z.array(z.string().trim().min(1).max(80)).max(500)

const ownTopic = z.strictObject({
  /** The id of a standard topic adds terms to it. */
  id: name,
  title: localised.optional(),
  /** By language; under `any`: in every language. */
  terms: z.partialRecord(z.enum([...commentLanguages, 'any']), terms),
})

/** `topics.json`: what comments are looked through for. */
export const topicsFile = z.strictObject({
  $schema: z.string().optional(),
  /** Languages that comments are written in; none: comments are not looked through. */
  languages: z.array(language).default([...commentLanguages]),
  /** Standard topics that this survey has no use for. */
  leaveOut: z.array(name).max(200).default([]),
  topics: z.array(ownTopic).max(200).default([]),
})
export type TopicsFile = z.output<typeof topicsFile>

const share = z.object({ value: z.number(), low: z.number().nullable(), high: z.number().nullable() })

const topic = z
  .object({
    id: z.string(),
    title: z.string(),
    /** Comments that speak of it, unweighted. */
    n: z.int(),
    few: z.boolean(),
    /** Percent of all comments, with 95 % interval. */
    share,
    /** In percentage points. Null without comparison. */
    change: change.nullable(),
    /** Comments that speak well and badly of it; one may do both. Null when protected. */
    praise: z.int().nullable(),
    complaint: z.int().nullable(),
    /** The indicator of those who speak of it, and of those who commented and do not. */
    with: figure,
    without: figure,
    /** What the indicator of all who commented is above where it would stand without them; null where too few spoke of it. */
    impact: z
      .object({
        value: z.number(),
        low: z.number(),
        high: z.number(),
        /** Adjusted over the topics. */ significant: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'Topic' })
export type Topic = z.output<typeof topic>

export const topics = z.object({
  type: z.literal('Topics'),
  /** Null: the survey has no comments, or they are not looked through. */
  question: z.object({ id: z.string(), title: z.string() }).nullable(),
  indicator: z.string().nullable(),
  /** The indicator of all who commented. */
  figure,
  state: figure.shape.state,
  /** Comments of the selection. Null when protected. */
  n: z.int().nullable(),
  /** Comments by sentiment; n is null where it would tell of few. */
  sentiment: z.array(z.object({ id: z.enum(sentiments), n: z.int().nullable() })),
  /** Most frequent first; the topic `other` last: comments in which none was found. */
  topics: z.array(topic),
  /** Names of the filters that choose comments by topic, by topic spoken well or badly of, and by sentiment. */
  filters: z.object({ topic: z.string(), praise: z.string(), complaint: z.string(), sentiment: z.string() }).nullable(),
})
export type Topics = z.output<typeof topics>
