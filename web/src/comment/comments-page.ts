import type { Survey } from '@kaiku/contract/survey.ts'

/** The page where comments are read: the first of those that show the most at once. Null without any. */
export function commentsPageOf({ pages }: Pick<Survey, 'pages'>): string | null {
  const shown = pages.map(({ extname, components }) => ({
    extname,
    limit: Math.max(0, ...components.map((one) => (one.type === 'Comments' ? one.limit : 0))),
  }))
  const [most] = shown.filter(({ limit }) => limit > 0).sort((a, b) => b.limit - a.limit)
  return most?.extname ?? null
}
