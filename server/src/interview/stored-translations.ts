import { z } from 'zod'

/** Question -> language -> what somebody wrote. */
export const storedTranslations = z.record(
  z.string(),
  z.record(z.string(), z.object({ text: z.string(), by: z.string(), at: z.string() })),
)
export type Translations = Readonly<z.output<typeof storedTranslations>>
