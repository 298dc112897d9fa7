import { reasons } from '@kaiku/core/reason.rows.ts'
import type { ReasonKey } from '@kaiku/core/reason.ts'

type Texts = { readonly [Key in ReasonKey as `reason.${Key}`]: string }

export const reasonEn = Object.fromEntries(
  Object.entries(reasons).map(([key, text]) => [`reason.${key}`, text]),
) as Texts
