import { z } from 'zod'
import { definitionChange } from './backend.ts'
import { call } from './call.ts'
import { day, name } from './localised.ts'
import { version } from './version.ts'
import { configNode, placePlan } from './view.ts'

const survey = z.string().min(1).max(200)
const inView = z.strictObject({ survey, view: z.string().min(1).max(80) })
const mostPlaces = 200_000
const nodes = z.array(configNode).max(mostPlaces)
const sentNodes = z.array(configNode.extend({ parent: z.string().max(200).optional() })).max(mostPlaces)

/** The tree of a view, and the plans of what it may become. */
const written = z.object({ nodes, plans: z.array(placePlan) }).meta({ id: 'PlaceTree' })
export type WrittenTree = z.output<typeof written>

/** Places as they are now, and the ids of those that are gone. */
const patch = z.strictObject({ put: sentNodes, gone: z.array(z.string().max(200)).max(mostPlaces) })

/** What somebody changed since a published version; plans that are not named stay as they are. */
const change = z.strictObject({
  ...patch.shape,
  plans: z
    .array(
      z.strictObject({
        id: name,
        /** Null: the plan is dropped. Its places are told by what differs from the published ones, of a new plan from today’s. */
        to: placePlan.omit({ nodes: true, id: true }).extend(patch.shape).nullable(),
      }),
    )
    .max(20),
})
export type TreeChange = z.output<typeof change>

const known = {
  /** The draft of `views.json` as the caller knows it, 0 for none; another one is a conflict. */
  revision: version,
  /** The published version that the change is held against. */
  version: version.min(1),
}

const head = z
  .object({ revision: z.int(), by: z.string(), at: z.iso.datetime(), version: z.int() })
  .meta({ id: 'PlaceDraft' })

const fault = z
  .object({
    /** `views[0].nodes[3].parent` */
    place: z.string(),
    expected: z.string(),
    found: z.string(),
    /** The id of the place it is about; null: of none. */
    id: z.string().nullable(),
  })
  .meta({ id: 'PlaceFault' })

/** What names a place of the view, so that other people see more or less when the tree is another. */
const concerned = z
  .object({
    kind: z.enum(['role', 'assignment', 'screen', 'schedule']),
    /** Of a role, of who has one, of a big screen, of a schedule. */
    title: z.string(),
    /** Ids from below the root. */
    path: z.array(z.string()),
    /** Places below it that it does not reach any more, and that it reaches now. */
    lost: z.int(),
    gained: z.int(),
    /** The path leads to no place any more. */
    leadsNowhere: z.boolean(),
  })
  .meta({ id: 'PlaceConcern' })
export type PlaceConcern = z.output<typeof concerned>

/** Why a view made of answers cannot be arranged by hand without another figure. */
export const arrangeFaults = ['sameId', 'inner', 'elsewhere', 'protected', 'type'] as const

export const placeRowFaults = [
  'noId',
  'sameId',
  'parent',
  'circle',
  'noName',
  'order',
  'day',
  'days',
  'into',
  'code',
  'long',
  'unreadable',
] as const

/** A cell of a table of places that cannot be taken. */
const rowFault = z
  .object({ line: z.int(), column: z.string(), value: z.string(), reason: z.enum(placeRowFaults) })
  .meta({ id: 'PlaceRowFault' })
export type PlaceRowFault = z.output<typeof rowFault>

export const placeTreeCalls = {
  open: call({
    method: 'GET',
    path: 'place/tree/:survey/:view',
    summary: 'The tree of a view as it is published and as it is written, with what the answers say of its places',
    params: inView,
    query: z.strictObject({ locale: z.string().max(20).optional() }),
    reply: z.object({
      /** The published version. */
      version: z.int(),
      view: z.string(),
      views: z.array(z.object({ extName: z.string(), title: z.string(), isTable: z.boolean() })),
      rootTitle: z.string(),
      /** What the question is called whose answers name places; of a view made of answers, the last one. */
      keyTitle: z.string(),
      levelTitles: z.array(z.string()),
      /** Languages that names have, the survey's own first. */
      locales: z.array(z.string()),
      /** As of today in the universe's zone. */
      today: day,
      published: written,
      /** What is drafted, laid onto what is published now; null: there is no draft. */
      draft: head.extend({ tree: written, isBehind: z.boolean() }).nullable(),
      /** Interviews by the answer they gave to the key, the most frequent ones; null: the viewer may not know. */
      answers: z.array(z.tuple([z.string(), z.int()])).nullable(),
      /** The same of rows that imports refused because no place is called so; not all of them are remembered. */
      refused: z.array(z.tuple([z.string(), z.int()])).nullable(),
      /** A view made of answers: why it cannot be arranged by hand, with an example; null: it can, or is so already. */
      arrangeFault: z.object({ why: z.enum(arrangeFaults), example: z.string() }).nullable(),
    }),
    needs: 'editConfiguration',
  }),
  save: call({
    method: 'PUT',
    path: 'place/tree/:survey/:view',
    summary: 'Keep a changed tree as the draft of `views.json`, finished or not',
    params: inView,
    body: z.strictObject({ change, ...known }),
    reply: head,
    largestBody: 32_000_000,
    needs: 'editConfiguration',
  }),
  arrange: call({
    method: 'POST',
    path: 'place/arrange/:survey/:view',
    summary: 'Make a tree of a view that is made of answers, as a draft, with the same places and figures',
    params: inView,
    body: z.strictObject(known),
    reply: head,
    needs: 'editConfiguration',
  }),
  check: call({
    method: 'POST',
    path: 'place/check/:survey/:view',
    summary: 'What is wrong with a changed tree, what else publishing it would change, and who would see more or less',
    params: inView,
    body: z.strictObject({ change, ...known }),
    reply: z.object({
      /** The first of them, as many as a person reads. */
      faults: z.array(fault),
      /** What the draft changes beside this tree. */
      others: z.array(definitionChange),
      concerned: z.array(concerned),
    }),
    largestBody: 32_000_000,
    needs: 'editConfiguration',
    changesNothing: true,
  }),
  publish: call({
    method: 'POST',
    path: 'place/publish/:survey/:view',
    summary: 'Make a changed tree part of the next version of `views.json`; the draft is done with',
    params: inView,
    body: z.strictObject({ change, ...known }),
    reply: z.object({
      version: z.int(),
      /** Interviews that were placed anew. */
      moved: z.int(),
    }),
    largestBody: 32_000_000,
    needs: 'editConfiguration',
  }),
  file: call({
    method: 'GET',
    path: 'place/file/:survey/:view',
    summary: 'The tree of a view as it is written, or one of its plans, as a workbook',
    params: inView,
    query: z.strictObject({ plan: z.string().max(80).optional() }),
    reply: z.string(),
    kind: 'file',
    needs: 'editConfiguration',
  }),
  read: call({
    method: 'POST',
    path: 'place/file/:survey/:view',
    summary: 'Read a workbook or table of places (multipart field `file`); nothing is kept',
    params: inView,
    reply: z.object({
      file: z.string(),
      nodes,
      /** The first thousand. */
      faults: z.array(rowFault),
      /** Columns that mean nothing. */
      ignored: z.array(z.string()),
    }),
    kind: 'upload',
    needs: 'editConfiguration',
    changesNothing: true,
  }),
}
