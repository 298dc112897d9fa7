import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { processIdentity } from './process-identity.ts'

type Holder = { pid: number; identity: string }

/** The process that owns a data directory; null when none that lives does. */
export function lockHolder(data: string): Holder | null {
  const holder = readHolder(lockFile(data))
  return holder && processIdentity(holder.pid) === holder.identity ? holder : null
}

/**
 * Takes the data directory for this process, or returns the living process that has it.
 * A lock whose process is dead is replaced.
 */
export function takeLock(data: string): { held: true; release: () => void } | { held: false; holder: Holder } {
  const file = lockFile(data)
  const own: Holder = { pid: process.pid, identity: processIdentity(process.pid) ?? '' }
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(own), { mode: 0o600 })
  try {
    for (;;) {
      if (link(draft, file)) return { held: true, release: () => releaseLock(file, own) }
      const holder = lockHolder(data)
      if (holder) return { held: false, holder }
      removeStale(file)
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Two starters may find the same dead lock: what the slower one moved away may be the faster one's new lock. */
function removeStale(file: string) {
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  const moved = readHolder(aside)
  if (moved && processIdentity(moved.pid) === moved.identity) link(aside, file)
  rmSync(aside, { force: true })
}

function releaseLock(file: string, own: Holder) {
  const holder = readHolder(file)
  if (holder?.pid === own.pid && holder.identity === own.identity) rmSync(file, { force: true })
}

function readHolder(file: string): Holder | null {
  try {
    const { pid, identity }: { pid?: unknown; identity?: unknown } = JSON.parse(readFileSync(file, 'utf8'))
    return typeof pid === 'number' && typeof identity === 'string' ? { pid, identity } : null
  } catch {
    return null
  }
}

const lockFile = (data: string) => join(data, 'supervisor.lock')

const isCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code
