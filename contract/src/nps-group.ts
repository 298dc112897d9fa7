import type { NpsGroup } from './indicator.ts'

type Codes = readonly (string | number)[]

/** Whom an answer makes of somebody. */
export function npsGroupOf(code: string, { promoters, detractors }: { promoters: Codes; detractors: Codes }): NpsGroup {
  const isIn = (codes: Codes) => codes.some((one) => String(one) === code)
  return isIn(promoters) ? 'promoter' : isIn(detractors) ? 'detractor' : 'passive'
}
