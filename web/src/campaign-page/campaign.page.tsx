import type { Campaign } from '@kaiku/contract/campaign.ts'
import { bounceAdvice } from '@kaiku/core/bounce-advice.ts'
import { formatCount, formatDay } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import css from '../campaign/campaign.module.css'
import { campaignQuery } from '../campaign/campaign.queries.ts'
import { CampaignAccess } from '../campaign/campaign-access.tsx'
import { CampaignBack } from '../campaign/campaign-back.tsx'
import { leftText, moneyText, stateText, toneOf } from '../campaign/campaign-words.ts'
import { Missing } from '../campaign-missing/missing.tsx'
import { Badge } from '../control/badge.tsx'
import detail from '../control/detail.module.css'
import { PageHead } from '../control/page-head.tsx'
import { Section } from '../control/section.tsx'
import { LetterArchive } from '../letter/letter-archive.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { templateScreens } from '../template/template-list.tsx'
import { CampaignActs } from './campaign-acts.tsx'
import { CampaignNumbers } from './campaign-numbers.tsx'
import { CampaignSplit } from './campaign-split.tsx'
import { ReturnedLetters } from './returned-letters.tsx'

/** One campaign: how far it is, who was left out, what came back, who answered where and when. */
export const CampaignPage = () => (
  <CampaignAccess>
    <OneCampaign />
  </CampaignAccess>
)

function OneCampaign() {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { campaignId = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(campaignQuery(survey.extName, campaignId, i18n.language))
  return (
    <>
      {error && <Failed title={t('campaign.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={480} />}
      {data && <Shown campaign={data} survey={survey.extName} />}
    </>
  )
}

type Props = { campaign: Campaign; survey: string }

function Shown({ campaign, survey }: Props) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language
  const { left, came, days, places, bounces } = campaign
  const n = (count: number) => formatCount(count, locale)
  return (
    <>
      <PageHead
        title={campaign.name}
        note={<Badge tone={toneOf(campaign)}>{stateText(campaign, t)}</Badge>}
        back={<CampaignBack title={t('campaign.title')} />}
        actions={<CampaignActs campaign={campaign} survey={survey} />}
      />
      {campaign.state === 'stopped' && campaign.reason !== null && (
        <p role="status">{t(`campaign.why.${campaign.reason as 'person'}`)}</p>
      )}
      <Section title={t('campaign.numbers')} intro={t('campaign.numbersWhy')}>
        <CampaignNumbers campaign={campaign} survey={survey} />
      </Section>
      <CampaignSplit campaign={campaign} survey={survey} />
      {came && (
        <Section title={t('campaign.came')} intro={t('campaign.cameWhy')}>
          <Rows
            heads={[t('campaign.day'), t('campaign.people')]}
            rows={[
              [t('campaign.cameAll'), n(came.reduce((sum, one) => sum + one.n, 0))],
              ...came.map((one) => [formatDay(one.day, locale), n(one.n)]),
            ]}
          />
        </Section>
      )}
      {left.length > 0 && (
        <Section title={t('campaign.whyLeft')}>
          <Rows
            heads={[t('campaign.reason'), t('campaign.people')]}
            rows={left.map(({ reason, n: count }) => [leftText(reason, campaign.kind, t), n(count)])}
          />
        </Section>
      )}
      {campaign.kind !== 'letter' && bounces.length > 0 && (
        <Section title={t('campaign.bounces')}>
          {campaign.kind === 'mail' ? (
            <Rows
              words={[0, 2, 3]}
              heads={[t('campaign.domain'), t('campaign.people'), t('campaign.said'), t('campaign.advice')]}
              rows={bounces.map(({ domain, n: count, said }) => [
                domain,
                n(count),
                said,
                t(`campaign.advice.${bounceAdvice(said)}`),
              ])}
            />
          ) : (
            <Rows
              words={[1]}
              heads={[t('campaign.people'), t('campaign.said')]}
              rows={bounces.map(({ n: count, said }) => [n(count), said])}
            />
          )}
        </Section>
      )}
      {days.length > 0 && (
        <Section title={t('campaign.days')}>
          <Rows
            heads={[t('campaign.day'), t('campaign.count.delivered'), t('campaign.count.answered')]}
            rows={days.map(({ day, delivered, answered }) => [formatDay(day, locale), n(delivered), n(answered)])}
          />
        </Section>
      )}
      {places.length > 0 && (
        <Section title={t('campaign.places')}>
          <Rows
            heads={[t('campaign.place'), t('campaign.count.delivered'), t('campaign.count.answered')]}
            rows={places.map(({ title, delivered, answered }) => [title, n(delivered), n(answered)])}
          />
        </Section>
      )}
      {campaign.counts.delivered > 0 && <Missing campaignId={campaign.campaignId} survey={survey} />}
      {campaign.kind === 'letter' && (
        <Section title={t('letter.title')} intro={t('letter.why')}>
          <LetterArchive survey={survey} path={campaign.path} campaignId={campaign.campaignId} />
        </Section>
      )}
      {campaign.kind === 'letter' && campaign.counts.delivered + campaign.counts.failed > 0 && (
        <ReturnedLetters survey={survey} campaignId={campaign.campaignId} />
      )}
      <Section title={t('campaign.facts')}>
        <Facts campaign={campaign} survey={survey} />
      </Section>
    </>
  )
}

/** `words`: columns of words; the others hold numbers. */
function Rows({
  heads,
  rows,
  words = [0],
}: {
  heads: readonly string[]
  rows: readonly (readonly string[])[]
  words?: readonly number[]
}) {
  const isNumber = (at: number) => !words.includes(at)
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            {heads.map((head, at) => (
              <th key={head} scope="col" className={isNumber(at) ? css.number : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row[0]}>
              {row.map((cell, at) => (
                <td key={heads[at]} className={isNumber(at) ? css.number : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Facts({ campaign, survey }: Props) {
  const { t, i18n } = useTranslation()
  const { kind, template, parent, by, at, rules, cost } = campaign
  return (
    <dl className={detail.facts}>
      <div>
        <dt>{t('campaign.channel')}</dt>
        <dd>{t(`campaign.kind.${kind}`)}</dd>
      </div>
      {template && (
        <div>
          <dt>{t('campaign.template')}</dt>
          <dd>
            <Link
              className={css.link}
              to={ownAddress(
                pathTo(
                  templateScreens[kind],
                  { survey, templateId: template.templateId },
                  { fromPage: 'mailcampaign', campaignId: campaign.campaignId },
                ),
              )}
            >
              {template.title}
            </Link>{' '}
            · {t('template.version', { n: template.version })}
          </dd>
        </div>
      )}
      {parent && (
        <div>
          <dt>{t('campaign.follows')}</dt>
          <dd>
            <Link
              className={css.link}
              to={ownAddress(
                pathTo(
                  'mailcampaign',
                  { survey, campaignId: parent.campaignId },
                  { fromPage: 'mailcampaign', campaignId: campaign.campaignId },
                ),
              )}
            >
              {parent.name}
            </Link>
          </dd>
        </div>
      )}
      <div>
        <dt>{t('campaign.by')}</dt>
        <dd>{[by, momentText(at, i18n.language)].filter(Boolean).join(' · ')}</dd>
      </div>
      {cost && (
        <div>
          <dt>{t('campaign.cost.spent')}</dt>
          <dd>{moneyText(cost.total, cost.currency, i18n.language)}</dd>
        </div>
      )}
      {cost && cost.perAnswer !== null && (
        <div>
          <dt>{t('campaign.cost.perAnswer')}</dt>
          <dd>{moneyText(cost.perAnswer, cost.currency, i18n.language)}</dd>
        </div>
      )}
      {rules.continuous && (
        <div>
          <dt>{t('campaign.often')}</dt>
          <dd>
            {t(campaign.action === 'reminder' ? 'campaign.goesOnReminder' : 'campaign.goesOn', {
              count: rules.continuous.afterHours,
            })}
          </dd>
        </div>
      )}
      {rules.continuous?.until && (
        <div>
          <dt>{t('campaign.untilWhen')}</dt>
          <dd>{momentText(rules.continuous.until, i18n.language)}</dd>
        </div>
      )}
      {rules.sendAt !== null && (
        <div>
          <dt>{t('campaign.start')}</dt>
          <dd>{momentText(rules.sendAt, i18n.language)}</dd>
        </div>
      )}
    </dl>
  )
}
