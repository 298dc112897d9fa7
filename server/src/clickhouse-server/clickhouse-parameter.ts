/**
 * A bound value as it stands in an HTTP request, in ClickHouse's "escaped" text, made into what chDB turns back into
 * the same text: chDB escapes a text by itself, but writes an array from its parts.
 */
export function boundValue(wire: string): unknown {
  if (wire === '\\N') return null
  return wire.startsWith('[') && wire.endsWith(']') ? new WrittenArray(wire.slice(1, -1)) : unescaped(wire)
}

/** An array whose elements are escaped already. */
class WrittenArray extends Array<never> {
  readonly #parts: string
  constructor(parts: string) {
    super()
    this.#parts = parts
  }
  override map<T>(): T[]
  override map(): string[] {
    return [this.#parts]
  }
}

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '0': '\0' }

const unescaped = (wire: string): string =>
  wire.replace(/\\([\s\S])/g, (_, letter: string) => escapes[letter] ?? letter)

/** Tuples and maps would have to be taken apart to be bound; nothing asks for them. */
export const hasUnboundType = (sql: string): boolean => /\{\s*\w+\s*:\s*(Tuple|Map|Nested)\s*\(/.test(sql)
