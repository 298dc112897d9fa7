import type { Localised } from '@kaiku/core/localised.ts'
import type { StoredView } from '../dictionary/dictionary.ts'
import type { QueryContext } from '../figure/query-context.ts'
import { literal } from '../selection/sql.ts'

type Speaking = Pick<QueryContext, 'translate' | 'locale'>
type Names = ReadonlyMap<string, Localised>

/** What was put in order, for each language: a view may have 200,000 places. */
const known = new WeakMap<object, Map<string, string>>()

function once(of: object, locale: string, make: () => string): string {
  const kept = known.get(of) ?? new Map<string, string>()
  known.set(of, kept)
  const found = kept.get(locale) ?? make()
  kept.set(locale, found)
  return found
}

// One text is read at once, where a list of as many values takes ClickHouse several times as long to understand.
const split = (separator: string, values: readonly string[]) =>
  `splitByChar(${literal(separator)}, ${literal(values.join(separator))})`
const ranks = (count: number) => `range(1, ${count + 1})`

/** The rank of each node of a view by names as they are shown, from the root down; equal names by number. */
export function nodeRank({ tree, column }: StoredView, { translate, locale }: Speaking): string {
  return once(tree, `${column} ${locale}`, () => {
    const { compare } = new Intl.Collator(locale, { numeric: true })
    const named = [...tree.nodes.keys()].map((node) => ({
      node,
      names: tree.line(node).map((one) => translate(one.name)),
    }))
    named.sort((a, b) => {
      const at = a.names.findIndex((name, depth) => name !== b.names[depth])
      return at < 0 ? a.names.length - b.names.length : compare(a.names[at] ?? '', b.names[at] ?? '')
    })
    if (named.length === 0) return '0'
    const nodes = split(
      ',',
      named.map(({ node }) => String(node)),
    )
    return `transform(${column}, arrayMap(node -> toInt32(node), ${nodes}), ${ranks(named.length)}, 0)`
  })
}

/** The rank of the ids that a text holds by the names of the places that they are of; what is of none comes last. */
export function keyRank(text: string, names: Names, { translate, locale }: Speaking): string {
  return once(names, `${text} ${locale}`, () => {
    const { compare } = new Intl.Collator(locale, { numeric: true })
    const named = [...names].map(([id, name]) => ({ id, name: translate(name) || id }))
    named.sort((a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
    const ids = split(
      '\0',
      named.map(({ id }) => id),
    )
    return `transform(${text}, ${ids}, ${ranks(named.length)}, ${named.length + 1})`
  })
}
