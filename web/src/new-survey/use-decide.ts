import type { ColumnDecision, FileDecisions, NewSurvey } from '@kaiku/contract/new-survey.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { newSurveyQuery } from './new-survey.queries.ts'

export type Decide = {
  readonly busy: boolean
  /** Why the last change was refused; empty where it was not. */
  readonly fault: string
  readonly change: (change: (before: FileDecisions) => FileDecisions) => void
  readonly column: (header: string, decision: ColumnDecision) => void
}

/** Keeps decisions on the server, one after the other, and shows what the file is read as then. */
export function useDecide(of: NewSurvey): Decide {
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const { newSurveyId } = of
  const change = (make: (before: FileDecisions) => FileDecisions) => {
    last.current = last.current.then(() =>
      attempt(async () => {
        const { queryKey } = newSurveyQuery(newSurveyId)
        const known = client.getQueryData(queryKey) ?? of
        const decisions = make(known.decisions)
        // What was clicked is seen at once; what follows from it a moment later.
        client.setQueryData(queryKey, { ...known, decisions })
        try {
          client.setQueryData(queryKey, await send('newSurvey.decide', { newSurveyId, decisions }))
        } catch (error) {
          client.setQueryData(queryKey, known)
          throw error
        }
        return null
      }),
    )
  }
  return {
    busy,
    fault,
    change,
    column: (header, decision) =>
      change((before) => ({
        ...before,
        columns: { ...before.columns, [header]: Object.assign({}, before.columns[header], decision) },
      })),
  }
}
