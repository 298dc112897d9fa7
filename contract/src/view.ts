import { z } from 'zod'
import { day, localised, name } from './localised.ts'

/** A place in a hierarchy of its own. `parent` absent: directly under the root. */
export const configNode = z.strictObject({
  id: z.string().min(1).max(200),
  parent: z.string().optional(),
  name: localised,
  order: z.number().optional(),
  validFrom: day.optional(),
  validTo: day.optional(),
  /** Further answers of the key that mean this place, such as codes of other systems. */
  codes: z.array(z.string().min(1).max(200)).max(100).optional(),
  /** The id of the place that this one became part of: its interviews count there. */
  mergedInto: z.string().max(200).optional(),
  /** Where it stood before, the oldest first: up to and with a day below `parent` (absent: right below the root). */
  moves: z
    .array(z.strictObject({ until: day, parent: z.string().max(200).optional() }))
    .max(100)
    .optional(),
})
export type ConfigNode = z.output<typeof configNode>

/** A tree that is planned: the same places otherwise arranged. Figures may be seen by it, rights go by today's. */
export const placePlan = z.strictObject({
  id: name,
  title: localised,
  /** The day from which it shall hold. */
  from: day.optional(),
  nodes: z.array(configNode).max(200_000),
})

export type PlacePlan = z.output<typeof placePlan>

const common = {
  extName: name,
  title: localised,
  /** The root's own name in addresses and on the screen. */
  root: z.strictObject({ id: name.default('all'), title: localised }),
}

/** A hierarchy over the interviews, shown as a tab: from the answers to some questions, or from an own table of nodes. */
export const view = z
  .union([
    z.strictObject({
      ...common,
      /** From the top: the answers to these questions. It stops at the first level that has none. */
      levels: z
        .array(z.strictObject({ question: name, title: localised }))
        .min(1)
        .max(12),
    }),
    z.strictObject({
      ...common,
      /** The question whose answer is a node's id. */
      key: name,
      nodes: z.array(configNode).max(200_000),
      /** What the nodes of each depth are called (`Country`, `Region`, `Store`). */
      levelTitles: z.array(localised).default([]),
      plans: z.array(placePlan).max(5).optional(),
    }),
  ])
  .meta({ id: 'ViewDefinition' })
export type View = z.output<typeof view>

/** `views.json` */
export const viewsFile = z.strictObject({ $schema: z.string().optional(), views: z.array(view).min(1).max(20) })
