import { isLong } from '@kaiku/core/filter-reference.ts'
import { dedicatedRoute, screenAt } from '@kaiku/core/screen.ts'
import { Outlet, useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type At, AtProvider, rankingsPage, readAt } from '../drill-path/at.tsx'
import { linkTo } from '../drill-path/go.ts'
import { writePath } from '../filter-reference/filter-reference.ts'
import { FilterReferenceGate } from '../filter-reference/filter-reference-gate.tsx'
import { FullNotice, StartLink, Waiting } from '../overlay/full-notice.tsx'
import { NamedSurvey } from './named-survey.tsx'
import { Shell } from './shell.tsx'

/** Reads the address, opens the survey, and shows what stands there. */
export function ResultLayout() {
  const { survey = '', drillPath = '' } = useParams({ strict: false })
  return (
    <FilterReferenceGate survey={survey} drillPath={drillPath}>
      {() => <ReadAddress />}
    </FilterReferenceGate>
  )
}

function ReadAddress() {
  const { t } = useTranslation()
  const route = useLocation({ select: ({ pathname }) => dedicatedRoute(screenAt(pathname)?.screen ?? '') })
  const { survey = '', pageId, drillPath = '' } = useParams({ strict: false })
  const { compare } = useSearch({ strict: false })
  const at = useMemo(
    () => readAt({ survey, pageId: pageId ?? route, drillPath }, { compare }),
    [survey, pageId, route, drillPath, compare],
  )
  const hasFigures = route === undefined || route === rankingsPage
  const shell = useMemo(() => <Shell>{hasFigures ? undefined : <Outlet />}</Shell>, [hasFigures])
  if (!at.ok)
    return (
      <FullNotice title={t('address.broken')} action={<StartLink />}>
        {t('address.brokenWhy', { position: at.position + 1, expected: at.expected })}
      </FullNotice>
    )
  const { path, selection } = at.value
  if (isLong(drillPath) && writePath(path, selection) !== drillPath) return <ShorterAddress at={at.value} />
  return (
    <NamedSurvey name={survey}>
      <AtProvider at={at.value}>{shell}</AtProvider>
    </NamedSurvey>
  )
}

/** Leads to the same by its reference. Once: each way there makes this anew. */
function ShorterAddress({ at }: { at: At }) {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it leads stays the same
  useEffect(() => void navigate({ ...linkTo(at), replace: true }), [])
  return <Waiting />
}
