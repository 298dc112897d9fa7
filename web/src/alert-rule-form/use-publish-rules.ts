import type { FaultDetail } from '@kaiku/core/fault.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alertsKey } from '../alert/alert.queries.ts'
import { CallError, send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { say } from '../overlay/snackbar.tsx'
import { showLoadCount } from '../survey/shown-load-count.ts'
import { loadCountQuery } from '../survey/survey.queries.ts'
import { useSurvey } from '../survey/survey-context.tsx'

/** Makes the text of rules the published ones; what stands in its way is told one by one. */
export function usePublishRules(version: number) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const [details, setDetails] = useState<readonly FaultDetail[]>([])
  const publish = (rules: string, onDone: () => void) =>
    void attempt(async () => {
      setDetails([])
      try {
        await send('alertRule.publish', { survey: survey.extName, rules, version })
      } catch (error) {
        if (error instanceof CallError) setDetails(error.details)
        throw error
      }
      showLoadCount(survey.extName, await client.fetchQuery({ ...loadCountQuery(survey.extName), staleTime: 0 }))
      await client.invalidateQueries({ queryKey: ['alert-rule', survey.extName] })
      await client.invalidateQueries({ queryKey: alertsKey(survey.extName) })
      say(t('rule.form.published'))
      onDone()
      return null
    })
  return { busy, fault, details, publish }
}
