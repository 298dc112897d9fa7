import { z } from 'zod'
import { call } from './call.ts'
import { removedAnew } from './retention.ts'
import { version, versionInAddress } from './version.ts'

const survey = z.string().min(1).max(200)
const one = z.strictObject({ survey })

/** A survey as its operator sees it. */
export const operatedSurvey = z
  .object({
    universe: z.string(),
    universeTitle: z.string(),
    extName: z.string(),
    title: z.string(),
    version: z.int(),
    loadCount: z.int(),
    /** Interviews in the figures. */
    interviews: z.int(),
    /** Committed changes that no figure shows yet. */
    waiting: z.int(),
    /** Bytes on disk of the figures. */
    bytes: z.int(),
    lastImport: z.object({ file: z.string(), state: z.string(), rows: z.int(), at: z.iso.datetime() }).nullable(),
  })
  .meta({ id: 'OperatedSurvey' })
export type OperatedSurvey = z.output<typeof operatedSurvey>

export const definitionChange = z
  .object({
    file: z.string(),
    /** `indicators[nps].title`; empty: the file itself. */
    place: z.string(),
    /** Null, here and below: nothing. */
    before: z.string().nullable(),
    after: z.string().nullable(),
  })
  .meta({ id: 'DefinitionChange' })

/** A universe as its operator sees it. */
export const operatedUniverse = z
  .object({
    name: z.string(),
    title: z.string(),
    timeZone: z.string(),
    surveys: z.int(),
    members: z.int(),
    /** Members who opened something in the last thirty days; null: the universe does not keep for so long who did. */
    activeMembers: z.int().nullable(),
    /** Interviews in the figures. */
    interviews: z.int(),
    /** Bytes on disk of the figures. */
    bytes: z.int(),
    /** Committed changes that no figure shows yet. */
    waiting: z.int(),
    /** Mails, messages, tasks and the like that are yet to be sent or made, and those that were given up. */
    queued: z.int(),
    givenUp: z.int(),
    /** Errors that its people’s browsers and Kaiku have noted. */
    bugs: z.int(),
    /** Since when nobody is let in; null: people are. */
    suspendedAt: z.iso.datetime().nullable(),
    suspendedBy: z.string(),
    isDeleting: z.boolean(),
  })
  .meta({ id: 'OperatedUniverse' })
export type OperatedUniverse = z.output<typeof operatedUniverse>

/** What operators call a new universe. */
const newUniverse = z.strictObject({
  name: z.string().max(80),
  title: z.string().trim().min(1).max(120),
  timeZone: z.string().max(80),
})

export const backendCalls = {
  universes: call({
    method: 'GET',
    path: 'backend/universes',
    summary: 'Every universe: what it holds, what waits in it and what has failed',
    reply: z.array(operatedUniverse),
    needs: 'openBackend',
  }),
  createUniverse: call({
    method: 'POST',
    path: 'backend/universes',
    summary: 'Make a universe and become its administrator',
    body: newUniverse,
    reply: newUniverse,
    needs: 'openBackend',
  }),
  surveys: call({
    method: 'GET',
    path: 'backend/surveys',
    summary: 'Every survey of every universe: versions, data state, lag, size and last import',
    reply: z.array(operatedSurvey),
    needs: 'openBackend',
  }),
  versions: call({
    method: 'GET',
    path: 'backend/versions/:survey',
    summary: 'The published versions of a survey’s definition, the newest first',
    params: one,
    reply: z.array(z.object({ version: z.int(), at: z.iso.datetime(), by: z.string(), isPublished: z.boolean() })),
    needs: 'editConfiguration',
  }),
  files: call({
    method: 'GET',
    path: 'backend/files/:survey/:version',
    summary: 'The config blocks of a version, as they were written, and what it changed',
    params: z.strictObject({ survey, version: versionInAddress }),
    reply: z.object({
      files: z.array(z.object({ file: z.string(), text: z.string() })),
      /** Against the version before it. */
      changes: z.array(definitionChange),
      /** What publishing this version again would change. */
      changesBack: z.array(definitionChange),
      removedBack: removedAnew,
    }),
    needs: 'editConfiguration',
  }),
  rollBack: call({
    method: 'POST',
    path: 'backend/rollback/:survey',
    summary: 'Publish the files of an earlier version as the next one',
    params: one,
    body: z.strictObject({
      version: version.min(1),
      /** The published version as the caller knows it; another one is a conflict. */
      published: version.min(1),
    }),
    reply: z.object({ version: z.int() }),
    needs: 'editConfiguration',
  }),
}
