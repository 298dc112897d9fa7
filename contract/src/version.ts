import { z } from 'zod'

const most = 2_147_483_647

/** Counts the changes of something. Who changes it says which they saw. */
export const version = z.int().min(0).max(most)

/** The same as part of an address. */
export const versionInAddress = z.coerce.number().int().min(1).max(most)
