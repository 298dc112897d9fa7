import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../control/page-head.tsx'
import { Section } from '../control/section.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { countedLinksQuery } from './counted-link.queries.ts'
import { LinkList } from './link-list.tsx'

/** The links that one has made to screens of the survey, for administrators everybody's. */
export function LinksPage() {
  const { t } = useTranslation()
  const { universe, permissions } = useIdentity()
  const { survey } = useSurvey()
  const { data, error, refetch } = useQuery(countedLinksQuery(universe, survey.extName))
  const isOfAll = permissions.includes('manageUniverse')
  return (
    <>
      <PageHead title={t('link.page')} />
      <Section title={isOfAll ? t('link.ofAll') : t('link.mine')} intro={t('link.pageWhy')}>
        {error && <Failed title={t('link.failed')} error={error} onRetry={refetch} />}
        {!data && !error && <Skeleton height={200} />}
        {data && <LinkList survey={survey.extName} links={data} />}
      </Section>
    </>
  )
}
