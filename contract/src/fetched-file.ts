import { z } from 'zod'
import { call } from './call.ts'
import { importReport } from './import.ts'
import { scheduleRule } from './report-schedule.ts'
import { toldFault } from './told-fault.ts'
import { version } from './version.ts'

/** When files are fetched: each hour at so many minutes past it, or by the words of schedules. */
export const fetchRule = z.discriminatedUnion('every', [
  z.strictObject({ every: z.literal('hour'), minutes: z.int().min(0).max(59) }),
  ...scheduleRule.options,
])
export type FetchRule = z.output<typeof fetchRule>

const visible = z.string().regex(/^[\x20-\x7e]*$/)
const password = z.string().min(1).max(1_000)
/** How Kaiku proves who it is: over HTTPS by a header or by name and password, over SFTP by a password or a private key. */
export const fetchSecret = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('header'),
    header: z.string().regex(/^[A-Za-z0-9-]{1,100}$/),
    value: visible.min(1).max(8_000),
  }),
  z.strictObject({ kind: z.literal('basic'), user: z.string().min(1).max(300), password }),
  z.strictObject({ kind: z.literal('password'), password }),
  z.strictObject({
    kind: z.literal('key'),
    privateKey: z.string().min(1).max(20_000),
    passphrase: z.string().max(1_000).default(''),
  }),
])
export type FetchSecret = z.output<typeof fetchSecret>
export const secretKinds = ['none', 'header', 'basic', 'password', 'key'] as const

/** What becomes of a file on an SFTP server once it was imported. */
export const afterwards = ['leave', 'move', 'delete'] as const

const fields = z.strictObject({
  title: z.string().trim().min(1).max(120),
  /** `https://…`, where {today} and {yesterday} stand for days, or `sftp://user@host:port/folder/pattern*.csv`. */
  address: z.string().trim().min(1).max(2_000),
  rule: fetchRule,
  /** IANA zone. */
  zone: z.string().max(80),
  afterwards: z.enum(afterwards).default('leave'),
  /** Where imported files are moved; beside the files where it does not begin with a slash. */
  folder: z.string().trim().max(500).default(''),
  /** Percent of the rows of a file: where more are rejected, nothing of it is imported. */
  mostRejected: z.number().min(0).max(100).default(10),
  /** Null: as before, where the server and its user are the same. */
  secret: fetchSecret.nullable().default(null),
})
export type FileAddressFields = z.output<typeof fields>

/** `unproven`: nobody has accepted the key of its host yet. */
export const fileAddressStates = ['unproven', 'waiting', 'paused'] as const

/** `same`: it holds what was imported before. `kept`: refused before, and the same since. */
export const fetchedOutcomes = ['imported', 'same', 'refused', 'kept'] as const
/** What became of a file after its import; `stayed`: it could not be moved or deleted. */
export const settledAs = ['left', 'moved', 'deleted', 'stayed'] as const

export const fetchedFile = z.object({
  name: z.string(),
  outcome: z.enum(fetchedOutcomes),
  /** Of the list of imports; null: there is none. */
  importId: z.uuid().nullable(),
  inserted: z.int(),
  corrected: z.int(),
  unchanged: z.int(),
  rejected: z.int(),
  settled: z.enum(settledAs),
  fault: toldFault.nullable(),
})
export type FetchedFile = z.output<typeof fetchedFile>

/** `failed`: the server was not reached, however often it was tried. */
export const fetchOutcomes = ['running', 'imported', 'nothingNew', 'refused', 'failed', 'cancelled'] as const
export type FetchOutcome = (typeof fetchOutcomes)[number]

const run = z
  .object({
    runId: z.uuid(),
    at: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    isByHand: z.boolean(),
    outcome: z.enum(fetchOutcomes),
    fault: toldFault.nullable(),
    files: z.array(fetchedFile),
  })
  .meta({ id: 'FetchRun' })
export type FetchRun = z.output<typeof run>

const address = z
  .object({
    addressId: z.uuid(),
    title: z.string(),
    address: z.string(),
    rule: fetchRule,
    zone: z.string(),
    afterwards: z.enum(afterwards),
    folder: z.string(),
    mostRejected: z.number(),
    secretKind: z.enum(secretKinds),
    state: z.enum(fileAddressStates),
    /** Fingerprint of the SFTP host that somebody accepted; null: nobody did, or it is no SFTP. */
    hostKey: z.string().nullable(),
    /** Null: it is not due. */
    nextAt: z.iso.datetime().nullable(),
    /** Who saved it last, in whose name it is fetched; empty: their account is gone. */
    by: z.string(),
    last: run.nullable(),
    version,
  })
  .meta({ id: 'FileAddress' })
export type FileAddress = z.output<typeof address>

const found = z.object({
  name: z.string(),
  /** Bytes; null: the server does not say. */
  size: z.number().nullable(),
  changedAt: z.iso.datetime().nullable(),
  isNew: z.boolean(),
})

/** What trying an address shows. Nothing is stored. */
const trial = z
  .object({
    /** Of an SFTP host. Where what was found is not what was accepted, nobody signed in and all else is empty. */
    hostKey: z.object({ found: z.string(), accepted: z.string().nullable() }).nullable(),
    /** The first hundred files that match, in the order in which they are imported. */
    files: z.array(found),
    more: z.int(),
    /** The file that was looked into: the first new one, else the first; null: there is none. */
    file: z.string().nullable(),
    /** Its columns and first rows as they stand there. */
    head: z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) }).nullable(),
    preview: importReport.nullable(),
    /** Why the file would not be imported; null: it would be. */
    refusal: toldFault.nullable(),
  })
  .meta({ id: 'FetchTrial' })
export type FetchTrial = z.output<typeof trial>

const survey = z.string().min(1).max(200)
const inSurvey = z.strictObject({ survey })
const one = z.strictObject({ survey, addressId: z.uuid() })
const needs = 'importData'

export const fetchedFileCalls = {
  list: call({
    needs,
    method: 'GET',
    path: 'fetched-file/list/:survey',
    summary: 'The addresses from which files are fetched and imported into a survey, the oldest first',
    params: inSurvey,
    reply: z.array(address),
  }),
  create: call({
    needs,
    method: 'POST',
    path: 'fetched-file/create/:survey',
    summary: 'Have files fetched from an address and imported again and again',
    params: inSurvey,
    body: fields,
    reply: address,
  }),
  change: call({
    needs,
    method: 'PUT',
    path: 'fetched-file/change/:survey/:addressId',
    summary: 'Change an address; refused where it was changed meanwhile. A secret goes to no other server than before',
    params: one,
    body: fields.extend({ version }),
    reply: address,
  }),
  remove: call({
    needs,
    method: 'DELETE',
    path: 'fetched-file/remove/:survey/:addressId',
    summary: 'Fetch nothing from an address any more; what was imported stays',
    params: one,
    reply: z.object({ removed: z.literal(true) }),
  }),
  pause: call({
    needs,
    method: 'POST',
    path: 'fetched-file/pause/:survey/:addressId',
    summary: 'Pause an address, or go on with it',
    params: one,
    body: z.strictObject({ isPaused: z.boolean() }),
    reply: address,
  }),
  trial: call({
    needs,
    method: 'POST',
    path: 'fetched-file/try/:survey/:addressId',
    summary: 'Connect to an address: the key of its host, its files, and what importing the next one would do',
    params: one,
    reply: trial,
  }),
  accept: call({
    needs,
    method: 'POST',
    path: 'fetched-file/accept/:survey/:addressId',
    summary: 'Accept the key of an SFTP host by its fingerprint; any other is refused from then on',
    params: one,
    body: z.strictObject({ hostKey: z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/) }),
    reply: address,
  }),
  run: call({
    needs,
    method: 'POST',
    path: 'fetched-file/run/:survey/:addressId',
    summary: 'Fetch now; files that were refused before are tried again',
    params: one,
    reply: address,
  }),
  runs: call({
    needs,
    method: 'GET',
    path: 'fetched-file/runs/:survey/:addressId',
    summary: 'What became of each time that an address was asked, the newest first; the last hundred',
    params: one,
    reply: z.array(run),
  }),
}
