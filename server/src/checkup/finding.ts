import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'

/** `skipped`: there is nothing of the kind here, or it could not be looked at for a reason told elsewhere. */
type FindingState = 'ok' | 'warning' | 'fault' | 'skipped'

/** What was found, what it means, and what to do; the last two are null where all is well. */
export type Finding = {
  readonly check: string
  readonly state: FindingState
  readonly found: string
  readonly means: string | null
  readonly todo: string | null
}

type Trouble = { readonly found: string; readonly means: string; readonly todo: string }

export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found, means: null, todo: null })

export const skipped = (check: string, found: string): Finding => ({
  check,
  state: 'skipped',
  found,
  means: null,
  todo: null,
})

/** Something that does harm one day, or may be meant. */
export const warning = (check: string, { found, means, todo }: Trouble): Finding => ({
  check,
  state: 'warning',
  found,
  means,
  todo,
})

/** Something that does harm now: the command ends with 1. */
export const fault = (check: string, { found, means, todo }: Trouble): Finding => ({
  check,
  state: 'fault',
  found,
  means,
  todo,
})

/** What is looked at, and when. */
export type Patient = {
  readonly configuration: Configuration
  /** Null where they cannot be opened. */
  readonly stores: Stores | null
  /** Whether a Kaiku runs on the data directory, rather than its stores being started for the command. */
  readonly isRunning: boolean
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** To whom a mail is sent as a test; null: to nobody. */
  readonly sendTo: string | null
}

/** One thing that is looked at; what it throws is a fault of what it looks at. */
export type Check = {
  readonly name: string
  readonly look: (patient: Patient) => Promise<readonly Finding[]>
}

/** In words: `3 days`, `5 minutes`. */
export function lasting(milliseconds: number): string {
  const units = [
    [86_400_000, 'day'],
    [3_600_000, 'hour'],
    [60_000, 'minute'],
    [1_000, 'second'],
  ] as const
  const [size, unit] = units.find(([one]) => Math.abs(milliseconds) >= one * 2) ?? [1, 'millisecond']
  const count = Math.round(milliseconds / size)
  return `${count} ${unit}${Math.abs(count) === 1 ? '' : 's'}`
}

export const gibibytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GiB`
