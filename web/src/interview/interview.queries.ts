import type { AnswerOf } from '@kaiku/contract/result.ts'
import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'
import type { AskedList, GoesOn } from '../place/neighbours.tsx'

type Listed = AnswerOf<'InterviewList'>
/** Rows that are asked for at once after the first ones. */
const batch = 200

const isList = (answer: { type: string }): answer is Listed => answer.type === 'InterviewList'

/** A list's rows from a cursor on; null: its first ones. */
export async function interviewsFrom(
  { component, ...asked }: AskedList,
  after: string | null,
  signal?: AbortSignal,
): Promise<Listed> {
  const part = after === null ? component : { ...component, after, limit: batch }
  const { answers } = await send('result.query', { ...asked, components: [part] }, signal)
  const found = answers.find(isList)
  if (!found) throw new Error('no interviews in the answer')
  return found
}

/** One interview as the viewer may see it. */
export const interviewQuery = (survey: string, interviewId: string, locale: string) =>
  queryOptions({
    queryKey: ['interview', survey, interviewId, locale],
    queryFn: ({ signal }) => send('interview.one', { survey, interviewId, locale }, signal),
  })

/** Who may be mentioned in notes about it. */
export const interviewPeopleQuery = (survey: string, interviewId: string, search: string) => ({
  queryKey: ['interview', survey, interviewId, 'people', search],
  queryFn: ({ signal }: { signal: AbortSignal }) => send('interview.people', { survey, interviewId, search }, signal),
  staleTime: 300_000,
})

/** The interviews behind those that are known of a list. */
export async function moreOf({ asked, next }: GoesOn) {
  if ('alerts' in asked) return { ids: [], next: null }
  const { rows, next: after } = await interviewsFrom(asked, next)
  return { ids: rows.map(({ interviewId }) => interviewId), next: after }
}
