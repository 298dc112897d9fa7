import type { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { z } from 'zod'
import { leftBehind } from './copied-table.ts'

const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER)
const name = z.string().min(1).max(300)

const entry = z.strictObject({
  name: z
    .string()
    .max(500)
    .regex(/^[a-z0-9%_.!~*'()/-]+$/i),
  /** Bytes. */
  size: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Lines; null: it has no rows. */
  rows: count.nullable(),
})

const copiedSurvey = z.strictObject({
  extName: name,
  /** In the rows of the other files. */
  number: count,
  id: z.uuid(),
  version: z.int().min(1).max(1_000_000_000),
  publishedBy: z.string().max(300),
  /** Views whose interviews are yet to be placed. */
  unplaced: z.array(name).max(1_000),
  interviews: count,
  /** Files of the definition in `surveys/…/definition`. */
  files: z.array(name).min(1).max(5_000),
})
export type CopiedSurvey = z.output<typeof copiedSurvey>

/** What is in an archive: all of a universe, or one of its surveys. */
const copiedKinds = ['kaiku.universe', 'kaiku.survey'] as const
export type CopiedKind = (typeof copiedKinds)[number]

/** What an archive says of itself. */
export const manifest = z.strictObject({
  /** Of a survey: only what its figures depend on is said of its universe. */
  kind: z.enum(copiedKinds),
  /** Of the archive. */
  version: z.literal(1),
  /** The Kaiku that wrote it, and the last step of its tables. */
  kaiku: z.string().max(100),
  schema: z.string().max(200),
  madeAt: z.iso.datetime(),
  /** Whether answers and people are in it. */
  withAnswers: z.boolean(),
  universe: z.strictObject({
    name: z.string().max(80),
    title: z.string().min(1).max(120),
    timeZone: z.string().max(80),
    /** As they are kept: read as the settings of a universe. */
    settings: z.record(z.string(), z.unknown()),
  }),
  surveys: z.array(copiedSurvey).max(10_000),
  notCarried: z.array(z.string().max(300)).max(200),
  files: z.array(entry).max(20_000),
})
export type Manifest = z.output<typeof manifest>

export const manifestName = 'manifest.json'
export const readmeName = 'README.txt'
export const peopleName = 'people.jsonl'
export const rowsName = (table: string): string => `rows/${table}.jsonl`
export const definitionName = (extName: string, file: string): string =>
  `surveys/${encodeURIComponent(extName)}/definition/${file.split('/').map(encodeURIComponent).join('/')}`

const said = z.looseObject({ kind: z.enum(copiedKinds), version: z.unknown() })

/** Throws Fault `invalid` for what is no manifest, for one of another version, and for one of another kind. */
export function readManifest(text: string, kind: CopiedKind): Manifest {
  const found: unknown = parsed(text)
  const known = said.safeParse(found)
  if (known.success && known.data.kind !== kind)
    throw refuse('invalid', kind === 'kaiku.survey' ? 'surveyCopy.isUniverse' : 'universeCopy.isSurvey')
  if (known.success && known.data.version !== 1) throw refuse('invalid', 'universeCopy.newer')
  const read = manifest.safeParse(found)
  if (!read.success) throw damaged(`${manifestName}: ${read.error.issues[0]?.path.join('.') ?? ''}`)
  return read.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** An archive that says one thing and holds another. `place`: where. */
export const damaged = (place: string): Fault => refuse('invalid', 'universeCopy.damaged', { place })

/** What stays behind, as the archive lists it. */
export const notCarried = (withAnswers: boolean): string[] => [
  ...Object.keys(leftBehind),
  ...(withAnswers ? [] : ['answers, samples, alerts, campaigns, people and what they saved']),
]

export const readmeOf = ({ universe, madeAt, withAnswers, surveys, notCarried: left }: Omit<Manifest, 'files'>) =>
  [
    `${universe.title} (${universe.name}), a universe of Kaiku, exported ${madeAt}`,
    '',
    withAnswers
      ? 'This archive holds personal data: answers, contacts, alerts, people. Keep it as you keep the database.'
      : 'This archive holds the configuration alone: no answers, no contacts, no people.',
    '',
    'Apply it to make a new universe of it:',
    '  kaiku universe import FILE --as NAME',
    'or on the page of all universes: New universe, From an export.',
    '',
    'manifest.json            versions, counts, and size and SHA-256 of every other file',
    'surveys/NAME/definition  the published definition, byte for byte; kaiku apply takes the directory',
    'rows/TABLE.jsonl         rows as Kaiku keeps them, one JSON object on each line, UTF-8',
    'people.jsonl             accounts, without passwords',
    '',
    'Surveys:',
    ...surveys.map(({ extName, version, interviews }) => `  ${extName}, version ${version}, ${interviews} interviews`),
    '',
    'Not in it:',
    ...left.map((line) => `  ${line}`),
    '',
  ].join('\n')
