import type { PageFault, WrittenPage } from '@kaiku/contract/page-draft.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { layOut } from '@kaiku/core/json-layout.ts'
import { type DefinitionChange, diffDefinitions } from '../definition/definition-diff.ts'
import { type Files, parseDefinition, readDefinition } from '../definition/read-definition.ts'

const file = 'pages.json'

const written = (block: Block | { pages: readonly WrittenPage[] }): string => `${layOut(block)}\n`

type Block = { readonly $schema?: string; readonly pages: WrittenPage[] }

/** The pages of a definition as they are written; without a file of them, those that Kaiku makes of the questions. */
export function writtenPages(files: Files): WrittenPage[] {
  const text = files.get(file)
  return text === undefined ? parseDefinition(files).pages : blockOf(text).pages
}

// Published files have been checked.
const blockOf = (text: string): Block => JSON.parse(text.replace(/^\uFEFF/, ''))

/** The definition with other pages. */
export function withPages(files: Files, pages: readonly WrittenPage[]): Files {
  const text = files.get(file)
  const { pages: _, ...rest } = text === undefined ? { pages: [] } : blockOf(text)
  return new Map([...files, [file, written({ ...rest, pages })]])
}

/** What a definition has against pages; empty for none. */
export function pageFaults(files: Files, pages: readonly WrittenPage[]): PageFault[] {
  try {
    readDefinition(withPages(files, pages))
    return []
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault
    // What an earlier release let pass elsewhere is not for the pages to mend.
    return fault.details
      .filter((one) => one.file === file)
      .map(({ place, expected, found }) => ({ place, expected, found }))
  }
}

/** What publishing other pages would change. */
export const pageChanges = (files: Files, pages: readonly WrittenPage[]): DefinitionChange[] =>
  diffDefinitions(new Map([[file, written({ pages: writtenPages(files) })]]), new Map([[file, written({ pages })]]))
