import { sha256 } from './sha-256.ts'

// A token has a "=" in it, so a "~" followed by digits alone is none.
const pattern = /^~[0-9a-f]{40}$/

const longestWritten = 4096
// A UTF-16 unit takes nine characters of an address at most: three bytes, each with a percent sign.
const widest = 9

/** Whether a token takes more than 4 kB of an address. */
export const isLong = (token: string): boolean =>
  token.length > longestWritten ||
  (token.length * widest > longestWritten &&
    encodeURI(token.replace(/\p{Surrogate}/gu, '\ufffd')).length > longestWritten)

/** What an address says instead of a canonical token: equal for equal selections. */
export const referenceTo = (token: string): string => `~${sha256(token).slice(0, 40)}`

/** What an address says for a canonical token: the token, or its reference where it is long. */
export const writtenAs = (token: string): string => (isLong(token) ? referenceTo(token) : token)

/** The reference in a filtered drill path, and the path without it; null: there is none. */
export function referenceIn(filtered: string): { path: string; reference: string } | null {
  const end = filtered.indexOf(';')
  const reference = end < 0 ? '' : filtered.slice(end + 1)
  return pattern.test(reference) ? { path: filtered.slice(0, end), reference } : null
}
