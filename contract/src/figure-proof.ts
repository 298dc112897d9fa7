import { z } from 'zod'
import { call } from './call.ts'
import { figure } from './figure.ts'
import { shownIndicator } from './indicator.ts'
import { scriptLevel } from './script.ts'

/** Why an interview of the place is not among the answers of a figure, in the order in which it is asked. */
export const leftOutReasons = [
  'otherPeriod',
  'filtered',
  'quality',
  'tableDate',
  'noAnswer',
  'missingCode',
  'offScale',
  'notAmong',
  'tooFewParts',
  'noWeight',
] as const

const leftOut = z.object({
  reason: z.enum(leftOutReasons),
  n: z.int(),
  /** What the missing code is called; null elsewhere. */
  title: z.string().nullable(),
})
export type LeftOut = z.output<typeof leftOut>

/** What an indicator means, in the survey's own words; how it is computed follows from its measure. */
const definition = z.object({
  /** The question it is about; null: several, none, or one that is not shown. */
  question: z.string().nullable(),
  /** The ends of the question's scale. `falling`: the lowest is best. */
  scale: z.object({ min: z.number(), max: z.number(), falling: z.boolean() }).nullable(),
  /** Answers that count for it, and of an NPS those that count against it. */
  counted: z.array(z.string()),
  against: z.array(z.string()),
  parts: z.array(z.object({ title: z.string(), weight: z.int(), figure })),
  /** Of a composite: how many parts somebody must have answered. */
  minimumParts: z.int().nullable(),
  /** A count of all interviews, whatever they answered. */
  isOfAll: z.boolean(),
  /** Of a rate: filters in words. */
  of: z.array(z.string()),
  among: z.array(z.string()),
  /** The question that weighs; null: all count equally, or it is not shown. */
  weight: z.string().nullable(),
  minimumN: z.int(),
})

/** What a figure is computed from: `W` = Σw, `W2` = Σw², `S` = Σwy over the scores y. */
const sums = z.object({
  W: z.number(),
  W2: z.number(),
  S: z.number(),
  /** Weight of the answers that count for a share or an NPS, and of those against it; null for other measures. */
  counted: z.number().nullable(),
  against: z.number().nullable(),
  /** Standard deviation of the scores; null below two effective answers. */
  deviation: z.number().nullable(),
  /** W²/W2 */
  effectiveN: z.number(),
  interval: z.enum(['proportion', 'bounded', 'normal', 'none']),
})

/** A figure as it was told at a state of the data. */
const told = z.object({
  at: z.iso.datetime(),
  loadCount: z.int(),
  value: z.number().nullable(),
  n: z.int().nullable(),
  /** Interviews of the selection. */
  interviews: z.int().nullable(),
})

/** What happened to interviews that the viewer may see since a state of the data. */
const happened = z.object({
  /** Interviews of the selection that are new. */
  imported: z.int(),
  /** Interviews of the selection whose answers were corrected. */
  corrected: z.int(),
  /** So many fewer than the new ones would have made them: erased, taken back, or no longer in the selection. Below 0: so many came in by a correction. */
  gone: z.int(),
  /** Interviews of the survey that were erased; null: the viewer sees a part of it only. */
  erased: z.int().nullable(),
  /** The survey was published anew. */
  published: z.boolean(),
})

const since = z
  .discriminatedUnion('is', [
    /** Nothing came since. */
    z.object({ is: z.literal('same'), told }),
    /** Data came, and the figure is what it was. */
    z.object({ is: z.literal('unmoved'), told, happened: happened.nullable() }),
    z.object({ is: z.literal('changed'), told, happened: happened.nullable() }),
    /** What it was is not told: the viewer now sees other places than whoever asked then. */
    z.object({ is: z.literal('otherRights') }),
    /** The address is about another figure, or was changed. */
    z.object({ is: z.literal('unreadable') }),
  ])
  .nullable()

export const figureProof = z
  .object({
    indicator: shownIndicator,
    definition,
    /** What was asked about, line by line. */
    selection: z.array(z.object({ title: z.string(), text: z.string() })),
    /** The selection with relative days resolved: the same question at any later time. */
    path: z.string(),
    /** The interviews of the selection that count for the figure, where a filter can tell them from the others. */
    behind: z.string().nullable(),
    figure,
    /** In a protected survey a figure is told without what it is made of. */
    isProtected: z.boolean(),
    /** The viewer sees part of the place only, and every count is of that part. */
    isPart: z.boolean(),
    sums: sums.nullable(),
    /** Interviews of the place, and of them those of the selection. */
    interviews: z.object({ place: z.int(), selection: z.int() }).nullable(),
    leftOut: z.array(leftOut),
    /** Interviews of the place and period that people left out of every figure, and since when the first is; null: none, or not told. */
    excluded: z.object({ n: z.int().min(1), since: z.iso.datetime() }).nullable(),
    /** Published scripts that compute what it is about or filtered by. */
    scripts: z.array(z.object({ level: scriptLevel, version: z.int(), isStopped: z.boolean() })),
    /** `settled`: nothing is on its way into the figures. */
    state: z.object({ loadCount: z.int(), version: z.int(), at: z.iso.datetime(), settled: z.boolean() }),
    /** Asked with it later, it is said what has changed. */
    token: z.string(),
    since,
  })
  .meta({ id: 'FigureProof' })
export type FigureProof = z.output<typeof figureProof>

export const figureProofCalls = {
  figureProof: call({
    method: 'GET',
    path: 'result/proof/:survey/:path/:indicator',
    summary:
      'Where a figure comes from: definition, selection, what was left out, sums, state of the data, and what changed since',
    params: z.strictObject({
      survey: z.string().min(1).max(200),
      path: z.string().min(1).max(8000),
      indicator: z.string().min(1).max(200),
    }),
    query: z.strictObject({
      /** The token of an earlier answer. */
      at: z.string().max(2000).optional(),
      locale: z.string().max(20).optional(),
    }),
    reply: figureProof,
    kind: 'figures',
  }),
}
