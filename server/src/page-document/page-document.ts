import type { Component } from '@kaiku/contract/page.ts'
import { localise } from '@kaiku/core/localised.ts'
import type { DataState } from '../aggregate/data-state.ts'
import type { Words } from '../component-table/figure-cells.ts'
import { shownIndicators } from '../dictionary/shown-indicator.ts'
import type { DocumentPart } from '../document/document-content.ts'
import type { ProofOf } from '../figure-proof/proof-address.ts'
import type { FigureRequest } from '../result/result.ts'
import { componentPart } from './component-part.ts'
import { documentText } from './document-text.ts'
import type { FigureTelling } from './figure-telling.ts'

export type PageRequest = {
  readonly question: FigureRequest
  readonly state: DataState
  readonly words: Words
  readonly proofOf: (path: string, component: Pick<Component, 'filter'>) => ProofOf
  readonly progress: (share: number) => void
  readonly signal: AbortSignal
}

/** What a page shows to its person, a part for each component that they may see. */
export async function pageParts(components: readonly Component[], request: PageRequest): Promise<DocumentPart[]> {
  const { question, state, progress, signal } = request
  const parts: DocumentPart[] = []
  for (const [at, component] of components.entries()) {
    if (signal.aborted) break
    const shown = await componentPart(component, { question, state, telling: tellingOf(request, component) })
    progress((at + 1) / (components.length + 1))
    if (!shown) continue
    const { dictionary, locale } = question
    const own = component.title && localise(component.title, locale, dictionary.definition.settings.locale)
    const empty = [{ kind: 'text', text: documentText('empty', locale), look: 'muted' } as const]
    parts.push({
      title: [own, shown.title].find((one) => one?.trim()) ?? documentText(component.type, locale),
      says: shown.says,
      blocks: shown.blocks.length === 0 ? empty : shown.blocks,
    })
  }
  return parts
}

export const tellingOf = (
  { question: { dictionary, locale, compare, path }, words, proofOf }: PageRequest,
  component: Pick<Component, 'filter'>,
): FigureTelling => ({
  indicators: shownIndicators(dictionary.definition, locale),
  words,
  calendar: dictionary.calendar,
  minimumN: dictionary.definition.settings.minimumN,
  compared: `compare.${compare}`,
  proof: proofOf(path, component),
})
