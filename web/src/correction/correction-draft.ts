import type { Correctable, CorrectedValue } from '@kaiku/contract/correction.ts'

/** What was entered so far, by question; null: no answer. */
export type Typed = ReadonlyMap<string, CorrectedValue>

export const isSame = (one: CorrectedValue, other: CorrectedValue): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** What stands in the field of a question. */
export const shownValue = (typed: Typed, { id, value }: Pick<Correctable, 'id' | 'value'>): CorrectedValue =>
  typed.get(id) ?? (typed.has(id) ? null : value)

/** What is sent: only answers that differ, each with the one it replaces. */
export const changesOf = (questions: readonly Pick<Correctable, 'id' | 'value'>[], typed: Typed) =>
  questions.flatMap((question) => {
    const value = shownValue(typed, question)
    return isSame(value, question.value) ? [] : [{ question: question.id, before: question.value, value }]
  })

export const textOf = (value: CorrectedValue): string =>
  value === null ? '' : typeof value === 'object' ? value.join(', ') : String(value)

/** Text, a date or one code; null where nothing but blanks is left. */
export const fromText = (text: string): string | null => (text.trim() === '' ? null : text)

export const fromNumber = (text: string): number | null => (text === '' ? null : Number(text))

/** Several codes; null: none. */
export const fromCodes = (codes: readonly string[]): string[] | null => (codes.length === 0 ? null : [...codes])

/** Codes written one after the other. */
export const fromCodeText = (text: string): string[] | null =>
  fromCodes(text.split(',').flatMap((code) => code.trim() || []))

type Choice = Correctable['choices'][number]

/** The steps of a scale, and its codes beside them; those with a name say it. */
export function scaleChoices({ min, max, choices }: Pick<Correctable, 'min' | 'max' | 'choices'>): Choice[] {
  const steps = min === null || max === null ? [] : Array.from({ length: max - min + 1 }, (_, at) => String(min + at))
  const named = new Map(choices.map(({ code, title }) => [code, `${code} · ${title}`]))
  return [...new Set([...steps, ...named.keys()])].map((code) => ({ code, title: named.get(code) ?? code }))
}
