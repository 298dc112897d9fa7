/**
 * The one writer of values into ClickHouse SQL. Texts become quoted literals in which nothing can end the quote;
 * numbers are whole. Identifiers never pass here: they come from the survey's dictionary.
 */
export function literal(value: string | number | bigint): string {
  if (typeof value === 'string') return `'${value.replace(/[\\'\0]/g, (sign) => escapes[sign] ?? '')}'`
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new RangeError(`not a whole number: ${value}`)
  return String(value)
}
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\0': '\\0' }

export const literals = (values: Iterable<string | number | bigint>) => [...values].map(literal).join(', ')

export const day = (text: string) => `toDate32(${literal(text)})`

export const and = (parts: readonly string[]) => (parts.length === 0 ? '1' : parts.map(enclosed).join(' and '))
export const or = (parts: readonly string[]) => (parts.length === 0 ? '0' : parts.map(enclosed).join(' or '))
const enclosed = (part: string) => (/^[\w.]+(\([^()]*\))?$/.test(part) ? part : `(${part})`)

/** Membership of whole numbers, written as intervals where that is shorter: comparing is faster than looking up. */
export function oneOf(expression: string, numbers: Iterable<number | bigint>): string {
  const sorted = [...new Set([...numbers].map(BigInt))].sort((a, b) => (a < b ? -1 : 1))
  const runs: { from: bigint; to: bigint }[] = []
  for (const number of sorted) {
    const last = runs.at(-1)
    if (last && number === last.to + 1n) last.to = number
    else runs.push({ from: number, to: number })
  }
  if (runs.length > longestChain) return `${expression} in (${literals(sorted)})`
  return or(
    runs.map(({ from, to }) =>
      from === to ? `${expression} = ${from}` : `${expression} >= ${from} and ${expression} <= ${to}`,
    ),
  )
}
const longestChain = 3

/** How many interviews, or of them those that meet a condition: what was replaced or erased is taken back by its sign. */
export const countOf = (condition = '1') => (condition === '1' ? 'sum(sign)' : `sum(sign * (${condition}))`)
