import { type Campaign, recipientGroups } from '@kaiku/contract/campaign.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { pathToPage } from '@kaiku/core/screen.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from '../campaign/campaign.module.css'
import { shareText } from '../campaign/campaign-words.ts'
import { rankingsPage } from '../drill-path/at.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { CampaignPeople } from './campaign-people.tsx'

type Group = (typeof recipientGroups)[number]
type Props = { campaign: Campaign; survey: string }

const ofDelivered: readonly Group[] = ['opened', 'clicked', 'answered', 'unsubscribed', 'complained']

/** Counts of recipients, each of which opens its people. */
export function CampaignNumbers({ campaign, survey }: Props) {
  const { t, i18n } = useTranslation()
  const [shown, setShown] = useState<Group | null>(null)
  const { counts, kind } = campaign
  return (
    <>
      <ul className={css.numbers}>
        {recipientGroups
          .filter((group) => kind === 'mail' || group !== 'opened')
          .filter((group) => group !== 'complained' || counts.complained > 0)
          .map((group) => (
            <li key={group}>
              <button type="button" disabled={counts[group] === 0} onClick={() => setShown(group)}>
                <span>{t(`campaign.count.${group}`)}</span>
                <b>{formatCount(counts[group], i18n.language)}</b>
                {ofDelivered.includes(group) && (
                  <span className={css.note}>
                    {t('campaign.ofDelivered', { share: shareText(counts[group], counts.delivered, i18n.language) })}
                  </span>
                )}
              </button>
            </li>
          ))}
      </ul>
      <Said campaign={campaign} survey={survey} />
      {shown && (
        <Dialog title={t(`campaign.count.${shown}`)} onClose={() => setShown(null)}>
          <CampaignPeople survey={survey} campaign={campaign} of={{ group: shown }} />
        </Dialog>
      )}
    </>
  )
}

/** The way to the interviews that a campaign brought; why there is none where nothing leads there. */
function Said({ campaign: { campaignId, counts }, survey: name }: Props) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { permissions } = useIdentity()
  if (survey.protection) return <p className={css.note}>{t('campaign.saidProtected')}</p>
  if (counts.answered === 0 || !permissions.includes('seeIndicators')) return null
  const address = pathToPage(rankingsPage, { survey: name, drillPath: survey.startPath }, { campaignId })
  return (
    <p>
      <Link className={css.link} to={ownAddress(address)}>
        {t('campaign.saidSee')}
      </Link>
    </p>
  )
}
