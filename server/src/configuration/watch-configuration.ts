import { readFileSync } from 'node:fs'
import { UsageError } from '../fault/usage-error.ts'

/** How a Kaiku is watched, and whom it tells how it fares. */
export type WatchConfiguration = {
  /** Opens `/metrics`; null: nothing does. */
  readonly metricsKey: string | null
  /** Of a process without a web server; null: it answers nowhere. */
  readonly metricsPort: number | null
  /** `roots`: whoever is root and has a mail address; `off`: nobody. */
  readonly mail: readonly string[] | 'roots' | 'off'
  /** Null: nobody follows calls and works. */
  readonly traces: { readonly endpoint: string; readonly share: number } | null
}

const address = /^[^\s@,;<>]+@[^\s@,;<>]+$/

/** Addresses that stand between commas; null: one is none. */
export function readWatchers(text: string): readonly string[] | 'roots' | 'off' | null {
  if (text.trim() === '') return 'roots'
  if (text.trim() === 'off') return 'off'
  const addresses = text.split(',').map((one) => one.trim())
  return addresses.every((one) => address.test(one)) ? addresses : null
}

const shortestKey = 16

/** Throws a refusal for a file that cannot be read, or that holds too little to be a key. */
export function readMetricsKey(file: string | undefined): string | null {
  if (file === undefined) return null
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new UsageError(
      `KAIKU_METRICS_KEY_FILE cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  if (text.length < shortestKey || /\s/.test(text))
    throw new UsageError(`KAIKU_METRICS_KEY_FILE must hold a key of ${shortestKey} characters or more, without spaces`)
  return text
}
