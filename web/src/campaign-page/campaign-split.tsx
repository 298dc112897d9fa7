import type { Campaign } from '@kaiku/contract/campaign.ts'
import type { SplitArm } from '@kaiku/core/campaign.ts'
import { formatChange, formatCount } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import css from '../campaign/campaign.module.css'
import { rateNote } from '../campaign-component/campaigns-list.tsx'
import { Section } from '../control/section.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { rateText } from '../response-funnel/response-words.ts'
import { ownAddress } from '../session/own-address.ts'
import { templateScreens } from '../template/template-list.tsx'
import { CampaignPeople } from './campaign-people.tsx'

type Split = NonNullable<Campaign['split']>
type Props = { campaign: Campaign; survey: string }

/** How two templates do against each other, and whether it is decided. */
export function CampaignSplit({ campaign, survey }: Props) {
  const { t } = useTranslation()
  const { split } = campaign
  if (!split) return null
  return (
    <Section title={t('campaign.split')} intro={t('campaign.splitWhy')}>
      <div className={css.form}>
        <Verdict split={split} />
        <Arms campaign={campaign} split={split} survey={survey} />
      </div>
    </Section>
  )
}

function Verdict({ split: { result, rest, restGetsBetter } }: { split: Split }) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language
  const change = (share: number) => formatChange(100 * share, 1, locale)
  return (
    <div role="status">
      <p className={css.count}>{t(`campaign.splitIs.${result?.verdict ?? 'part'}`)}</p>
      {result?.decidedAt && <p>{t('campaign.splitDecided', { at: momentText(result.decidedAt, locale) })}</p>}
      {result?.difference && (
        <p>
          {t('campaign.splitDifference', {
            value: change(result.difference.value),
            low: change(result.difference.low),
            high: change(result.difference.high),
          })}
        </p>
      )}
      {rest && (
        <p>
          {t('campaign.splitRest', { at: momentText(rest.since, locale), arm: t(`campaign.splitArm.${rest.arm}`) })}
        </p>
      )}
      {restGetsBetter && result !== null && result.decidedAt === null && <p>{t('campaign.splitRestWill')}</p>}
    </div>
  )
}

const counted = ['delivered', 'opened', 'clicked', 'answered'] as const
type Group = (typeof counted)[number]

function Arms({ campaign, split, survey }: Props & { split: Split }) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language
  const [shown, setShown] = useState<{ arm: SplitArm; group: Group } | null>(null)
  const groups = counted.filter((group) => campaign.kind === 'mail' || group !== 'opened')
  const title = (arm: SplitArm, group: Group) => `${t(`campaign.splitArm.${arm}`)} · ${t(`campaign.count.${group}`)}`
  return (
    <div className={css.scroll}>
      <table className={css.table} aria-label={t('campaign.split')}>
        <thead>
          <tr>
            <th scope="col">{t('campaign.template')}</th>
            {groups.map((group) => (
              <th key={group} scope="col" className={css.number}>
                {t(`campaign.count.${group}`)}
              </th>
            ))}
            <th scope="col" className={css.number}>
              {t('campaign.rate')}
            </th>
          </tr>
        </thead>
        <tbody>
          {split.arms.map(({ arm, template, subject, counts, rate }) => (
            <tr key={arm}>
              <th scope="row">
                {t(`campaign.splitArm.${arm}`)}
                {template && (
                  <span className={css.note}>
                    <Link
                      to={ownAddress(
                        pathTo(
                          templateScreens[campaign.kind],
                          { survey, templateId: template.templateId },
                          { fromPage: 'mailcampaign', campaignId: campaign.campaignId },
                        ),
                      )}
                    >
                      {template.title}
                    </Link>{' '}
                    · {t('template.version', { n: template.version })}
                  </span>
                )}
                {subject !== null && <span className={css.note}>“{subject}”</span>}
              </th>
              {groups.map((group) => (
                <td key={group} className={css.number}>
                  {counts[group] === 0 ? (
                    formatCount(0, locale)
                  ) : (
                    <button
                      type="button"
                      className={css.opens}
                      aria-label={`${title(arm, group)}: ${formatCount(counts[group], locale)}`}
                      onClick={() => setShown({ arm, group })}
                    >
                      {formatCount(counts[group], locale)}
                    </button>
                  )}
                </td>
              ))}
              <td className={css.number}>
                {rateText(rate, locale)} <span className={css.note}>{rateNote(rate, t, locale)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown && (
        <Dialog title={title(shown.arm, shown.group)} onClose={() => setShown(null)}>
          <CampaignPeople survey={survey} campaign={campaign} of={shown} />
        </Dialog>
      )}
    </div>
  )
}
