import { messageKinds } from '@kaiku/core/campaign.ts'
import { z } from 'zod'
import { call } from './call.ts'
import { letterContent } from './letter.ts'
import { localised, name } from './localised.ts'
import { version } from './version.ts'

const https = z.url({ protocol: /^https$/ }).max(2000)
/** An address, or the recipient’s own form. */
const target = z.union([z.literal('answer'), https])

/** Whom phones show: a number, or up to 11 letters and digits, one of them a letter; empty: somebody else says. */
export const smsSender = z
  .string()
  .regex(/^(?:|\+?\d{3,15}|(?=.*[A-Za-z])[A-Za-z\d ]{1,11})$/, 'a number, or up to 11 letters and digits')
  .default('')

const text = z.strictObject({ kind: z.literal('text'), text: localised })
const picture = z.strictObject({
  kind: z.literal('picture'),
  url: https,
  alt: localised,
  /** Pixels; at most the width of the mail. */
  width: z.int().min(16).max(600).default(600),
  href: target.optional(),
})
const button = z.strictObject({ kind: z.literal('button'), label: localised, href: target.default('answer') })
/** A question whose steps are links: one click answers it and opens the rest. */
const scale = z.strictObject({ kind: z.literal('scale'), question: name, text: localised.optional() })
const divider = z.strictObject({ kind: z.literal('divider') })
const simple = z.discriminatedUnion('kind', [text, picture, button, scale, divider])
const columns = z.strictObject({
  kind: z.literal('columns'),
  columns: z.array(z.array(simple).max(20)).min(2).max(3),
})
/** Figures of the recipient’s place; those that rest on too few answers are left out of the mail. */
const figures = z.strictObject({
  kind: z.literal('figures'),
  indicators: z.array(name).max(3).default([]),
  /** They are of so many days up to the day on which the mail is made. */
  days: z.int().min(1).max(1830).default(365),
  /** The count of answers of so many days; null: it is not told. */
  countDays: z.int().min(1).max(1830).nullable().default(null),
})
export type FiguresBlock = z.output<typeof figures>
const block = z.union([simple, columns, figures])
export type MailBlock = z.output<typeof block>
export type SimpleBlock = z.output<typeof simple>

/** What a mail says; texts may hold fields in braces: `{{ name }}`, `{{ place }}`, `{{ link }}`. */
export const mailContent = z
  .strictObject({
    kind: z.literal('mail'),
    subject: localised,
    /** What lists of mails show after the subject. */
    preheader: localised.default(''),
    /** Whose name stands at the address of the sender; empty: the universe’s. */
    sender: z.string().max(100).default(''),
    replyTo: z.union([z.email().max(320), z.literal('')]).default(''),
    blocks: z.array(block).max(60).default([]),
    /** MJML in place of blocks; empty: the blocks. */
    source: z.string().max(200_000).default(''),
    /** The same as plain text, for MJML; blocks make theirs. */
    plain: localised.default(''),
  })
  .meta({ id: 'MailContent' })
export type MailContent = z.output<typeof mailContent>

/** What an SMS says, with the same fields. */
const smsContent = z
  .strictObject({
    kind: z.literal('sms'),
    text: localised,
    /** Whom phones show as its sender; empty: the universe’s. */
    sender: smsSender,
  })
  .meta({ id: 'SmsContent' })
export type SmsContent = z.output<typeof smsContent>

/** By the kind of the template. */
export const templateContent = z.discriminatedUnion('kind', [mailContent, smsContent, letterContent])
export type TemplateContent = z.output<typeof templateContent>

/** What speaks against publishing a template (`fault`), or is worth a look. */
export const templateChecks = [
  ...([
    'unreadable',
    'field',
    'noUnsubscribe',
    'noPlainText',
    'noSubject',
    'noLink',
    'brokenLink',
    'question',
    'indicator',
    'noFigures',
    'empty',
    'noCode',
  ] as const),
  ...(['language', 'size', 'contrast', 'longSubject', 'spam', 'noAlt', 'noOptOut', 'parts', 'unusual'] as const),
  ...(['noSender', 'tooLong'] as const),
] as const
export type TemplateCheck = (typeof templateChecks)[number]

const check = z.object({
  kind: z.enum(templateChecks),
  isFault: z.boolean(),
  /** The language in which it is so; null: in all. */
  locale: z.string().nullable(),
  /** What it is about: a field, a word, letters, a number of kilobytes or parts. */
  detail: z.string(),
})

const summary = z.object({
  templateId: z.uuid(),
  kind: z.enum(messageKinds),
  title: z.string(),
  /** Rises with each change; sent back with the next one. */
  revision: version,
  /** The newest version that may be sent; null: none. */
  published: z.int().nullable(),
  /** What is written differs from what was published. */
  isChanged: z.boolean(),
  isArchived: z.boolean(),
  changedAt: z.iso.datetime(),
  /** Empty: their account is gone. */
  changedBy: z.string(),
})
export const template = summary
  .extend({
    content: templateContent,
    /** Languages of the survey, the first is its own. */
    locales: z.array(z.string()),
    /** Questions that a scale can ask, indicators that a block can show, and fields that texts may hold. */
    questions: z.array(z.object({ id: z.string(), title: z.string() })),
    indicators: z.array(z.object({ id: z.string(), title: z.string() })),
    fields: z.array(z.string()),
    checks: z.array(check),
    /** What lists of mails show, by language, with the data of somebody invented; empty for other messages. */
    subjects: z.record(z.string(), z.string()),
    versions: z.array(z.object({ version: z.int(), at: z.iso.datetime(), by: z.string() })),
  })
  .meta({ id: 'Template' })
export type Template = z.output<typeof template>
export type TemplateSummary = z.output<typeof summary>

const survey = z.string().min(1).max(200)
const at = z.strictObject({ survey, templateId: z.uuid() })
const title = z.string().trim().min(1).max(200)
const locale = z.string().max(20).optional()

export const templateCalls = {
  list: call({
    method: 'GET',
    path: 'vuejs/templates/list/:survey',
    summary: 'The templates of a survey’s messages, the last changed first',
    params: z.strictObject({ survey }),
    reply: z.array(summary),
    needs: 'sendCampaigns',
  }),
  one: call({
    method: 'GET',
    path: 'vuejs/templates/one/:survey/:templateId',
    summary: 'A template as it is being written, with what speaks against publishing it',
    params: at,
    query: z.strictObject({ locale }),
    reply: template,
    needs: 'sendCampaigns',
  }),
  create: call({
    method: 'POST',
    path: 'vuejs/templates/create/:survey',
    summary: 'Make a template: a usual invitation, or a copy of another one',
    params: z.strictObject({ survey }),
    body: z.strictObject({ kind: z.enum(messageKinds), title, copyOf: z.uuid().optional() }),
    reply: template,
    needs: 'sendCampaigns',
  }),
  change: call({
    method: 'POST',
    path: 'vuejs/templates/change/:survey/:templateId',
    summary: 'Change a template; refused when somebody else changed it meanwhile',
    params: at,
    body: z.strictObject({
      revision: version,
      title,
      content: templateContent,
      isArchived: z.boolean().default(false),
      locale,
    }),
    reply: template,
    needs: 'sendCampaigns',
  }),
  publish: call({
    method: 'POST',
    path: 'vuejs/templates/publish/:survey/:templateId',
    summary:
      'Make what is written the next version, which campaigns may send; refused while something speaks against it',
    params: at,
    body: z.strictObject({ revision: version, locale }),
    reply: template,
    needs: 'sendCampaigns',
  }),
  render: call({
    method: 'GET',
    path: 'vuejs/templates/render/:survey/:templateId',
    summary:
      'A mail as it is being written, as a page: with the data of a person of the sample, else of somebody invented',
    params: at,
    query: z.strictObject({
      locale: z.string().max(20),
      sampleId: z.uuid().optional(),
      /** A mail as programs in light or dark colours show it; absent: as the reader’s own has it. */
      look: z.enum(['light', 'dark']).optional(),
    }),
    reply: z.string(),
    kind: 'file',
    needs: 'sendCampaigns',
  }),
  preview: call({
    method: 'GET',
    path: 'vuejs/templates/preview/:survey/:templateId',
    summary: 'An SMS as it is being written, with the data of a person of the sample, else of somebody invented',
    params: at,
    query: z.strictObject({ locale: z.string().max(20), sampleId: z.uuid().optional() }),
    /** `name`: whose data it has; null: nobody’s who has a name. */
    reply: z.object({ text: z.string(), name: z.string().nullable() }),
    needs: 'sendCampaigns',
  }),
  test: call({
    method: 'POST',
    path: 'vuejs/templates/test/:survey/:templateId',
    summary: 'Send a template to oneself as it is being written, an SMS to a number; by its link nobody answers',
    params: at,
    body: z.strictObject({ locale: z.string().max(20), to: z.string().max(40).optional() }),
    reply: z.object({ to: z.string() }),
    needs: 'sendCampaigns',
  }),
}
