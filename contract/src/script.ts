import { z } from 'zod'
import { call } from './call.ts'
import { localised } from './localised.ts'

/** Whose a script is. Of a variable that several compute, the first of these holds. */
export const scriptLevels = ['survey', 'universe', 'global'] as const
export const scriptLevel = z.enum(scriptLevels)
export type ScriptLevel = z.output<typeof scriptLevel>

/** Characters. */
export const longestScript = 100_000
export const mostScriptTests = 50
/** Interviews that a script is tried on at once. */
export const mostTried = 100

export const scriptFaultNames = ['syntax', 'threw', 'late', 'memory', 'stack', 'output', 'shape'] as const
/** What was wrong: of an interview (`at`: its place in the list), of a test, or of the script as a whole. */
export const scriptFault = z
  .object({ kind: z.enum(scriptFaultNames), message: z.string(), line: z.int().nullable() })
  .meta({ id: 'ScriptFault' })
export type ShownScriptFault = z.output<typeof scriptFault>

const types = ['scale', 'number', 'choice', 'multiple', 'date'] as const
const choice = z.object({ code: z.string(), title: localised })
const variable = z
  .object({ id: z.string(), title: localised, type: z.enum(types), options: z.array(choice) })
  .meta({ id: 'ScriptVariable' })
export type ScriptVariable = z.output<typeof variable>

/** A question that a script may read. */
const readable = z
  .object({
    id: z.string(),
    title: localised,
    type: z.enum([...types, 'text']),
    options: z.array(choice),
    min: z.number().nullable(),
    max: z.number().nullable(),
  })
  .meta({ id: 'ScriptQuestion' })
export type ScriptInput = z.output<typeof readable>

const version = z.object({
  version: z.int(),
  by: z.string(),
  at: z.iso.datetime(),
  variables: z.array(z.string()),
})

const value = z.union([z.string(), z.number(), z.array(z.string())])
export type ScriptValue = z.output<typeof value>
const values = z.record(z.string(), value)

/** How the published version fares in the survey. */
const standing = z.object({
  /** Interviews on which it failed. */
  failed: z.int(),
  fault: z.object({ kind: z.enum(scriptFaultNames), line: z.int().nullable() }).nullable(),
  failedAt: z.iso.datetime().nullable(),
  /** Since when it is not asked any more; null: it is. */
  stoppedAt: z.iso.datetime().nullable(),
})

const opened = z
  .object({
    level: scriptLevel,
    source: z.string(),
    /** Of the draft; 0: there is none. */
    revision: z.int(),
    by: z.string(),
    at: z.iso.datetime().nullable(),
    /** Null: none is published. */
    published: z.int().nullable(),
    /** The newest first. */
    versions: z.array(version),
    standing: standing.nullable(),
    questions: z.array(readable),
    /** Scripts of a wider level whose variables the survey may take. */
    outer: z.array(
      z.object({ level: scriptLevel, version: z.int(), variables: z.array(variable), taken: z.array(z.string()) }),
    ),
    isProtected: z.boolean(),
  })
  .meta({ id: 'Script' })
export type OpenedScript = z.output<typeof opened>

const tried = z
  .object({
    fault: scriptFault.nullable(),
    variables: z.array(variable),
    tests: z.array(
      z.object({ name: z.string(), passed: z.boolean(), gave: values.nullable(), fault: scriptFault.nullable() }),
    ),
    /** The newest interviews that the viewer may see, with what it reads and gives. */
    interviews: z.array(
      z.object({
        interviewId: z.uuid(),
        day: z.string().nullable(),
        answers: values,
        gave: values.nullable(),
        fault: scriptFault.nullable(),
      }),
    ),
    /** What it wrote; `at`: the place of the interview, null: while it was read or tested. */
    console: z.array(z.object({ at: z.int().nullable(), text: z.string() })),
    /** Whether interviews in another order give the same; null: nothing was tried. */
    isSteady: z.boolean().nullable(),
    /** Milliseconds; null: nothing was tried. */
    time: z.number().nullable(),
  })
  .meta({ id: 'TriedScript' })
export type TriedScript = z.output<typeof tried>

const params = z.strictObject({ level: scriptLevel, survey: z.string().min(1).max(200) })
const versionNumber = z.coerce.number().int().min(1).max(1_000_000)
const source = z.string().max(longestScript)
const revision = z.int().min(0).max(2_000_000_000)
const needs = 'editConfiguration'

export const scriptCalls = {
  open: call({
    method: 'GET',
    path: 'script/:level/:survey',
    summary:
      'The script of a survey, of its universe or of all of Kaiku: its draft, its versions, and how it fares there',
    params,
    reply: opened,
    needs,
  }),
  version: call({
    method: 'GET',
    path: 'script/:level/:survey/version/:version',
    summary: 'What a published version of a script says',
    params: params.extend({ version: versionNumber }),
    reply: z.object({ source: z.string() }),
    needs,
  }),
  save: call({
    method: 'POST',
    path: 'script/:level/:survey/save',
    summary: 'Keep a script as the draft of the next version, in place of the revision that the caller knows',
    params,
    body: z.strictObject({ source, revision }),
    reply: z.object({ revision: z.int(), by: z.string(), at: z.iso.datetime() }),
    needs,
  }),
  run: call({
    method: 'POST',
    path: 'script/:level/:survey/run',
    summary: 'Try a script on its tests and on the newest interviews that the viewer may see; nothing is kept',
    params,
    body: z.strictObject({ source, interviews: z.int().min(0).max(mostTried) }),
    reply: tried,
    needs,
    changesNothing: true,
  }),
  publish: call({
    method: 'POST',
    path: 'script/:level/:survey/publish',
    summary: 'Publish the draft of a script whose tests pass, and compute its variables anew in the background',
    params,
    body: z.strictObject({ revision }),
    reply: z.object({ version: z.int(), tasks: z.int() }),
    needs,
  }),
  recalculate: call({
    method: 'POST',
    path: 'script/recalculate/:survey',
    summary: 'Compute all variables of a survey anew in the background, also by scripts that were stopped',
    params: z.strictObject({ survey: z.string().min(1).max(200) }),
    reply: z.object({ taskId: z.uuid() }),
    needs,
  }),
  take: call({
    method: 'POST',
    path: 'script/take/:survey',
    summary: 'Take the variables of the universe’s or the global script into a survey',
    params: z.strictObject({ survey: z.string().min(1).max(200) }),
    body: z.strictObject({ level: z.enum(['universe', 'global']) }),
    reply: z.object({ version: z.int(), taskId: z.uuid() }),
    needs,
  }),
}
