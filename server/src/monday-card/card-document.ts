import type { CardLine } from '@kaiku/contract/monday-card.ts'
import type { DocumentBlock, DocumentPart } from '../document/document-content.ts'
import type { PageRequest } from '../page-document/page-document.ts'
import { mondayCard } from './monday-card.ts'

/** The card as a page of paper. */
export async function cardParts({ question, state }: PageRequest): Promise<DocumentPart[]> {
  const { sections } = await mondayCard(question, state)
  return sections.map(({ title, lines }) => ({ title, blocks: lines.map(blockOf) }))
}

const looks = { plain: undefined, strong: 'heading', muted: 'muted' } as const

function blockOf({ look, text, facts, alertId }: CardLine): DocumentBlock {
  if (look === 'quote') return { kind: 'quote', text, facts }
  const said = [text, ...facts].join(' · ')
  const own = alertId === null ? looks[look] : 'item'
  return own ? { kind: 'text', text: said, look: own } : { kind: 'text', text: said }
}
