import { localised } from '@kaiku/contract/localised.ts'
import { localise } from '@kaiku/core/localised.ts'

type Titled = { readonly title?: unknown }

/** The title that somebody wrote, in a language; undefined where there is none. */
export function titleOf({ title }: Titled, locale: string, fallback: string): string | undefined {
  const read = localised.safeParse(title)
  return read.success ? localise(read.data, locale, fallback) : undefined
}
