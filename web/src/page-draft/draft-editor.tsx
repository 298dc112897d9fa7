import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { OpenDraft } from './open-draft.tsx'
import { pageDraftQuery } from './page-draft.queries.ts'

/** The pages of the survey in the hands of who may edit them: the draft if there is one, else what is published. */
export function DraftEditor({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { data, error, refetch, isFetching } = useQuery(pageDraftQuery(survey.extName))
  if (error) return <Failed title={t('editor.failed')} error={error} onRetry={refetch} />
  if (!data || isFetching) return <Skeleton height={420} />
  return (
    <OpenDraft
      // Another draft is another beginning.
      key={`${data.version} ${data.draft?.revision ?? 0}`}
      opened={data.draft?.pages ?? data.pages}
      version={data.draft?.version ?? data.version}
      published={data.version}
      draft={data.draft}
      onReopen={() => void refetch()}
      onClose={onClose}
    />
  )
}
