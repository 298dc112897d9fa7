import { type DefinitionFile, definitionFiles } from '@kaiku/contract/definition.ts'
import { fieldTitles } from '@kaiku/contract/field-title.rows.ts'
import { titleIn } from '@kaiku/contract/field-title.ts'
import { valueTitles } from '@kaiku/contract/value-title.ts'
import { z } from 'zod'

type Schema = Record<string, unknown>
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON Schema of a file of a definition, its entries and values with titles in a language. */
export function titledSchema(file: DefinitionFile, locale: string): Schema {
  const written: Schema = z.toJSONSchema(definitionFiles[file], { io: 'input', target: 'draft-2020-12' })
  addTitles(written, locale)
  return Object.assign({ title: `Kaiku: ${file}` }, written)
}

function addTitles(schema: unknown, locale: string): void {
  if (Array.isArray(schema)) for (const one of schema) addTitles(one, locale)
  if (!isSchema(schema)) return
  const { properties } = schema
  for (const [key, part] of Object.entries(schema)) if (key !== 'properties') addTitles(part, locale)
  if (isSchema(properties)) for (const [key, one] of Object.entries(properties)) titleProperty(key, one, locale)
}

function titleProperty(key: string, property: unknown, locale: string): void {
  if (!isSchema(property)) return
  addTitles(property, locale)
  const titles = Object.hasOwn(fieldTitles, key) ? fieldTitles[key] : undefined
  if (titles) property.title = titleIn(titles, locale)
  const values = Object.hasOwn(valueTitles, key) ? valueTitles[key] : undefined
  const told = (value: unknown) => {
    const known = values && typeof value === 'string' && Object.hasOwn(values, value) ? values[value] : undefined
    return known ? titleIn(known, locale) : String(value)
  }
  if (values && Array.isArray(property.enum)) property.enumDescriptions = property.enum.map(told)
  const { items } = property
  if (values && isSchema(items) && Array.isArray(items.enum)) items.enumDescriptions = items.enum.map(told)
  if (values && 'const' in property) property.enumDescriptions = [told(property.const)]
}
