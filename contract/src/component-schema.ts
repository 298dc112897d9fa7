import { z } from 'zod'
import { component } from './page.ts'

/** One property in JSON Schema, with what a name in it names. */
export type PropertySchema = {
  readonly $ref?: string
  readonly type?: string
  readonly const?: string
  readonly enum?: readonly string[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly names?: string
  readonly types?: readonly string[]
  readonly items?: PropertySchema
  readonly anyOf?: readonly PropertySchema[]
}
export type ComponentSchema = {
  readonly properties: Readonly<Record<string, PropertySchema>>
  readonly required: readonly string[]
}
type Written = { $defs: { Component: { oneOf: ComponentSchema[] } } }

/** What each type of component may say, as JSON Schema, by type: forms are made from it. */
export const componentSchemas: ReadonlyMap<string, ComponentSchema> = new Map(
  (z.toJSONSchema(component, { io: 'input' }) as unknown as Written).$defs.Component.oneOf.map((one) => [
    one.properties.type?.const ?? '',
    one,
  ]),
)
