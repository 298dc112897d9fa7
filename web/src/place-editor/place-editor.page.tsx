import { queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { OpenTree } from './open-tree.tsx'

/** A tree as it is published and as it is written. Asked for anew each time the editor opens. */
const placeTreeQuery = (survey: string, view: string, locale: string) =>
  queryOptions({
    queryKey: ['placeTree', survey, view, locale],
    queryFn: ({ signal }) => send('placeTree.open', { survey, view, locale }, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The places of a survey in the hands of who configures it: the draft if there is one, else what is published. */
export function PlaceEditorPage() {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { permissions } = useIdentity()
  const { viewId = '' } = useParams({ strict: false })
  const isAllowed = permissions.includes('editConfiguration')
  const view = survey.views.some(({ extName }) => extName === viewId) ? viewId : (survey.views[0]?.extName ?? viewId)
  const { data, error, refetch, isFetching } = useQuery({
    ...placeTreeQuery(survey.extName, view, i18n.language),
    enabled: isAllowed,
  })
  if (!isAllowed) return <Notice title={t('placeEditor.notYours')} />
  if (error) return <Failed title={t('placeEditor.failed')} error={error} onRetry={refetch} />
  if (!data || isFetching) return <Skeleton height={480} />
  return (
    <OpenTree
      // Another draft is another beginning.
      key={`${survey.extName} ${data.view} ${data.version} ${data.draft?.revision ?? 0}`}
      opened={data}
      onReopen={() => void refetch()}
    />
  )
}
