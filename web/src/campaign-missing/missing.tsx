import type { CampaignMissing, MissingField } from '@kaiku/contract/campaign-missing.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from '../campaign/campaign.module.css'
import { missingQuery } from '../campaign/campaign.queries.ts'
import { shareText } from '../campaign/campaign-words.ts'
import { Button } from '../control/control.tsx'
import { Section } from '../control/section.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { rateReach, rateText } from '../response-funnel/response-words.ts'
import { fieldTitle, isHalf, valueTitle } from './missing-words.ts'
import { Weighing } from './weighing.tsx'

type Props = { survey: string; campaignId: string }

/** Who answered less than others, and weights that make up for it. */
export function Missing({ survey, campaignId }: Props) {
  const { t, i18n } = useTranslation()
  const { data, error, refetch } = useQuery(missingQuery(survey, campaignId, i18n.language))
  const n = formatCount(data?.minimum ?? 0, i18n.language)
  return (
    <>
      <Section
        title={t('campaign.missing.title')}
        intro={data?.standing === 'told' ? t('campaign.missing.why', { n }) : undefined}
      >
        {error && <Failed title={t('campaign.missing.failed')} error={error} onRetry={refetch} />}
        {!data && !error && <Skeleton height={240} />}
        {data?.standing === 'protected' && <p>{t('campaign.missing.protected')}</p>}
        {data?.standing === 'few' && <p>{t('campaign.missing.few', { n })}</p>}
        {data?.standing === 'told' && <Told missing={data} />}
      </Section>
      {data && data.fields.length > 0 && data.answered > 0 && (
        <Section title={t('campaign.weight.title')} intro={t('campaign.weight.why')}>
          <Weighing survey={survey} campaignId={campaignId} fields={data.fields} />
        </Section>
      )}
    </>
  )
}

/** Fields that are shown until more are asked for. */
const shownFirst = 3

function Told({ missing }: { missing: CampaignMissing }) {
  const { t } = useTranslation()
  const [isAll, setAll] = useState(false)
  const { fields } = missing
  if (fields.length === 0) return <p>{t('campaign.missing.nothing')}</p>
  const shown = isAll ? fields : fields.slice(0, shownFirst)
  return (
    <div className={css.form}>
      <Least missing={missing} />
      {shown.map((field) => (
        <FieldTable key={field.id} field={field} missing={missing} />
      ))}
      {shown.length < fields.length && (
        <div>
          <Button onClick={() => setAll(true)}>{t('campaign.more')}</Button>
        </div>
      )}
    </div>
  )
}

/** The most striking in one sentence. */
function Least({ missing: { fields, least } }: { missing: CampaignMissing }) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language
  const field = fields.find(({ id }) => id === least?.field)
  const value = least && field?.values[least.value]
  if (!field || !value) return <p>{t('campaign.missing.even')}</p>
  const said = isHalf(value.rate.value ?? 0, least.others.value ?? 0) ? 'half' : 'least'
  return (
    <p className={css.count}>
      {t(`campaign.missing.${said}`, {
        who: `${fieldTitle(field, t)}: ${valueTitle(field.id, value, t, locale)}`,
        rate: rateText(value.rate, locale),
        others: rateText(least.others, locale),
      })}
    </p>
  )
}

const said = ({ significant }: MissingField) => (significant === null ? 'thin' : significant ? 'real' : 'chance')

function FieldTable({ field, missing }: { field: MissingField; missing: CampaignMissing }) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language
  const numbers = [t('campaign.missing.ofAsked'), t('campaign.missing.ofAnswered'), t('campaign.rate'), t('n')]
  const title = fieldTitle(field, t)
  return (
    <div className={css.scroll}>
      <table className={css.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">
              {title}
              <span className={css.note}>{t(`campaign.missing.${said(field)}`)}</span>
            </th>
            {numbers.map((head) => (
              <th key={head} scope="col" className={css.number}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {field.values.map((value) => {
            const name = valueTitle(field.id, value, t, locale)
            return (
              <tr key={`${value.kind} ${name}`}>
                <td>{name}</td>
                <td className={css.number}>{shareText(value.asked, missing.asked, locale)}</td>
                <td className={css.number}>{shareText(value.answered, missing.answered, locale)}</td>
                <td className={css.number}>
                  {rateText(value.rate, locale)} {rateReach(value.rate, locale)}
                </td>
                <td className={css.number}>{formatCount(value.asked, locale)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
