import type { Survey } from '@kaiku/contract/survey.ts'

/** The page where comments are read: one that begins with them, else one that has some. Null without any. */
export function commentsPageOf({ pages }: Pick<Survey, 'pages'>): string | null {
  const isFirst = pages.find(({ components }) => components[0]?.type === 'Comments')
  const some = isFirst ?? pages.find(({ components }) => components.some(({ type }) => type === 'Comments'))
  return some?.extname ?? null
}
