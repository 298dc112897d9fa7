/**
 * What may make answers look made. None of it proves anything: each says where the answers of a place are not what chance
 * alone would make of them, and leaves to people what it means. Formulas and sources: docs/integrity.md.
 *
 * - `burst`: many answers of a place within a quarter of an hour;
 * - `device`: many answers of a place in a week that bear one identifier;
 * - `fast`, `hour`: many answers in a week that took a fraction of the usual time, or came at an hour that has hardly any;
 * - `sheet`, `line`: many answers in a week that are the same from the first question to the last, or the same step throughout;
 * - `shift`: a month that differs from the place's own past and from what all others did;
 * - `periodEnd`: the last days of months are better than the others, month after month.
 */
export const checkKinds = ['burst', 'device', 'fast', 'hour', 'sheet', 'line', 'shift', 'periodEnd'] as const
export type CheckKind = (typeof checkKinds)[number]

/** Kinds that look at weeks for what is more frequent than elsewhere and before. */
export const shareKinds = ['device', 'fast', 'hour', 'sheet', 'line'] as const satisfies CheckKind[]
export type ShareKind = (typeof shareKinds)[number]

/**
 * `made`: the chance that a kind finds anything in a quarter of a year of a survey in which nothing is made. `false`: the
 * share of places found by a comparison of places that is to be expected to be found wrongly.
 */
export const checkLevels = { made: 0.01, false: 0.05 } as const

/** Days that are looked at, and days before today that tell what is usual. */
export const checkDays = { looked: 91, known: 400 } as const
