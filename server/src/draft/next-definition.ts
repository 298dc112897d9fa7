import type { Definition, DefinitionFile } from '@kaiku/contract/definition.ts'
import { Fault, type FaultDetail } from '@kaiku/core/fault.ts'
import { type Files, readDefinition } from '../definition/read-definition.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

/** More faults, or changes, than a person reads. */
export const mostTold = 300

type WrittenFile = { readonly file: DefinitionFile; readonly text: string }

/** The files with other texts in place of theirs; an empty one takes its file away. */
export function withTexts(files: Files, texts: readonly WrittenFile[]): Files {
  const next = new Map(files)
  for (const { file, text } of texts) {
    if (text.trim() === '') next.delete(file)
    else next.set(file, text)
  }
  return next
}

type Next = { readonly definition: Definition | null; readonly faults: readonly FaultDetail[] }

/** A survey's next definition; null with what it has against these files, as much as a person reads. */
export function nextDefinition(files: Files, { extName }: Pick<Dictionary, 'extName'>): Next {
  try {
    const { definition } = readDefinition(files)
    // Under another name they would be another survey, perhaps one that is none of the writer’s business.
    const found = definition.settings.extName
    if (found === extName) return { definition, faults: [] }
    return {
      definition: null,
      faults: [{ file: 'settings.json', place: 'extName', expected: `"${extName}"`, found }],
    }
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault
    return { definition: null, faults: fault.details.slice(0, mostTold) }
  }
}

/** What a survey has against these files as its next version, as much as a person reads; empty for none. */
export const blockFaults = (files: Files, survey: Pick<Dictionary, 'extName'>): readonly FaultDetail[] =>
  nextDefinition(files, survey).faults
