/** Somebody whom a note may mention. */
export type Mentionable = { readonly userId: string; readonly name: string }

/** An @ that begins a word. */
const at = /(?<=^|[\s(])@(?=[^\s@])/g
/** What stands behind each of them, itself first. */
const written = (text: string) => [...text.matchAll(at)].map(({ index }) => text.slice(index))
const wordEnd = /^$|^[^\p{L}\p{N}]/u

/** How the names in a note begin, each once: the first word behind an @. Addresses of mail are none. */
export const firstWords = (text: string): string[] => [...new Set(written(text).map((rest) => wordOf(rest).slice(1)))]

/** The first word, without the stop that ends its sentence. */
const wordOf = (text: string) => /^\S*?(?=[.,:;!?)]*(?:\s|$))/.exec(text)?.[0] ?? text

/** The longest of the names that a text begins with. */
function nameAtStart(rest: string, people: readonly Mentionable[]): string | null {
  const text = rest.toLowerCase()
  const fitting = people
    .map(({ name }) => name.toLowerCase())
    .filter((name) => name !== '' && text.startsWith(name) && wordEnd.test(text.slice(name.length)))
  return fitting.sort((a, b) => b.length - a.length)[0] ?? null
}

/**
 * Whom a note mentions, and what stands behind an @ but names nobody of them. Where several share a name, those who were
 * `picked` are meant, else all of them.
 */
export function mentionsIn(text: string, people: readonly Mentionable[], picked: ReadonlySet<string> = new Set()) {
  const told = new Set<string>()
  const unknown = new Set<string>()
  for (const rest of written(text)) {
    const found = nameAtStart(rest.slice(1), people)
    if (found === null) unknown.add(wordOf(rest))
    const named = people.filter(({ name }) => name.toLowerCase() === found)
    const meant = named.filter(({ userId }) => picked.has(userId))
    for (const { userId } of meant.length > 0 ? meant : named) told.add(userId)
  }
  return { told: [...told], unknown: [...unknown] }
}

/** The name that is being written behind an @ before the cursor, with where it begins; null: none is. */
export function writing(text: string, cursor: number): { from: number; name: string } | null {
  const [, name] = /(?:^|[\s(])@([^\n@]{0,40})$/.exec(text.slice(0, cursor)) ?? []
  return name === undefined ? null : { from: cursor - name.length - 1, name }
}
