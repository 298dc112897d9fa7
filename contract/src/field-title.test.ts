import { expect, it } from 'vitest'
import { z } from 'zod'
import { definitionFiles } from './definition.ts'
import { fieldTitles } from './field-title.rows.ts'

/** The names of all entries in a schema. */
function keysIn(schema: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof schema !== 'object' || schema === null) return found
  if ('properties' in schema && typeof schema.properties === 'object')
    for (const key of Object.keys(schema.properties ?? {})) found.add(key)
  for (const part of Object.values(schema)) keysIn(part, found)
  return found
}

it.each(Object.entries(definitionFiles))('every entry of %s has a title', (_, file) => {
  const written = z.toJSONSchema(file, { io: 'input' })
  expect([...keysIn(written)].filter((key) => !Object.hasOwn(fieldTitles, key))).toEqual(['$schema'])
})
