import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { formDraftQuery } from './form-editor.queries.ts'
import { OpenForms } from './open-forms.tsx'

/** The forms of a survey in the hands of who configures it: the draft if there is one, else what is published. */
export function FormEditorPage() {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { permissions } = useIdentity()
  const isAllowed = permissions.includes('editConfiguration')
  const { data, error, refetch, isFetching } = useQuery({ ...formDraftQuery(survey.extName), enabled: isAllowed })
  if (!isAllowed) return <Notice title={t('formEditor.notYours')} />
  if (error) return <Failed title={t('formEditor.failed')} error={error} onRetry={refetch} />
  if (!data || isFetching) return <Skeleton height={480} />
  return (
    <OpenForms
      // Another draft is another beginning.
      key={`${survey.extName} ${data.version} ${data.draft?.revision ?? 0}`}
      opened={data}
      onReopen={() => void refetch()}
    />
  )
}
