/** A word of a folded text, or what stands between words and ends something: a comma, or the end of a sentence. */
export type Word = { readonly text: string; readonly is: 'word' | 'comma' | 'end' }

const tokens =
  /\p{N}+(?:[.,:]\p{N}+)+|[\p{L}\p{N}]+(?:['’:]\p{L}+)?|[£€$]|\p{Extended_Pictographic}|[:;]-?(?:[()]|d(?!\p{L}))|[.!?;\n…]+|,|[-–—]\s|<3/gu
const ends = /^[.!?;\n…]+$/
const smiley = /^[:;]-/

/**
 * The words of a folded text in order, emoji and smileys among them. A hyphen parts words: check-in is two. A number
 * keeps its points, a word what a colon adds to it (tv:n).
 */
export function wordsOf(folded: string): Word[] {
  return (folded.match(tokens) ?? []).map((text): Word => {
    if (text === ',' || /^[-–—]/.test(text)) return { text: ',', is: 'comma' }
    if (smiley.test(text)) return { text: text.replace('-', ''), is: 'word' }
    return { text: text.replace('’', "'"), is: ends.test(text) ? 'end' : 'word' }
  })
}
