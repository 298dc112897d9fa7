import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button } from '../control/control.tsx'
import { Confirm } from '../overlay/confirm.tsx'
import { say } from '../overlay/snackbar.tsx'
import { showLoadCount } from '../survey/shown-load-count.ts'
import { loadCountQuery } from '../survey/survey.queries.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { effectKey } from './effect.queries.ts'

type Props = {
  block: Readonly<Record<string, unknown>>
  version: number
  act: 'create' | 'save' | 'remove'
  disabled?: boolean
  onDone: () => void
}

/** The button that publishes a block or takes it away, once it was said what that means. */
export function PublishEffect({ block, version, act, disabled = false, onDone }: Props) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const [asks, setAsks] = useState(false)
  const isRemoval = act === 'remove'
  const title = t(isRemoval ? 'effect.delete' : 'effect.publish')
  const publish = () =>
    attempt(async () => {
      const { extName } = survey
      if (isRemoval) await send('effect.remove', { survey: extName, blockId: String(block.id), version })
      else await send(act === 'create' ? 'effect.create' : 'effect.save', { survey: extName, block, version })
      showLoadCount(extName, await client.fetchQuery({ ...loadCountQuery(extName), staleTime: 0 }))
      await client.invalidateQueries({ queryKey: effectKey(extName) })
      await client.invalidateQueries({ queryKey: ['alert-rule', extName] })
      say(t('effect.published'))
      onDone()
      return null
    })
  return (
    <>
      <Button primary={!isRemoval} disabled={disabled || busy} onClick={() => setAsks(true)}>
        {title}
      </Button>
      {asks && (
        <Confirm
          title={title}
          act={title}
          busy={busy}
          safe={!isRemoval}
          fault={fault}
          onConfirm={() => void publish()}
          onClose={() => setAsks(false)}
        >
          <p>{t(isRemoval ? 'effect.deleteWhy' : 'effect.publishWhy')}</p>
        </Confirm>
      )}
    </>
  )
}
