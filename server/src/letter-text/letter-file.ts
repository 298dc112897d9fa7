import type { LetterContent } from '@kaiku/contract/letter.ts'
import { letterWindows } from '@kaiku/core/letter-window.ts'
import { lettersOf } from '../document/document.ts'
import type { LetterFile, OneLetter } from '../document/letter.ts'

/** Of the universe, as it was when letters were sent. */
export type LetterLook = { readonly title: string; readonly colour: string; readonly logo: string }

/** Where a sheet that goes into an envelope is folded, in millimetres from its upper edge. */
const folds = { a4: { dinA: [87, 192], other: [105, 210] }, letter: [93.1, 186.3] } as const

/** How letters are laid out. `title`: what the file is called within. */
export function letterFile(
  content: LetterContent,
  look: LetterLook,
  { title, locale }: { readonly title: string; readonly locale: string },
  letters: readonly OneLetter[],
): LetterFile {
  const { layout, paper, background, isDuplex } = content
  const marks = paper === 'letter' ? folds.letter : layout === 'dinA' ? folds.a4.dinA : folds.a4.other
  return {
    title,
    locale,
    paper,
    colour: look.colour,
    logo: content.hasLogo ? look.logo : '',
    logoAt: layout === 'right' ? 'left' : 'right',
    sender: content.sender,
    window: letterWindows[layout],
    folds: content.hasFolds ? marks : [],
    background,
    isDuplex,
    letters,
  }
}

/** The same, set. */
export const setLetters = (
  ...[content, look, called, letters, signal]: [...Parameters<typeof letterFile>, AbortSignal]
) => lettersOf(letterFile(content, look, called, letters), signal)
