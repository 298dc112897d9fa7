import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { CallError } from '../call/send.ts'
import { Button } from '../control/control.tsx'
import { FullNotice, StartLink, Waiting } from '../overlay/full-notice.tsx'
import { universeOfTab } from '../session/session.ts'
import { isResolved, resolveReference } from './filter-reference.ts'

type Props = { survey: string; drillPath: string; children: () => ReactNode }

/** Shows what stands at an address once its selection is known here and at the server. */
export function FilterReferenceGate({ survey, drillPath, children }: Props) {
  const { t } = useTranslation()
  const known = isResolved(survey, drillPath)
  const { isSuccess, error, refetch } = useQuery({
    queryKey: ['kept-token', universeOfTab(), survey, drillPath],
    queryFn: () => resolveReference(survey, drillPath),
    enabled: !known,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (known || isSuccess) return children()
  if (error === null) return <Waiting />
  const isUnknown = error instanceof CallError && error.code === 'not_found'
  return (
    <FullNotice
      title={t(isUnknown ? 'address.unknownSelection' : 'survey.failed')}
      action={
        <>
          {!isUnknown && <Button onClick={() => void refetch()}>{t('retry')}</Button>}
          <StartLink />
        </>
      }
    >
      {faultText(error, t)}
    </FullNotice>
  )
}
