import type { AnswerOf } from '@kaiku/contract/result.ts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'

type List = AnswerOf<'InterviewList'>
type Tagged = readonly { readonly interviewId: string; readonly tags: readonly string[] }[]

const tagColumn = 'interview.tag'

/** Shows tags in the lists that are open: figures follow a moment later, and only when their reader asks for newer ones. */
export function showTags(client: QueryClient, changed: Tagged): void {
  const tags = new Map(changed.map((one) => [one.interviewId, one.tags]))
  client.setQueriesData<InfiniteData<List>>(
    { predicate: ({ queryKey }) => queryKey.at(-1) === 'more' },
    (data) => data && { ...data, pages: data.pages.map((page) => withTags(page, tags)) },
  )
}

function withTags(list: List, tags: ReadonlyMap<string, readonly string[]>): List {
  const column = list.columns.findIndex(({ id }) => id === tagColumn)
  if (column < 0) return list
  const rows = list.rows.map((row) => {
    const now = tags.get(row.interviewId)
    if (!now) return row
    const shown = now.length === 0 ? null : { value: [...now], label: now.join(', '), missing: false }
    return { ...row, answers: row.answers.with(column, shown) }
  })
  return { ...list, rows }
}
