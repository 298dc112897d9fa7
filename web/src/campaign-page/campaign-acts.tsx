import type { Campaign } from '@kaiku/contract/campaign.ts'
import { campaignFilterName, writeCampaignFilter } from '@kaiku/core/campaign-filter.ts'
import { formatToken } from '@kaiku/core/filter-token.ts'
import { mayBegin } from '@kaiku/core/report-download.ts'
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
import { beginReport } from '../report/begin-report.ts'
import { useOfferedReports } from '../report/offered-reports.ts'
import { tasksKey } from '../report/report.queries.ts'
import { useReportDownload } from '../report/report-download.ts'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'

const reportKind = 'campaign'

/** Begins the campaign’s report; it is fetched like any other. */
function CampaignReport({ survey, campaignId }: { survey: string; campaignId: string }) {
  const { t, i18n } = useTranslation()
  const { survey: open } = useSurvey()
  const client = useQueryClient()
  const kinds = useOfferedReports(undefined)
  const download = useReportDownload()
  const { busy, fault, attempt } = useAttempt()
  // Nothing leads from the campaign to answers there, which the filter would do.
  if (!kinds.includes(reportKind) || open.protection) return null
  const written = writeCampaignFilter({ campaign: campaignId, days: null, state: 'any', opened: 'any', clicked: 'any' })
  const begin = () =>
    attempt(async () => {
      const path = `${open.startPath.split(';', 1)[0]};${formatToken(new Map([[campaignFilterName, [written]]]))}`
      await beginReport({ survey, path, kind: reportKind, compare: 'none', locale: i18n.language })
      await client.invalidateQueries({ queryKey: tasksKey })
      return null
    })
  return (
    <>
      <FormFault text={fault} />
      <Button disabled={busy || !mayBegin(download)} onClick={() => void begin()}>
        {t('campaign.report')}
      </Button>
    </>
  )
}

/** What can be done with a campaign: hold it, go on, end it, follow it up, take it along. */
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
    history.push(
      ownAddress(
        pathTo('createmailcampaign', { survey, mailAction, drillPath: path }, { fromPage: 'mailcampaign', campaignId }),
      ),
    )
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
      <CampaignReport survey={survey} campaignId={campaignId} />
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
