import { Fault } from '@kaiku/core/fault.ts'
import { layOut } from '@kaiku/core/json-layout.ts'
import { type DefinitionChange, diffDefinitions } from '../definition/definition-diff.ts'
import { type Files, readDefinition } from '../definition/read-definition.ts'
import { JsonFault, walkJson } from '../fault/json-text.ts'

/** Files of a definition that people write in the browser, and what their parts are called there. */
const partsOf = { 'pages.json': 'pages', 'forms.json': 'forms', 'effects.json': 'blocks' } as const
export type DraftedFile = keyof typeof partsOf
export const hasParts = (file: string): file is DraftedFile => Object.hasOwn(partsOf, file)

/** A page or a form as it is written, finished or not. */
export type Written = Record<string, unknown>

const textOf = (block: object): string => `${layOut(block)}\n`

// Published files have been checked.
const blockOf = (text: string): Record<string, unknown> => JSON.parse(text.replace(/^\uFEFF/, ''))

/** The parts of a file as they are written; null: there is no such file. */
export function writtenParts(files: Files, file: DraftedFile): Written[] | null {
  const text = files.get(file)
  const parts = text === undefined ? undefined : blockOf(text)[partsOf[file]]
  return text === undefined ? null : Array.isArray(parts) ? parts : []
}

/** The definition with other parts of a file. */
export function withParts(files: Files, file: DraftedFile, parts: readonly Written[]): Files {
  const text = files.get(file)
  const block = text === undefined ? {} : blockOf(text)
  return new Map([...files, [file, textOf(Object.assign({}, block, { [partsOf[file]]: parts }))]])
}

/** The parts of a file’s text; null where it can not be read as such a file, or holds none. */
export function partsIn(text: string, file: DraftedFile): Written[] | null {
  try {
    walkJson(text, () => {})
    const parts: unknown = blockOf(text)[partsOf[file]]
    const isWritten = (one: unknown): one is Written => typeof one === 'object' && one !== null && !Array.isArray(one)
    return Array.isArray(parts) && parts.every(isWritten) ? parts : null
  } catch (fault) {
    if (!(fault instanceof JsonFault)) throw fault
    return null
  }
}

type PartFault = { readonly place: string; readonly expected: string; readonly found: string }

/** What a definition has against the parts of a file; empty for none. */
export function partFaults(files: Files, file: DraftedFile, parts: readonly Written[]): PartFault[] {
  try {
    readDefinition(withParts(files, file, parts))
    return []
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault
    // What an earlier release let pass elsewhere is not for these parts to mend.
    return fault.details
      .filter((one) => one.file === file)
      .map(({ place, expected, found }) => ({ place, expected, found }))
  }
}

/** What publishing other parts would change. */
export function partChanges(before: readonly Written[], file: DraftedFile, parts: readonly Written[]) {
  const as = (some: readonly Written[]): Files => new Map([[file, textOf({ [partsOf[file]]: some })]])
  return diffDefinitions(as(before), as(parts)) satisfies DefinitionChange[]
}
