import { pathTo } from '@kaiku/core/screen.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { campaignsQuery } from '../campaign/campaign.queries.ts'
import { CampaignAccess } from '../campaign/campaign-access.tsx'
import { CampaignList } from '../campaign/campaign-list.tsx'
import { Button } from '../control/control.tsx'
import { PageHead } from '../control/page-head.tsx'
import { Section } from '../control/section.tsx'
import { useAt } from '../drill-path/at.tsx'
import { writePath } from '../filter-reference/filter-reference.ts'
import { FormWays } from '../form-way/form-ways.tsx'
import { LetterArchive } from '../letter/letter-archive.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { templatesQuery } from '../template/template.queries.ts'
import { TemplateList } from '../template/template-list.tsx'

/** The campaigns of a survey, and what their messages say. */
export const CampaignsPage = () => (
  <CampaignAccess>
    <Campaigns />
  </CampaignAccess>
)

function Campaigns() {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { isReadOnly } = useIdentity()
  const at = useAt()
  const { history } = useRouter()
  const { data, error, refetch } = useQuery(campaignsQuery(survey.extName, i18n.language))
  const { data: templates } = useQuery(templatesQuery(survey.extName))
  // Effects may have sent some without a campaign.
  const hasLetters = [...(data ?? []), ...(templates ?? [])].some(({ kind }) => kind === 'letter')
  const begin = () =>
    history.push(
      ownAddress(
        pathTo(
          'createmailcampaign',
          { survey: survey.extName, mailAction: 'new', drillPath: writePath(at.path, at.selection) },
          { fromPage: 'campaigns' },
        ),
      ),
    )
  return (
    <>
      <PageHead
        title={t('campaign.title')}
        actions={
          !isReadOnly && (
            <Button primary onClick={begin}>
              {t('campaign.new')}
            </Button>
          )
        }
      />
      <Section title={t('campaign.sent')} intro={t('campaign.sentWhy')}>
        {error && <Failed title={t('campaign.failed')} error={error} onRetry={refetch} />}
        {!data && !error && <Skeleton height={200} />}
        {data?.length === 0 && <Notice title={t('campaign.none')}>{t('campaign.noneWhy')}</Notice>}
        {data && data.length > 0 && <CampaignList survey={survey.extName} campaigns={data} />}
      </Section>
      {hasLetters && (
        <Section title={t('letter.title')} intro={t('letter.why')}>
          <LetterArchive survey={survey.extName} path={writePath(at.path, at.selection)} />
        </Section>
      )}
      <Section title={t('formWay.title')} intro={t('formWay.why')}>
        <FormWays survey={survey.extName} />
      </Section>
      <Section title={t('template.title')} intro={t('template.titleWhy')}>
        <TemplateList survey={survey.extName} />
      </Section>
    </>
  )
}
