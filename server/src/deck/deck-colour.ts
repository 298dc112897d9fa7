import type { Look } from '../document/document-content.ts'

/** Colours as on paper. */
export const ink = '#14171f'
export const muted = '#566070'
export const hair = '#e3e6eb'
export const sunken = '#eef0f3'
export const white = '#ffffff'
/** Of whoever chose none. */
export const usualColour = '#0000c8'

/** As the library takes them. */
export const bare = (colour: string): string => colour.replace('#', '').toUpperCase()

/** How a text is told beside its words. */
export const lookOf = (look: Look | undefined) => {
  if (look === 'good') return { color: bare('#00705a') }
  if (look === 'bad') return { color: bare('#be0000') }
  if (look === 'strong') return { color: bare(ink), bold: true }
  if (look === undefined) return { color: bare(ink) }
  return { color: bare(muted), italic: look !== 'muted' }
}

/** One line of several has a colour that no other has; the first that of the universe. */
export const lineColours = (own: string): string[] => [
  own,
  ...['#00705a', '#b23c17', '#7a1fa2', '#7d5a00', '#00627a', '#b0126b', '#566070'],
]
