import type { ScriptLevel } from '@kaiku/contract/script.ts'
import { pathTo, screenAt } from '@kaiku/core/screen.ts'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { OpenScript } from './open-script.tsx'
import { scriptQuery } from './script.queries.ts'

/** Whose script stands at an address. */
const levelAt = (path: string): ScriptLevel => {
  const screen = screenAt(path)?.screen
  return screen === 'script' ? 'survey' : screen === 'globalscript' ? 'global' : 'universe'
}

/** The script of a survey, of its universe, or of all of Kaiku, in the hands of who may write it. */
export function ScriptPage() {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { permissions, isRoot } = useIdentity()
  const { surveyId = survey.extName, scriptId = 'draft' } = useParams({ strict: false })
  const level = levelAt(useLocation().pathname)
  const isAllowed =
    permissions.includes('editConfiguration') &&
    (level === 'survey' || isRoot || (level === 'universe' && permissions.includes('manageUniverse')))
  const { data, error, refetch } = useQuery({
    ...scriptQuery({ level, survey: survey.extName }),
    enabled: isAllowed,
  })
  if (!isAllowed) return <Notice title={t('script.notYours')} />
  // The address names it twice: the frame follows the one whose script is asked for.
  if (level === 'survey' && surveyId !== survey.extName)
    return <Navigate to={ownAddress(pathTo('script', { survey: surveyId, surveyId, scriptId }))} replace />
  if (error) return <Failed title={t('script.failed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={480} />
  return (
    <OpenScript
      // Another draft is another beginning.
      key={`${level} ${survey.extName} ${data.revision} ${data.published}`}
      opened={data}
      onReopen={() => void refetch()}
    />
  )
}
