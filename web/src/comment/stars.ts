import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { faultText } from '../call/fault-text.ts'
import { send } from '../call/send.ts'
import { say } from '../overlay/snackbar.tsx'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'

/** Which comments the reader has starred, and how to change it. */
export type Stars = {
  readonly kept: ReadonlySet<string>
  readonly set: (interviewId: string, question: string, isStarred: boolean) => void
}

export const starKey = (interviewId: string, question: string): string => `${interviewId} ${question}`

type Starred = Reply<'comment.stars'>

const starsQuery = (survey: string, universe: string) =>
  queryOptions({
    queryKey: ['stars', universe, survey],
    queryFn: ({ signal }) => send('comment.stars', { survey }, signal),
    staleTime: 60_000,
  })

/** Null: the reader cannot star comments here, or has not been told yet. */
export function useStars(enabled: boolean): Stars | null {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { survey } = useSurvey()
  const { universe, isReadOnly, permissions } = useIdentity()
  const query = starsQuery(survey.extName, universe)
  const isOpen = enabled && !isReadOnly && permissions.includes('seeComments')
  const { data } = useQuery({ ...query, enabled: isOpen })
  if (!isOpen || !data) return null
  // Shown at once; what the server refuses is taken back and said.
  const set = (interviewId: string, question: string, isStarred: boolean) => {
    const changed = ({ stars }: Starred): Starred => ({
      stars: [
        ...stars.filter((one) => starKey(one.interviewId, one.question) !== starKey(interviewId, question)),
        ...(isStarred ? [{ interviewId, question }] : []),
      ],
    })
    client.setQueryData(query.queryKey, (before) => before && changed(before))
    send('comment.star', { survey: survey.extName, interviewId, question, isStarred }).catch((error: Error) => {
      void client.invalidateQueries({ queryKey: query.queryKey })
      say(faultText(error, t))
    })
  }
  return { kept: new Set(data.stars.map((one) => starKey(one.interviewId, one.question))), set }
}
