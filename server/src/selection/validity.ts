import { amongOn, containsOn, validOn } from '@kaiku/core/condition.ts'
import type { StoredQuestion } from '../dictionary/dictionary.ts'
import { predicateOn } from './predicate.ts'

/** Interviews whose stored answer is a valid one. */
export const valid = (stored: StoredQuestion): string => predicateOn(validOn(stored.question), () => stored)

/** Interviews with a valid answer among the codes; of a multiple choice: that hold at least one of them. */
export const among = (stored: StoredQuestion, codes: readonly (string | number)[]): string =>
  predicateOn(amongOn(stored.question, codes), () => stored)

/** Interviews whose answer contains a folded text. */
export const containing = (stored: StoredQuestion, folded: string): string =>
  predicateOn(containsOn(stored.question, folded), () => stored)
