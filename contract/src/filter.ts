import { type FilterFlag, filterKinds } from '@kaiku/core/filter-kind.ts'
import { z } from 'zod'
import { call } from './call.ts'
import { localised, name } from './localised.ts'

const flag = z.boolean().optional()
export const filterFlags = z.strictObject({
  range: flag,
  today: flag,
  dateRef: flag,
  dateInterval: flag,
  tableDate: flag,
  /** Of Kaiku’s own filter alone. */
  campaign: flag,
  multipleSelections: flag,
  serverSide: flag,
  dropdown: flag,
  exclude: flag,
  submatch: flag,
} satisfies Record<FilterFlag, typeof flag>)

/** A filter as configured: whose answers it looks at and how it is offered. */
export const configFilter = filterFlags
  .extend({
    extName: name,
    title: localised,
    /** The question it looks at. A time filter named `ftime` looks at the date role, a tableDate at contact and date. */
    question: name.optional(),
    /** Only these options, in this order; absent: all that the data holds. */
    options: z.array(z.strictObject({ extName: z.string().min(1), title: localised })).optional(),
  })
  .meta({ id: 'FilterDefinition' })

export const filterGroup = z.strictObject({
  title: localised,
  expanded: z.boolean().default(true),
  ungrouped: z.boolean().default(false),
  flatten: z.boolean().default(false),
  filters: z.array(configFilter).min(1),
})
const filterSet = z.strictObject({ filterGroups: z.array(filterGroup) })

/** `filters.json` */
export const filtersFile = z.strictObject({ $schema: z.string().optional(), standard: filterSet, time: filterSet })
export type FiltersFile = z.output<typeof filtersFile>

/** An option as the viewer sees it. `n`: interviews with it in the present selection without this filter, `<5` when protected. */
export const filterOption = z
  .object({ extName: z.string(), title: z.string(), n: z.union([z.int(), z.string()]).nullable() })
  .meta({ id: 'FilterOption' })

/** A filter as the viewer sees it. `kind`: what its values mean; the flags are the specification's. */
export const filter = filterFlags
  .extend({
    extName: z.string(),
    title: z.string(),
    kind: z.enum(filterKinds),
    question: z.string().nullable(),
    options: z.array(filterOption),
    /** How many options there are; more than `options` holds when the filter is searched on the server. */
    optionCount: z.int(),
    /** A range filter's smallest and largest valid answer, and its histogram. */
    extent: z.object({ min: z.number(), max: z.number() }).nullable(),
    histogram: z.array(z.object({ from: z.number(), to: z.number(), n: z.int() })),
    decimals: z.int(),
  })
  .meta({ id: 'Filter' })
export type Filter = z.output<typeof filter>

export const shownFilterSet = z
  .object({
    loadCount: z.int(),
    filterGroups: z.array(
      z.object({
        title: z.string(),
        expanded: z.boolean(),
        ungrouped: z.boolean(),
        flatten: z.boolean(),
        filters: z.array(filter),
      }),
    ),
  })
  .meta({ id: 'FilterSet' })

const survey = z.string().min(1).max(200)
/** A filtered drill path, `region,all,fi;age=25_64`. Absent: the survey's start path without filters. */
const path = z.string().max(8000).optional()

export const filterCalls = {
  list: call({
    method: 'GET',
    path: 'vuejs/filters/list/:survey/:type',
    inPreview: true,
    summary: 'The standard or the time filters with options that exist in the viewer’s data',
    params: z.strictObject({ survey, type: z.enum(['standard', 'time']) }),
    query: z.strictObject({ path, locale: z.string().max(20).optional() }),
    reply: shownFilterSet,
    kind: 'figures',
  }),
  query: call({
    method: 'GET',
    path: 'vuejs/filters/query/:survey/:filter',
    inPreview: true,
    summary: 'Options of one filter that contain a text',
    params: z.strictObject({ survey, filter: z.string().min(1).max(200) }),
    query: z.strictObject({
      query: z.string().max(200).default(''),
      path,
      limit: z.coerce.number().int().min(1).max(50_000).default(50),
      locale: z.string().max(20).optional(),
    }),
    reply: z.array(filterOption),
    kind: 'figures',
  }),
}
