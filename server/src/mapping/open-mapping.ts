import { importsFile, type Mapping } from '@kaiku/contract/import.ts'
import type { MappingChange } from '@kaiku/contract/mapping.ts'
import { layOut } from '@kaiku/core/json-layout.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { z } from 'zod'
import { filesOf } from '../backend/version.ts'
import type { Stores } from '../db/stores.ts'
import type { Files } from '../definition/read-definition.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { type BlockDraft, findBlockDrafts } from '../draft/block-draft.ts'
import { withTexts } from '../draft/next-definition.ts'
import { JsonFault, walkJson } from '../fault/json-text.ts'
import { type Item, laidTogether } from './draft-list.ts'

/** What a mapping changes: the mappings, and questions and options that they need. */
export const lists = {
  imports: { file: 'imports.json', list: 'imports', key: 'name' },
  questions: { file: 'questions.json', list: 'questions', key: 'id' },
} as const
export type ListName = keyof typeof lists

const written = z.looseObject({
  imports: z.array(z.looseObject({ name: z.string() })).optional(),
  questions: z.array(z.looseObject({ id: z.string() })).optional(),
})

/** The items of a text as they are written there. Throws Fault `invalid` for one that is none. */
function readList(text: string, name: ListName): { readonly whole: Item; readonly items: readonly Item[] } {
  const { file, list } = lists[name]
  if (text.trim() === '') return { whole: {}, items: [] }
  try {
    walkJson(text, () => {})
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    throw refuse('invalid', 'block.unreadable', { file })
  }
  const read = written.safeParse(JSON.parse(text.replace(/^\uFEFF/, '')))
  const items = read.data?.[list]
  if (!read.success || !items) throw refuse('invalid', 'block.unreadable', { file })
  return { whole: read.data, items }
}

/** A file of a survey as it is published, and as it is drafted on top of that. */
export type OpenList = {
  readonly published: string
  readonly draft: BlockDraft | null
  /** Laid onto what is published now; as published where there is no draft. */
  readonly text: string
}
export type OpenMappings = {
  readonly dictionary: Dictionary
  readonly files: Files
  readonly imports: OpenList
  readonly questions: OpenList
}

/** Throws Fault `invalid` for a draft that cannot be read, `conflict` for one that cannot be laid onto what was published since. */
export async function openMappings(stores: Stores, dictionary: Dictionary): Promise<OpenMappings> {
  const files = await filesOf(stores, dictionary, dictionary.version)
  const drafts = await findBlockDrafts(stores, dictionary, files)
  const open = async (name: ListName): Promise<OpenList> => {
    const { file, key } = lists[name]
    const published = files.get(file) ?? ''
    const draft = drafts.find((one) => one.file === file) ?? null
    if (!draft) return { published, draft, text: published }
    const base =
      draft.version < dictionary.version
        ? ((await filesOf(stores, dictionary, draft.version)).get(file) ?? '')
        : published
    if (base === published) return { published, draft, text: draft.text }
    const [was, mine, now] = [base, draft.text, published].map((text) => readList(text, name).items)
    const together = laidTogether(was ?? [], mine ?? [], now ?? [], key)
    if (together === null) throw refuse('conflict', 'block.behind', { file })
    return { published, draft, text: withItems(published, name, together) }
  }
  return { dictionary, files, imports: await open('imports'), questions: await open('questions') }
}

const withItems = (text: string, name: ListName, items: readonly Item[]): string =>
  `${layOut(Object.assign({}, readList(text, name).whole, { [lists[name].list]: items }))}\n`

/** Mappings as they are drafted. Throws Fault `invalid` for a text that holds other things. */
export function mappingsIn(text: string): Mapping[] {
  const { items } = readList(text, 'imports')
  const read = importsFile.safeParse({ imports: items })
  if (!read.success) throw refuse('invalid', 'block.unreadable', { file: lists.imports.file })
  return read.data.imports
}

/** Throws Fault `conflict` where somebody published or drafted something that the caller does not know. */
export function checkKnown(
  { dictionary, imports, questions }: OpenMappings,
  { version, revisions }: { readonly version: number; readonly revisions: Readonly<Record<ListName, number>> },
): void {
  for (const [name, { draft }] of [['imports', imports] as const, ['questions', questions] as const]) {
    const { file } = lists[name]
    if (version !== dictionary.version) throw refuse('conflict', 'block.behind', { file })
    if ((draft?.revision ?? 0) !== revisions[name])
      throw draft ? refuse('conflict', 'block.changed', { file, by: draft.by }) : refuse('conflict', 'block.gone')
  }
}

/** Both texts with a change in them; the same text where it changes nothing. */
export function changedTexts(
  { imports, questions }: OpenMappings,
  change: MappingChange,
): Readonly<Record<ListName, string>> {
  return { imports: withMappings(imports.text, change), questions: withQuestions(questions.text, change) }
}

/** The definition with other texts of the two. */
export const withLists = (files: Files, texts: Readonly<Record<ListName, string>>): Files =>
  withTexts(files, [
    { file: lists.imports.file, text: texts.imports },
    { file: lists.questions.file, text: texts.questions },
  ])

function withMappings(text: string, { put, gone, order }: MappingChange): string {
  if (put.length + gone.length + order.length === 0) return text
  const { items } = readList(text, 'imports')
  const left = items.filter(({ name }) => !gone.some((one) => one === name))
  for (const { was, mapping } of put) {
    const at = left.findIndex(({ name }) => name === (was ?? mapping.name))
    const plain = plainMapping(mapping)
    if (at < 0) left.push(plain)
    else if (was === null) throw refuse('conflict', 'mapping.sameName', { name: mapping.name })
    else left[at] = plain
  }
  const place = new Map(order.map((name, at) => [name, at]))
  const placeOf = ({ name }: Item) => place.get(String(name)) ?? order.length
  return withItems(
    text,
    'imports',
    left.toSorted((a, b) => placeOf(a) - placeOf(b)),
  )
}

/** Without what holds anyway. */
function plainMapping(mapping: Mapping): Item {
  const { match, columns, ...rest } = mapping
  const isSaid = (value: unknown) =>
    value !== undefined && value !== '.' && !(typeof value === 'object' && Object.keys(value ?? {}).length === 0)
  const plain = (entries: readonly (readonly [string, unknown])[]) =>
    Object.fromEntries(entries.filter(([, value]) => isSaid(value)))
  const { name, ...settings } = rest
  return Object.assign(
    { name, match: plain(Object.entries(match)) },
    plain(Object.entries(settings).filter(([key]) => key !== 'constants')),
    { columns: columns.map((column) => Object.assign({}, column)) },
    plain([['constants', mapping.constants]]),
  )
}

function withQuestions(text: string, { questions, options }: MappingChange): string {
  if (questions.length + options.length === 0) return text
  const { items } = readList(text, 'questions')
  // Saved before, a question may be in the draft already.
  const known = new Set(items.map(({ id }) => id))
  const all = [...items, ...questions.filter(({ id }) => !known.has(id))]
  const next = all.map((item) => {
    const own = options.filter(({ question }) => question === item.id)
    if (own.length === 0) return item
    const before = Array.isArray(item.options) ? item.options : []
    const codes = new Set(before.map((option: unknown) => z.looseObject({ code: z.unknown() }).parse(option).code))
    const added = own.filter(({ code }) => !codes.has(code)).map(({ code }) => ({ code, title: code }))
    return added.length === 0 ? item : Object.assign({}, item, { options: [...before, ...added] })
  })
  return withItems(text, 'questions', next)
}
