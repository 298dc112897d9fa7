import type { ReactNode } from 'react'
import type { Mentionable } from './mentioned.ts'

/** A note in which those who were told of it stand out. */
export function WithMentions({ text, people }: { text: string; people: readonly Mentionable[] }) {
  const names = people.map(({ name }) => `@${name}`.toLowerCase())
  const parts: ReactNode[] = []
  for (let rest = text; rest !== ''; ) {
    const found = names
      .map((name) => ({ name, at: rest.toLowerCase().indexOf(name) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at || b.name.length - a.name.length)[0]
    const end = found?.at ?? rest.length
    parts.push(rest.slice(0, end))
    if (found) parts.push(<b key={rest.length}>{rest.slice(end, end + found.name.length)}</b>)
    rest = rest.slice(end + (found?.name.length ?? 0))
  }
  return parts
}
