import { fold } from '@kaiku/core/text.ts'
import { reservedNames } from '../definition-check/reserved-name.ts'

const longest = 60
const plain: Readonly<Record<string, string>> = {
  å: 'a',
  ä: 'a',
  ö: 'o',
  ø: 'o',
  æ: 'ae',
  ß: 'ss',
  đ: 'd',
  ł: 'l',
  þ: 'th',
}

/** A text as a name in addresses: `Departure/Arrival time` is `departure-arrival-time`. Empty when it has no Latin letter or digit. */
export const slug = (text: string): string =>
  fold(text)
    .replace(/[^a-z0-9]/g, (letter) => plain[letter] ?? '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, longest)
    .replace(/-$/, '')

/** A name for each header, no two alike; what cannot be written in Latin is named by its position. */
export function slugs(headers: readonly string[]): string[] {
  const taken = new Set<string>(reservedNames)
  return headers.map((header, index) => free(slug(header) || `column-${index + 1}`, taken))
}

/** The name, or the first numbered form of it that is not taken; takes it. */
export function free(name: string, taken: Set<string>): string {
  let found = name
  for (let i = 2; taken.has(found); i++) found = `${name}-${i}`
  taken.add(found)
  return found
}
