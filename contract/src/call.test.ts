import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Call } from './call.ts'

const directory = new URL('.', import.meta.url)
const calls: Call[] = []
for (const file of readdirSync(directory).filter((name) => !name.endsWith('.test.ts'))) {
  const module: Record<string, Record<string, Call>> = await import(new URL(file, directory).href)
  for (const [name, group] of Object.entries(module)) if (name.endsWith('Calls')) calls.push(...Object.values(group))
}

type Schema = Record<string, unknown>
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null
const mostInteger = 2 ** 31

/** Where a schema takes a text of any length, or a number that not every store holds. */
function* boundless(schema: Schema, place: string): Generator<string> {
  const { type, minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = schema
  const isWithin = Number(minimum ?? above) >= -mostInteger && Number(maximum ?? below) <= mostInteger
  if (type === 'integer' && !isWithin) yield `${place}: a number`
  const isBounded = ['maxLength', 'pattern', 'format', 'enum', 'const', 'allOf'].some((name) => name in schema)
  if (type === 'string' && !isBounded) yield `${place}: a text`
  for (const [name, inner] of Object.entries(schema)) if (isSchema(inner)) yield* boundless(inner, `${place}.${name}`)
}

it('takes no text without an end and no number that not every store holds', () => {
  const found = calls.flatMap((call) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = call[part]
      if (!schema) return []
      const written = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
      return [...boundless(written, `${call.method} ${call.path} ${part}`)]
    }),
  )
  // The names in a page as somebody writes it: they are looked at one by one, and the body has an end.
  expect(found.filter((one) => !/ page\/.*\.propertyNames: a text$/.test(one))).toEqual([])
  expect(calls.length).toBeGreaterThan(100)
})
