import { z } from 'zod'
import { quotaPeriods } from './form-period.ts'
import { localised, name } from './localised.ts'
import { code } from './question.ts'

/** A token of the survey's filters that the answers of earlier pages have to meet; empty: always. */
const when = z.string().max(4000).default('')

/** A question, as one is asked it. */
const asked = z.strictObject({
  question: name,
  /** Absent: as `questions.json` puts it. `{question}` stands for an answer of an earlier page. */
  text: localised.optional(),
  hint: localised.optional(),
  required: z.boolean().default(false),
  /** Options in an order of its own for everybody who is asked; for each of them always the same. */
  random: z.boolean().default(false),
  when,
})

/** Several scales under each other, which have the same steps. */
const matrix = z.strictObject({
  matrix: z.array(name).min(2).max(30),
  text: localised,
  required: z.boolean().default(false),
  when,
})

/** Something to agree to: the answer is the first option of a choice. */
const consent = z.strictObject({ consent: name, text: localised, required: z.boolean().default(true), when })

/** Something to read. */
const reading = z.strictObject({ text: localised, when })

const part = z.union([asked, matrix, consent, reading])
export type FormPart = z.output<typeof part>

const page = z.strictObject({ title: localised.optional(), when, parts: z.array(part).min(1).max(60) })

/** Who meets it is told this, and not asked on. The first that is met holds. */
const ending = z.strictObject({ when, title: localised, text: localised.default('') })

/** How many answers of a kind are wanted: who comes when there are so many is told this, and not asked on. */
const quota = z.strictObject({
  id: name,
  /** Whom it counts; empty: everybody. */
  when,
  limit: z.int().min(0).max(10_000_000),
  /** In the survey's time zone; weeks begin on Monday. */
  per: z.enum(quotaPeriods).default('total'),
  title: localised,
  text: localised.default(''),
})
export type FormQuota = z.output<typeof quota>

export const form = z
  .strictObject({
    id: name,
    title: localised,
    /** Whoever knows its address may answer; off: those alone who are sent a link of their own. */
    open: z.boolean().default(false),
    /** Sites that may show it in a frame: `https://www.example.com`. */
    embeddedBy: z
      .array(z.string().regex(/^https:\/\/[\w.-]+(:\d+)?$/, 'a site like https://www.example.com'))
      .max(20)
      .default([]),
    /** Languages to choose among; none: that of the survey alone. */
    locales: z.array(z.string().min(2).max(20)).max(30).default([]),
    /** Above the first page. */
    intro: localised.optional(),
    /** What is done with answers, behind a link on every page. */
    privacy: localised.optional(),
    pages: z.array(page).min(1).max(100),
    /** Questions that the address answers: `?store=kamppi`. */
    given: z.array(name).max(20).default([]),
    /** Answers that are the same for everybody. */
    fixed: z.record(name, code).default({}),
    /** The choice that holds on what was answered: `phone` or `computer`. */
    device: name.optional(),
    /** After every page: who is not asked on, and whose answers are not kept. */
    screenOut: z.array(ending).max(20).default([]),
    /** Counted by complete answers. The first that is full holds. */
    quotas: z.array(quota).max(50).default([]),
    thanks: z.array(ending).max(20).default([]),
  })
  .meta({ id: 'Form' })
export type Form = z.output<typeof form>
export type FormPage = Form['pages'][number]

/** `forms.json` */
export const formsFile = z.strictObject({ $schema: z.string().optional(), forms: z.array(form).max(50).default([]) })
