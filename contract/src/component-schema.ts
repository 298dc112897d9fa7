import { z } from 'zod'
import { type Component, component } from './page.ts'
import type { QuestionType } from './question.ts'

/** What a property that is a name must be the name of. */
type Naming =
  | { readonly names: 'indicator' }
  | {
      readonly names: 'question'
      readonly types: readonly QuestionType[]
      /** Only a question with this role. */
      readonly role?: 'comment'
      /** What is said about an interview beside its answers has names, too. */
      readonly attributes?: boolean
      /** Its answers make the groups of what is told. */
      readonly groups?: boolean
    }

/** One property in JSON Schema, with what a name in it names. */
export type PropertySchema = {
  readonly $ref?: string
  readonly type?: string
  readonly const?: string
  readonly enum?: readonly string[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  /** A text of a language of programs. */
  readonly language?: 'sql'
  readonly maxItems?: number
  readonly pattern?: string
  readonly items?: PropertySchema
  readonly anyOf?: readonly PropertySchema[]
  readonly properties?: Readonly<Record<string, PropertySchema>>
} & (Naming | { readonly names?: never })
export type ComponentSchema = {
  readonly properties: Readonly<Record<string, PropertySchema>>
  readonly required: readonly string[]
}
type Written = { $defs: Record<string, PropertySchema> & { Component: { oneOf: ComponentSchema[] } } }

const { $defs } = z.toJSONSchema(component, { io: 'input' }) as unknown as Written

/** What each type of component may say, as JSON Schema, by type: forms are made from it. */
export const componentSchemas: ReadonlyMap<string, ComponentSchema> = new Map(
  $defs.Component.oneOf.map((one) => [one.properties.type?.const ?? '', one]),
)

/** A name that a component says, and where it says it. */
export type SaidName = Naming & { readonly name: string; readonly place: readonly (string | number)[] }

/** Every name of something of the survey that a component says. */
export const namesIn = (said: Component): readonly SaidName[] =>
  namesOf(said, { properties: componentSchemas.get(said.type)?.properties ?? {} }, [])

function namesOf(value: unknown, schema: PropertySchema, place: SaidName['place']): readonly SaidName[] {
  const { $ref, anyOf, items, properties = {} } = schema
  const resolved = $ref === undefined ? undefined : $defs[$ref.replace('#/$defs/', '')]
  if (resolved) return namesOf(value, resolved, place)
  if (anyOf) return anyOf.flatMap((one) => namesOf(value, one, place))
  if (typeof value === 'string') return schema.names === undefined ? [] : [{ ...schema, name: value, place }]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return items ? value.flatMap((one, at) => namesOf(one, items, [...place, at])) : []
  return Object.entries(value).flatMap(([key, own]) => {
    const property = properties[key]
    return property ? namesOf(own, property, [...place, key]) : []
  })
}
