import type { Look } from '../document/document-content.ts'
import { paper } from '../document/paper-colour.ts'

/** As the library takes them. */
export const bare = (colour: string): string => colour.replace('#', '').toUpperCase()

/** How a text is told beside its words. */
export const lookOf = (look: Look | undefined) => {
  if (look === 'good' || look === 'bad') return { color: bare(paper[look]) }
  if (look === 'strong') return { color: bare(paper.ink), bold: true }
  if (look === undefined) return { color: bare(paper.ink) }
  return { color: bare(paper.muted), italic: look !== 'muted' }
}

/** One line of several has a colour that no other has; the first that of the universe. */
export const lineColours = (own: string): string[] => [
  own,
  ...[paper.good, '#b23c17', '#7a1fa2', paper.warning, '#00627a', '#b0126b', paper.muted],
]
