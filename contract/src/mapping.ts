import { z } from 'zod'
import { call } from './call.ts'
import { configBlockCalls } from './config-block.ts'
import { importReport, mapping, reject } from './import.ts'
import { name } from './localised.ts'
import { exportSources } from './new-survey.ts'
import { questionTypes } from './question.ts'
import { version } from './version.ts'

const survey = z.string().min(1).max(200)
const one = z.strictObject({ survey })
const oneFile = z.strictObject({ survey, fileId: z.uuid() })
const needs = 'editConfiguration'
/** Rows of a file that are compared with the interviews there are while somebody changes its mapping. */
export const mostComparedRows = 100_000

/** What somebody changed of the mappings of a survey, and of the questions that they need. */
const change = z.strictObject({
  /** Mappings as they are now. `was`: what each was called; null: it is new. */
  put: z.array(z.strictObject({ was: name.nullable(), mapping })).max(200),
  gone: z.array(name).max(200),
  /** Names in the order they shall have; those that are not named follow. */
  order: z.array(name).max(200),
  /** Questions that the survey lacks, as they stand in `questions.json`. */
  questions: z.array(z.record(z.string().max(80), z.unknown())).max(2000),
  /** Options that a question lacks. */
  options: z.array(z.strictObject({ question: name, code: z.string().min(1).max(200) })).max(2000),
})
export type MappingChange = z.output<typeof change>

const known = {
  /** The published version that the change is held against. */
  version: version.min(1),
  /** The drafts as the caller knows them, 0 for none; other ones are a conflict. */
  revisions: z.strictObject({ imports: version, questions: version }),
}
const largestBody = 16_000_000

const head = z.object({ revision: z.int(), by: z.string(), at: z.iso.datetime() }).meta({ id: 'MappingDraft' })
const heads = z.object({ imports: head.nullable(), questions: head.nullable() })

/** What can be answered to a question. */
const target = z.object({ code: z.string(), title: z.string() })

const askedQuestion = z
  .object({
    id: z.string(),
    title: z.string(),
    type: z.enum(questionTypes),
    /** Its options, its scale, or the places that it names; the first thousands. */
    codes: z.array(target),
    /** Whether other texts are answers too. */
    isOpen: z.boolean(),
    /** Whether options can be added to it: it has some of its own, which are no places. */
    takesOptions: z.boolean(),
    /** The tree whose places it names; null: none. */
    place: z.string().nullable(),
    isNew: z.boolean(),
  })
  .meta({ id: 'MappedQuestion' })
export type MappedQuestion = z.output<typeof askedQuestion>

const mappedFile = z
  .object({
    fileId: z.uuid(),
    file: z.string(),
    /** Bytes. */
    size: z.int(),
    at: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'MappedFile' })
export type MappedFile = z.output<typeof mappedFile>

const fileColumn = z
  .object({
    column: z.string(),
    /** What the file says of it beside its header; else the header. */
    title: z.string(),
    filled: z.int(),
    /** The commonest texts, and in how many rows they stand. */
    values: z.array(z.object({ text: z.string(), rows: z.int() })),
    more: z.boolean(),
    /** Whether no text comes twice, so that it can name the rows. */
    isKey: z.boolean(),
  })
  .meta({ id: 'MappedColumn' })
export type MappedColumn = z.output<typeof fileColumn>

export const mappingWhys = ['known', 'name', 'title', 'alike', 'options'] as const

/** A question that a column could become. */
const offer = z
  .object({
    columns: z.array(z.string()),
    /** As it would stand in `questions.json`. */
    question: z.record(z.string(), z.unknown()),
    id: z.string(),
    title: z.string(),
    type: z.enum(questionTypes),
    /** How its columns are read. */
    entry: mapping.shape.columns.element,
  })
  .meta({ id: 'QuestionOffer' })
export type QuestionOffer = z.output<typeof offer>

/** A mapping that perhaps reads nothing yet. */
export const proposedMapping = mapping.extend({ columns: z.array(mapping.shape.columns.element).max(2000) })

const proposal = z.object({
  file: mappedFile,
  rows: z.int(),
  source: z.enum(exportSources).nullable(),
  columns: z.array(fileColumn),
  /** What a mapping that fits the file is called: it is opened. Null: the one below is new. */
  was: z.string().nullable(),
  /** The mapping from which this one was begun; null: none is near. */
  from: z.string().nullable(),
  mapping: proposedMapping,
  /** By question: what speaks for the proposal. */
  why: z.record(z.string(), z.enum(mappingWhys)),
  /** Columns that `from` reads and the file lacks. */
  lacking: z.array(z.object({ column: z.string(), question: z.string() })),
  offers: z.array(offer),
})
export type MappingProposal = z.output<typeof proposal>

/** A text of a column and what the importer makes of it. */
const readValue = z.object({
  text: z.string(),
  rows: z.int(),
  /** Null: no answer, or it is refused. */
  becomes: z.string().nullable(),
  /** Why the row is rejected, in English; null: it is not. */
  fault: z.string().nullable(),
})
export type ReadValue = z.output<typeof readValue>

const readColumn = z
  .object({
    question: z.string(),
    column: z.string(),
    /** The commonest texts, and all that are refused, as many as a person reads. */
    values: z.array(readValue),
    /** Different texts that are refused, and the rows they stand in. */
    refused: z.int(),
    refusedRows: z.int(),
  })
  .meta({ id: 'ReadColumn' })
export type ReadColumn = z.output<typeof readColumn>

const preview = z
  .object({
    /** Rows that were read, and whether these are all. */
    rows: z.int(),
    isWhole: z.boolean(),
    inserted: z.int(),
    corrected: z.int(),
    unchanged: z.int(),
    rejected: z.int(),
    blankRows: z.int(),
    farDays: importReport.shape.farDays,
    rejects: z.array(reject),
    /** The first rows as interviews. */
    sample: z.array(z.array(z.object({ question: z.string(), title: z.string(), answer: z.string() }))),
    columns: z.array(readColumn),
    /** Other mappings that fit the file too: a file must fit one alone. */
    alsoFit: z.array(z.string()),
    /** Why it would be refused later, when its mapping is chosen by itself; in English. */
    misfit: z.string().nullable(),
  })
  .meta({ id: 'MappingPreview' })
export type MappingPreview = z.output<typeof preview>

export const mappingCalls = {
  open: call({
    method: 'GET',
    path: 'mapping/:survey',
    summary: 'The mappings of a survey as they are written, and what its questions take',
    params: one,
    query: z.strictObject({ locale: z.string().max(20).optional() }),
    reply: z.object({
      version: z.int(),
      /** Null: nothing is drafted. */
      draft: heads,
      mappings: z.array(mapping),
      /** Names of those that are published. */
      published: z.array(z.string()),
      questions: z.array(askedQuestion),
      /** The viewer's files of this survey, the newest first; each is kept for a day. */
      files: z.array(mappedFile),
    }),
    needs,
  }),
  upload: call({
    method: 'POST',
    path: 'mapping/file/:survey',
    summary: 'Keep a file of answers for a day (multipart field `file`), to map its columns',
    params: one,
    reply: mappedFile,
    kind: 'upload',
    needs,
  }),
  propose: call({
    method: 'GET',
    path: 'mapping/file/:survey/:fileId',
    summary: 'The columns of a file, and what they are likely to answer',
    params: oneFile,
    query: z.strictObject({
      /** A mapping to try on it; without, the one that fits, or a new one. */
      mapping: name.optional(),
      locale: z.string().max(20).optional(),
    }),
    reply: proposal,
    needs,
  }),
  forget: call({
    method: 'DELETE',
    path: 'mapping/file/:survey/:fileId',
    summary: 'Forget a file; what was imported of it stays',
    params: oneFile,
    reply: z.object({}),
    needs,
  }),
  entry: call({
    method: 'POST',
    path: 'mapping/entry/:survey/:fileId',
    summary: 'How columns of a file are likely read as answers to a question',
    params: oneFile,
    body: z.strictObject({ columns: z.array(z.string().max(10_000)).min(1).max(2000), question: name }),
    reply: mapping.shape.columns.element,
    needs,
    changesNothing: true,
  }),
  check: call({
    method: 'POST',
    path: 'mapping/check/:survey',
    summary: 'What is wrong with changed mappings, what publishing them changes, and what importing a file would do',
    params: one,
    body: z.strictObject({
      change,
      ...known,
      /** Read by the first mapping that is put. */
      fileId: z.uuid().optional(),
      locale: z.string().max(20).optional(),
    }),
    reply: z.object({
      faults: configBlockCalls.check.reply.shape.faults,
      changes: configBlockCalls.check.reply.shape.changes,
      more: z.int(),
      /** What reads each question of the survey, with those that were added. */
      questions: z.array(askedQuestion),
      /** Null: no file was named, or the mapping can not be read. */
      preview: preview.nullable(),
    }),
    largestBody,
    needs,
    changesNothing: true,
  }),
  save: call({
    method: 'PUT',
    path: 'mapping/:survey',
    summary: 'Keep changed mappings as the draft of `imports.json`, and what they need as that of `questions.json`',
    params: one,
    body: z.strictObject({ change, ...known }),
    reply: heads,
    largestBody,
    needs,
  }),
  publish: call({
    method: 'POST',
    path: 'mapping/publish/:survey',
    summary: 'Publish changed mappings with the questions they need, then import a file by the first one that is put',
    params: one,
    body: z.strictObject({ change, ...known, fileId: z.uuid().optional() }),
    reply: z.object({
      version: z.int(),
      /** The import; null: no file was named. */
      taskId: z.uuid().nullable(),
    }),
    largestBody,
    needs,
  }),
}
