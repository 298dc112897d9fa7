import { Fault } from '@kaiku/core/fault.ts'
import { saysFull } from '../configuration/disk-space.ts'
import { faultLine } from '../fault/definition-fault.ts'
import { UsageError } from '../fault/usage-error.ts'

/** What the command line says of an error: a sentence where a person can act on it, and where it happened for a bug. */
export function shownError(error: unknown): string {
  if (error instanceof Fault)
    return [error.message, ...(error.details ?? []).map((detail) => faultLine(detail))].join('\n')
  if (error instanceof UsageError) return error.message
  const known = chain(error)
    .map(sentenceOf)
    .find((sentence) => sentence !== null)
  return known ?? `Something broke that should not. Please report it with these lines:\n${traceOf(error)}`
}

/** The error, what caused it, and what it was put together from. */
const chain = (error: unknown): Failed[] =>
  error instanceof Error
    ? [error, ...chain(error.cause), ...(error instanceof AggregateError ? error.errors.flatMap(chain) : [])]
    : []

const traceOf = (error: unknown): string => {
  const errors = chain(error)
  return errors.length === 0 ? String(error) : errors.map(({ stack, message }) => stack ?? message).join('\ncaused by ')
}

/** The codes of the system, of PostgreSQL (five characters) and of ClickHouse (a number). */
type Failed = Error & {
  readonly code?: unknown
  readonly path?: unknown
  readonly syscall?: unknown
}

const full = 'the disk is full: make room, then run it again; nothing that was confirmed is lost'
const codes: Readonly<Record<string, (at: string) => string>> = {
  EROFS: (at) => `${at}the disk takes no changes (it is mounted read-only)`,
  EACCES: (at) => `${at}this user may not use it`,
  EPERM: (at) => `${at}this user may not use it`,
  ENOTDIR: (at) => `${at}a part of it is no directory`,
  EISDIR: (at) => `${at}it is a directory`,
  ENOENT: (at) => `${at}it is not there`,
  EMFILE: () => 'too many files are open: raise the limit (ulimit -n)',
  '28P01': () => 'PostgreSQL refuses the password: secrets.json, or DATABASE_URL, belongs to another database',
  '3D000': () => 'PostgreSQL has no such database',
  '42P01': () => `the tables are not there: Kaiku is starting, or "kaiku migrate" has to make them`,
  '42703': () => `the tables are of an older Kaiku: it is starting, or "kaiku migrate" has to bring them up to date`,
}
const lost = /^(57P0\d|08\w{3}|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE)$/
const lostWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection|Client was closed|socket hang up)/

function sentenceOf(error: Failed): string | null {
  const code = typeof error.code === 'string' ? error.code : ''
  const isConnecting = error.syscall === 'connect'
  if (lost.test(code) || lostWords.test(error.message) || (isConnecting && code !== ''))
    return `a store does not answer (${error.message}); it may be starting or have died: "kaiku status" tells, then try again`
  const path = typeof error.path === 'string' ? `${error.path}: ` : null
  if (saysFull(error)) return `${path ?? ''}${full}`
  // Errors of the system only: a module that is missing is a bug.
  if (/^E[A-Z]+$/.test(code) && path === null) return null
  return codes[code]?.(path ?? '') ?? null
}
