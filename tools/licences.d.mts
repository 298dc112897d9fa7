import type { Locked } from './lock-part.mjs'

/** What is wrong with the licences of these packages: one line for each that names none, or one nobody may pass on. */
export function licenceFaults(packages: Record<string, Locked>): string[]
