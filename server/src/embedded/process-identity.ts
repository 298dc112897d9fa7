import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * What tells a process from a later one with the same number: boot and start time. Null when it does not run (a zombie
 * does not).
 */
export function processIdentity(pid: number): string | null {
  const started = startTime(pid)
  return started === null ? null : `${bootId()}:${started}`
}

/** In ticks since boot; null when it does not run. */
export function startTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command name stands in brackets and may itself hold brackets and spaces.
    const [state = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return 'ZX'.includes(state) ? null : (rest[18] ?? null)
  } catch {
    return null
  }
}

/** Whether its main thread runs, or would if a processor were free or a disk answered. */
export const computes = (pid: number): boolean => threadComputes(pid, String(pid))

/** The same of any of its threads: the main one may wait for others that open its files. */
export function anyThreadComputes(pid: number): boolean {
  try {
    return readdirSync(`/proc/${pid}/task`).some((thread) => threadComputes(pid, thread))
  } catch {
    return false
  }
}

function threadComputes(pid: number, thread: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
    return 'RD'.includes(stat.charAt(stat.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}

/** The directory a process works in; null when it is gone or not ours to see. */
export function workingDirectory(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

/** A process's command line; empty when it is gone. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

const bootId = () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
