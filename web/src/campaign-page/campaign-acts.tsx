import type { Campaign } from '@kaiku/contract/campaign.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { campaignsKey } from '../campaign/campaign.queries.ts'
import { Button } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Confirm } from '../overlay/confirm.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'

/** What can be done with a campaign: hold it, go on, end it, follow it up. */
export function CampaignActs({ campaign, survey }: { campaign: Campaign; survey: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { history } = useRouter()
  const { isReadOnly } = useIdentity()
  const { busy, fault, attempt } = useAttempt()
  const [isEnding, setEnding] = useState(false)
  const { campaignId, state, mayChange, counts, path } = campaign
  if (isReadOnly) return null
  const change = (to: 'paused' | 'waiting' | 'stopped') =>
    attempt(async () => {
      await send('campaign.change', { survey, campaignId, to })
      await client.invalidateQueries({ queryKey: campaignsKey(survey) })
      setEnding(false)
      return null
    })
  const follow = (mailAction: 'reminder' | 'again') => () =>
    history.push(ownAddress(pathTo('createmailcampaign', { survey, mailAction, drillPath: path }, { campaignId })))
  return (
    <>
      {!isEnding && <FormFault text={fault} />}
      {counts.delivered > counts.answered && <Button onClick={follow('reminder')}>{t('campaign.remind')}</Button>}
      {counts.failed > 0 && <Button onClick={follow('again')}>{t('campaign.again')}</Button>}
      {mayChange && state === 'waiting' && (
        <Button disabled={busy} onClick={() => void change('paused')}>
          {t('campaign.pause')}
        </Button>
      )}
      {mayChange && state === 'paused' && (
        <Button disabled={busy} onClick={() => void change('waiting')}>
          {t('campaign.goOn')}
        </Button>
      )}
      {mayChange && <Button onClick={() => setEnding(true)}>{t('campaign.end')}</Button>}
      {isEnding && (
        <Confirm
          title={t('campaign.endAsk')}
          act={t('campaign.end')}
          busy={busy}
          fault={fault}
          onConfirm={() => void change('stopped')}
          onClose={() => setEnding(false)}
        >
          <p>{t('campaign.endWhy')}</p>
        </Confirm>
      )}
    </>
  )
}
