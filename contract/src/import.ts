import { z } from 'zod'
import { call } from './call.ts'
import { name } from './localised.ts'

/** As long as the header of a file, or a text in it, may be. */
const header = z.string().max(10_000)
const cell = z.string().max(20_000)
const code = z.union([z.string().max(20_000), z.number(), z.null()])

/** How a column becomes an answer. */
const column = z.strictObject({
  /** Header, exactly or after trimming; several for a multiple choice spread over columns. */
  column: z.union([header, z.array(header).min(1).max(2000)]),
  question: name,
  /** Text in the file → stored code; null: no answer. Applied first, after trimming. */
  recode: z.record(cell, code).optional(),
  /** What any other text becomes that is no answer to the question, or no declared option of it; null: no answer. */
  otherwise: code.optional(),
  /** Splits one cell of a multiple choice. */
  separator: z.string().min(1).max(100).optional(),
  /** How dates are written, tried in order: `yyyy-MM-dd`, `MM/dd/yyyy hh:mm:ss a`, `d` (day of month with `base`) … */
  formats: z.array(z.string().max(200)).max(100).optional(),
  /** What a date format leaves out: `{ "year": 2018, "month": 5 }`. */
  base: z
    .strictObject({ year: z.int().min(0).max(9999).optional(), month: z.int().min(1).max(12).optional() })
    .optional(),
  decimal: z.enum(['.', ',']).optional(),
  /** A multiple choice made of 0/1 columns: the value that means chosen; the code is the column's header or `codes`. */
  chosen: cell.optional(),
  codes: z.record(header, z.string().max(200)).optional(),
})

/** Which files a mapping is for and how their columns are read. */
export const mapping = z
  .strictObject({
    name,
    match: z.strictObject({
      /** Glob over the file's name: `sfo2018*.csv`. */
      file: z.string().max(1000).optional(),
      /** Headers that must be there. */
      headers: z.array(header).max(20_000).default([]),
    }),
    /** Part of every row key: the same key in two waves is two interviews. */
    wave: z.string().max(80).optional(),
    /** Columns that name a row; without them rows cannot be corrected, only recognised. */
    key: z.array(header).max(100).default([]),
    sheet: z.string().max(1000).optional(),
    encoding: z.string().max(100).optional(),
    separator: z.string().length(1).optional(),
    decimal: z.enum(['.', ',']).default('.'),
    /** Texts that mean no answer in any column (besides the empty one). */
    blank: z.array(cell).max(10_000).default([]),
    columns: z.array(column).min(1).max(2000),
    /** Answers that are the same for every row: the year, the channel. */
    constants: z.record(name, z.union([cell, z.number()])).default({}),
  })
  .meta({ id: 'ImportMapping' })
export type Mapping = z.output<typeof mapping>

/** `imports.json` */
export const importsFile = z.strictObject({ $schema: z.string().optional(), imports: z.array(mapping).max(200) })

export const reject = z
  .object({ line: z.int(), column: z.string(), value: z.string(), reason: z.string() })
  .meta({ id: 'Reject' })

/** What an import did, or (preview) would do. */
export const importReport = z
  .object({
    importId: z.string().nullable(),
    file: z.string(),
    mapping: z.string(),
    state: z.enum(['preview', 'running', 'done', 'failed', 'undone']),
    rows: z.int(),
    inserted: z.int(),
    corrected: z.int(),
    unchanged: z.int(),
    rejected: z.int(),
    rejects: z.array(reject),
    /** Rows without anything in any column: passed over, and not among `rows`. Told of an import that was just done. */
    blankRows: z.int(),
    /** Days of interviews far from nearly all others, such as 1970-01-01. Told of an import that was just done. */
    farDays: z.array(z.object({ day: z.string(), rows: z.int() })),
    /** How the letters of the file were read; null where the file itself says, and of an import long done. */
    encoding: z.string().nullable(),
    /** `isKey`: part of what tells one row from another. */
    columns: z.array(z.object({ column: z.string(), question: z.string().nullable(), isKey: z.boolean() })),
    sample: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string()), z.null()]))),
    counts: z.array(z.object({ question: z.string(), answered: z.int(), missing: z.int() })),
    message: z.string().nullable(),
    at: z.string(),
  })
  .meta({ id: 'ImportReport' })
export type ImportReport = z.output<typeof importReport>

const survey = z.string().min(1).max(200)
export const importCalls = {
  upload: call({
    needs: 'importData',
    method: 'POST',
    path: 'imports/:survey',
    summary: 'Import a file of answers (multipart field `file`), or preview it',
    params: z.strictObject({ survey }),
    query: z.strictObject({ preview: z.enum(['true', 'false']).default('false') }),
    reply: importReport,
    kind: 'upload',
  }),
  list: call({
    needs: 'importData',
    method: 'GET',
    path: 'imports/:survey',
    summary: 'The imports of a survey, newest first',
    params: z.strictObject({ survey }),
    reply: z.array(importReport),
  }),
  undo: call({
    needs: 'importData',
    method: 'DELETE',
    path: 'imports/:survey/:importId',
    summary: 'Take an import back: its new interviews go, its corrections return to what stood before',
    params: z.strictObject({ survey, importId: z.uuid() }),
    reply: importReport,
  }),
}
