import type { WrittenPage } from '@kaiku/contract/page-draft.ts'

/** A component as it is written in a page. */
export type WrittenComponent = Readonly<Record<string, unknown>>

const isWritten = (value: unknown): value is WrittenComponent => typeof value === 'object' && value !== null

export const componentsOf = (page: WrittenPage | undefined): readonly WrittenComponent[] =>
  Array.isArray(page?.components) ? page.components.filter(isWritten) : []

export const nameOf = (page: WrittenPage): string => (typeof page.extname === 'string' ? page.extname : '')

/** A list with one item elsewhere; the others keep their order. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const item = list[from]
  const place = Math.max(0, Math.min(list.length - 1, to))
  if (item === undefined || place === from) return list
  const rest = list.filter((_, at) => at !== from)
  return [...rest.slice(0, place), item, ...rest.slice(place)]
}

export const without = <T>(list: readonly T[], at: number): readonly T[] => list.filter((_, index) => index !== at)
export const inserted = <T>(list: readonly T[], at: number, item: T): readonly T[] => [
  ...list.slice(0, at),
  item,
  ...list.slice(at),
]
export const replaced = <T>(list: readonly T[], at: number, item: T): readonly T[] =>
  list.map((one, index) => (index === at ? item : one))

/** An object with a property changed; undefined and the value it has without being said leave it out. */
export function withProperty<T extends WrittenComponent>(
  object: T,
  name: string,
  value: unknown,
  initial?: unknown,
): T {
  const { [name]: before, ...rest } = object
  const next = value === undefined || value === initial ? rest : { ...object, [name]: value }
  return (JSON.stringify(before) === JSON.stringify(value) ? object : next) as T
}

export const narrowest = 3
export const widest = 12

/** A name for a page's address made of its title, that no other page has. */
export function freshName(title: string, taken: readonly string[]): string {
  const plain = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  const stem = plain === '' ? 'page' : plain
  if (!taken.includes(stem)) return stem
  let number = 2
  while (taken.includes(`${stem}-${number}`)) number += 1
  return `${stem}-${number}`
}
