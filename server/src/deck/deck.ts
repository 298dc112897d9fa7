import type { DocumentContent } from '../document/document-content.ts'
import { madeApart } from '../document/made-apart.ts'

/** A document as slides. `few`: what stands in place of a figure on few answers. */
export type DeckRequest = { readonly content: DocumentContent; readonly few: string }

/**
 * A document as slides of PowerPoint, one part after the other, its figures as charts and tables that can be changed
 * there. They are made in a process of their own, which `signal` stops.
 */
export const deckOf = (request: DeckRequest, signal: AbortSignal): Promise<Uint8Array> =>
  madeApart('deck/deck-process', JSON.stringify(request, readable), signal)

/** Nothing but what XML has a place for: no halves of letters, and nothing that steers a terminal. */
const readable = (_: string, value: unknown) =>
  typeof value === 'string' ? value.replace(/[^\P{Cc}\n]|[\uFFFE\uFFFF]|\p{Surrogate}/gu, ' ') : value
