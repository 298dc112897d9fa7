import type { QuestionProperty } from '@kaiku/contract/question-change.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { questionsKey } from './question.queries.ts'

/** Changes one property of a question as the next version, which can be taken back at once. */
export function useQuestionChange(question: string, version: number) {
  const { survey } = useSurvey()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  // One after the other, each onto what the one before has published.
  const line = useRef(Promise.resolve())
  const last = useRef(0)
  const [saved, setSaved] = useState<{ version: number; isUndone: boolean } | null>(null)
  const follow = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: questionsKey(survey.extName) }),
      client.invalidateQueries({ queryKey: ['backend'] }),
    ])
  const undo = (published: number) =>
    void attempt(async () => {
      try {
        const next = await send('backend.rollBack', { survey: survey.extName, version: published - 1, published })
        last.current = next.version
        setSaved({ version: next.version, isUndone: true })
      } finally {
        await follow()
      }
      return null
    })
  const run = (wanted: QuestionProperty) =>
    attempt(async () => {
      const seen = Math.max(version, last.current)
      try {
        const next = await send('question.change', { survey: survey.extName, question, version: seen, change: wanted })
        last.current = next.version
        if (next.version !== seen) setSaved({ version: next.version, isUndone: false })
      } finally {
        await follow()
      }
      return null
    })
  const change = (wanted: QuestionProperty) => {
    line.current = line.current.then(() => run(wanted))
  }
  return { busy, fault, saved, change, undo }
}
