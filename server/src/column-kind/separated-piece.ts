/** A cell's text, in how many rows it stands, and its pieces. */
export type Cut = { readonly text: string; readonly n: number; readonly pieces: readonly string[] }

const open = new Set(['(', '[', '{'])
const close = new Set([')', ']', '}'])

/** The pieces of a cell, cut outside of brackets; at each separator where brackets do not close. */
export function cutAt(text: string, separator: string): string[] {
  const pieces: string[] = []
  let depth = 0
  let piece = ''
  for (const letter of text) {
    if (open.has(letter)) depth++
    else if (close.has(letter)) depth--
    if (letter === separator && depth === 0) {
      pieces.push(piece)
      piece = ''
    } else piece += letter
  }
  const all = depth === 0 ? [...pieces, piece] : text.split(separator)
  return all.map((one) => one.trim()).filter((one) => one !== '')
}

const fewestPairs = 3

/** Pieces that never stand without each other are one option that contains the separator: `Yes, always`. */
export function joinedPairs(cuts: readonly Cut[], separator: string): Cut[] {
  if (separator !== ',') return [...cuts]
  const single = new Map<string, number>()
  const pair = new Map<string, Map<string, number>>()
  for (const { n, pieces } of cuts)
    for (const [at, piece] of pieces.entries()) {
      single.set(piece, (single.get(piece) ?? 0) + n)
      const next = pieces[at + 1]
      if (next === undefined) continue
      const after = pair.get(piece) ?? new Map<string, number>()
      after.set(next, (after.get(next) ?? 0) + n)
      pair.set(piece, after)
    }
  const follower = new Map(
    [...pair].flatMap(([piece, after]) => {
      const [next, n = 0] = [...after][0] ?? []
      const always = after.size === 1 && next !== undefined && next !== piece && n >= fewestPairs
      return always && single.get(piece) === n && single.get(next) === n ? [[piece, next] as const] : []
    }),
  )
  if (follower.size === 0) return [...cuts]
  return cuts.map(({ text, n, pieces }) => {
    const whole: string[] = []
    for (let at = 0; at < pieces.length; at++) {
      let piece = pieces[at] ?? ''
      for (let last = piece; follower.get(last) === pieces[at + 1] && pieces[at + 1] !== undefined; at++) {
        last = pieces[at + 1] ?? ''
        const tight = `${piece}${separator}${last}`
        piece = text.includes(tight) ? tight : `${piece}${separator} ${last}`
      }
      whole.push(piece)
    }
    return { text, n, pieces: whole }
  })
}
