import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAttempt } from '../call/use-attempt.ts'
import { say } from '../overlay/snackbar.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { samplesKey } from './sample.queries.ts'

/** Does something to a sample, says so, and shows everything about samples anew; `fault`: why it was refused. */
export function useSampleAct() {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const client = useQueryClient()
  const { fault, attempt } = useAttempt()
  const act = (change: () => Promise<unknown>) =>
    void attempt(async () => {
      try {
        await change()
        say(t('sample.saved'))
      } finally {
        await client.invalidateQueries({ queryKey: samplesKey(survey.extName) })
      }
      return null
    })
  return { fault, act }
}
