import type { CampaignWeighing, MissingField } from '@kaiku/contract/campaign-missing.ts'
import { formatCount, formatValue } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { takeFile } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import css from '../campaign/campaign.module.css'
import { weighingQuery } from '../campaign/campaign.queries.ts'
import { download } from '../card/export.ts'
import { Button, Ticked } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import { fieldTitle, valueTitle } from './missing-words.ts'

type Props = { survey: string; campaignId: string; fields: readonly MissingField[] }

/** Fields that are weighed by at once: the contract takes no more. */
const most = 3

/** Weights by chosen fields: what they would do, and the file of them. */
export function Weighing({ survey, campaignId, fields }: Props) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const query = useQuery({ ...weighingQuery(survey, campaignId, chosen), enabled: chosen.length > 0 })
  const { data, error, refetch, isPlaceholderData } = query
  const choose = (id: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <div className={css.form}>
      <fieldset className={css.choices}>
        <legend>{t('campaign.weight.choose')}</legend>
        {fields.map((field) => (
          <Ticked
            key={field.id}
            checked={chosen.includes(field.id)}
            disabled={chosen.length >= most && !chosen.includes(field.id)}
            onChange={({ target }) => choose(field.id, target.checked)}
          >
            {fieldTitle(field, t)}
          </Ticked>
        ))}
      </fieldset>
      {chosen.length > 0 && error && <Failed title={t('campaign.weight.failed')} error={error} onRetry={refetch} />}
      {chosen.length > 0 && !data && !error && <Skeleton height={80} />}
      {chosen.length > 0 && data && (
        <div
          className={`${css.form} ${isPlaceholderData ? css.stale : ''}`}
          data-stale={isPlaceholderData || undefined}
        >
          <Weighed weighing={data} fields={fields} />
          {data.standing === 'told' && <Take survey={survey} campaignId={campaignId} chosen={chosen} />}
        </div>
      )}
    </div>
  )
}

function Weighed({ weighing, fields }: { weighing: CampaignWeighing; fields: readonly MissingField[] }) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language
  if (weighing.standing !== 'told') return <p>{t('campaign.weight.few')}</p>
  const { n, effective, designEffect, converged, gap, trimmed, largest, nobody } = weighing
  const groups = nobody.flatMap(({ field, value }) => {
    const found = fields.find(({ id }) => id === field)?.values[value]
    return found ? [valueTitle(field, found, t, locale)] : []
  })
  return (
    <>
      <p className={css.count} role="status">
        {t('campaign.weight.effective', {
          n: formatCount(n, locale),
          effective: formatCount(Math.round(effective), locale),
          effect: formatValue('mean', designEffect, 2, locale),
        })}
      </p>
      <p>
        {converged
          ? t('campaign.weight.met')
          : t('campaign.weight.unmet', { gap: formatValue('mean', gap, 1, locale) })}
      </p>
      {trimmed > 0 && (
        <p>{t('campaign.weight.trimmed', { count: trimmed, n: formatCount(trimmed, locale), most: largest })}</p>
      )}
      {groups.length > 0 && <p>{t('campaign.weight.nobody', { groups: groups.join(', ') })}</p>}
    </>
  )
}

/** For who may take interviews along. */
function Take({ survey, campaignId, chosen }: Omit<Props, 'fields'> & { chosen: readonly string[] }) {
  const { t } = useTranslation()
  const identity = useIdentity()
  const { busy, fault, attempt } = useAttempt()
  if (!identity.permissions.includes('export')) return null
  const take = () =>
    attempt(async () => {
      const content = await takeFile(
        'campaignMissing.weights',
        { survey, campaignId, fields: chosen.join(' ') },
        identity,
      )
      if (content) download(content, `${survey} weights`, 'csv')
      return null
    })
  return (
    <div>
      <FormFault text={fault} />
      <Button disabled={busy} onClick={() => void take()}>
        {t('campaign.weight.take')}
      </Button>
    </div>
  )
}
