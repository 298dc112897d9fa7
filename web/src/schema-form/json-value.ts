import { layOut } from '@kaiku/core/json-layout.ts'

/** What a text says, nothing where it is empty; null: it is no JSON object. */
export function readText(text: string): Readonly<Record<string, unknown>> | null {
  if (text.trim() === '') return {}
  try {
    const read: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? Object.fromEntries(Object.entries(read))
      : null
  } catch {
    return null
  }
}

/** A value as the text laid out as Kaiku does. */
export const writeText = (value: unknown): string => `${layOut(value)}\n`

export type Path = readonly (string | number)[]

/** A value with another one at a place, undefined for none. */
export function withAt(value: unknown, [step, ...rest]: Path, next: unknown): unknown {
  if (step === undefined) return next
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    const at = Number(step)
    if (next === undefined && rest.length === 0) return items.filter((_, i) => i !== at)
    return items.map((one, i) => (i === at ? withAt(one, rest, next) : one))
  }
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {})
  const before = entries.find(([key]) => key === step)?.[1]
  const inner = withAt(before, rest, next)
  if (inner === undefined) return Object.fromEntries(entries.filter(([key]) => key !== step))
  const isNew = !entries.some(([key]) => key === step)
  const kept = entries.map(([key, one]): [string, unknown] => [key, key === step ? inner : one])
  return Object.fromEntries(isNew ? [...kept, [String(step), inner]] : kept)
}

/** A place as faults name it: `indicators[3].title`. */
export const placeOf = (path: Path): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    if (!/^[\w$-]+$/.test(step)) return `${text}[${JSON.stringify(step)}]`
    return text === '' ? step : `${text}.${step}`
  }, '')
