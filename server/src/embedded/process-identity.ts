import { readFileSync, readlinkSync } from 'node:fs'

/**
 * What tells a process from a later one with the same number: boot and start time. Null when it does not run (a zombie
 * does not).
 */
export function processIdentity(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command name stands in brackets and may itself hold brackets and spaces.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const started = rest[18]
    return state === 'Z' || state === 'X' ? null : `${bootId()}:${started}`
  } catch {
    return null
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
