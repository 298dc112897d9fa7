import { timeFilter } from '@kaiku/core/filter-token.ts'
import { placeTreeFilter } from '@kaiku/core/place-time.ts'
import { attributeIds } from '../dictionary/interview-attribute.ts'

/** Names that are no question's: what is said about an interview, the period, the tree of places, and what every object of JavaScript answers to. */
export const reservedNames: ReadonlySet<string> = new Set([
  ...Object.values(attributeIds),
  timeFilter,
  placeTreeFilter,
  ...Object.getOwnPropertyNames(Object.prototype),
])
