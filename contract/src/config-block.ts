import { z } from 'zod'
import { definitionChange } from './backend.ts'
import { call } from './call.ts'
import { removedAnew } from './retention.ts'
import { version, versionInAddress } from './version.ts'

const survey = z.string().min(1).max(200)
/** `indicators.json`; what is no file of a definition is not found. */
const file = z.string().min(1).max(80)
const one = z.strictObject({ survey })
const oneFile = z.strictObject({ survey, file })

/** Characters of a block that can be written in the browser; larger ones go by files (`kaiku export`, `kaiku apply`). */
export const mostBlockText = 2_000_000
const text = z.string().max(mostBlockText)
/** Characters may take three bytes each, and quotes are escaped. */
const largestBody = mostBlockText * 4

const head = z
  .object({
    revision: z.int(),
    by: z.string(),
    at: z.iso.datetime(),
    /** The published version it began from. */
    version: z.int(),
    /** The block was published anew since then: both are looked at before one of them is kept. */
    isBehind: z.boolean(),
    /** Publishing takes the block away, so that what Kaiku makes without it holds. */
    isRemoval: z.boolean(),
  })
  .meta({ id: 'BlockDraft' })

const block = z
  .object({
    file: z.string(),
    isRequired: z.boolean(),
    /** Last change of what is published; null: there is no such block. */
    changed: z.object({ version: z.int(), at: z.iso.datetime(), by: z.string() }).nullable(),
    draft: head.nullable(),
  })
  .meta({ id: 'ConfigBlock' })
export type ConfigBlock = z.output<typeof block>

const openBlock = z.object({
  file: z.string(),
  /** The published version. */
  version: z.int(),
  /** Null, here and below: there is none. */
  published: z.string().nullable(),
  draft: head.extend({ text: z.string() }).nullable(),
  /** JSON Schema of the block, with titles in the viewer’s language. */
  schema: z.record(z.string(), z.unknown()),
})

const faultInBlock = z
  .object({
    file: z.string(),
    /** `indicators[3].question`; empty: the file as a whole, or its text is no JSON. */
    place: z.string(),
    expected: z.string(),
    found: z.string(),
    /** Where that stands in the text, both from 1; null where nothing stands. */
    line: z.int().nullable(),
    column: z.int().nullable(),
  })
  .meta({ id: 'BlockFault' })

/** A change with the titles of what it lies in, from outside: `NPS`. Empty where nothing there has one. */
const toldChange = definitionChange.extend({ titles: z.array(z.string()) }).meta({ id: 'BlockChange' })

const known = {
  /** The draft as the caller knows it, 0 for none; another one is a conflict. */
  revision: version,
  /** The published version it began from. */
  version: version.min(1),
}
const locale = z.strictObject({ locale: z.string().max(20).optional() })

export const configBlockCalls = {
  list: call({
    method: 'GET',
    path: 'vuejs/surveys/configblocks/:survey',
    summary: 'The config blocks of a survey: who changed each last, and what is being written',
    params: one,
    reply: z.object({ version: z.int(), blocks: z.array(block) }),
    needs: 'editConfiguration',
  }),
  one: call({
    method: 'GET',
    path: 'vuejs/surveys/configblocks/one/:survey/:file',
    summary: 'A config block as it is published, its draft, and the schema that it follows',
    params: oneFile,
    query: locale,
    reply: openBlock,
    needs: 'editConfiguration',
  }),
  create: call({
    method: 'POST',
    path: 'vuejs/surveys/configblocks/create/:survey',
    summary: 'Begin a block that the survey does not have, as a draft',
    params: one,
    body: z.strictObject({
      file,
      /** `usual`: what holds without the block. `survey`: as another survey of the universe has it. */
      template: z.enum(['usual', 'survey']),
      from: survey.optional(),
    }),
    reply: head,
    needs: 'editConfiguration',
  }),
  save: call({
    method: 'PUT',
    path: 'vuejs/surveys/configblocks/:survey/:file',
    summary: 'Keep the text of a block as its draft, finished or not; an empty one takes the block away',
    params: oneFile,
    body: z.strictObject({ text, ...known }),
    reply: head,
    largestBody,
    needs: 'editConfiguration',
  }),
  discard: call({
    method: 'DELETE',
    path: 'vuejs/surveys/configblocks/:survey/:file/:revision',
    summary: 'Drop the draft of a block',
    params: oneFile.extend({ revision: versionInAddress }),
    reply: z.object({}),
    needs: 'editConfiguration',
  }),
  check: call({
    method: 'POST',
    path: 'vuejs/surveys/configblocks/check/:survey',
    summary: 'What is wrong with the drafts of a survey’s blocks, and what publishing them would change',
    params: one,
    body: z.strictObject({
      /** A text that is being written, in place of its block’s draft. */
      writing: z.strictObject({ file, text }).optional(),
      locale: z.string().max(20).optional(),
    }),
    reply: z.object({
      /** The first of them, as many as a person reads. */
      faults: z.array(faultInBlock),
      changes: z.array(toldChange),
      /** Changes beyond those. */
      more: z.int(),
      /** By the drafts; empty while a text is being written. */
      removed: removedAnew,
    }),
    largestBody,
    needs: 'editConfiguration',
    changesNothing: true,
  }),
  publish: call({
    method: 'POST',
    path: 'vuejs/surveys/configblocks/:survey',
    summary: 'Publish all drafts of a survey’s blocks as its next version, whole or not at all',
    params: one,
    body: z.strictObject({
      version: version.min(1),
      /** All drafts as the caller knows them; other ones are a conflict. */
      drafts: z
        .array(z.strictObject({ file, revision: version.min(1) }))
        .min(1)
        .max(50),
    }),
    reply: z.object({ version: z.int() }),
    needs: 'editConfiguration',
  }),
}
