import { IconEye } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { faultText } from '../call/fault-text.ts'
import { Button } from '../control/control.tsx'
import { Highlight } from '../control/highlight.tsx'
import { useIdentity } from '../session/identity.ts'
import { previewInTab } from '../session/previewed.ts'
import { universeOfTab } from '../session/session.ts'
import { withTexts } from '../text/with-texts.ts'
import { previewQuery } from './preview.queries.ts'
import { stopPreview } from './preview.ts'
import css from './preview-bar.module.css'

const mostNamed = 5
const PreviewFaults = lazy(async () => {
  const { PreviewFaults: Faults } = await withTexts('people')(() => import('./preview-faults.tsx'))()
  return { default: Faults }
})

/** Whether this tab shows a draft. */
export const isPreviewing = (): boolean => previewInTab(universeOfTab()) !== null

/** Stands over everything that a draft is shown of: whose draft, through whose eyes, what is wrong with it, and the way out. */
export function PreviewBar() {
  const survey = previewInTab(universeOfTab())
  return survey === null ? null : <Bar survey={survey} />
}

function Bar({ survey }: { survey: string }) {
  const { t, i18n } = useTranslation()
  const { viewedAs } = useIdentity()
  const { data, error } = useQuery(previewQuery(survey, i18n.language))
  useNextDraft(data?.state)
  const role = data?.role
  const title = viewedAs
    ? t('preview.barAs', { survey, user: viewedAs.username })
    : role
      ? t('preview.barRole', { survey, role: role.name, place: role.place.join(' › ') || t('preview.everywhere') })
      : t('preview.bar', { survey })
  return (
    <aside className={css.bar} aria-label={t('preview.label')} data-screen-only>
      <IconEye size={18} stroke={1.8} aria-hidden />
      <div className={css.told}>
        <p>
          <Highlight text={title} />
        </p>
        {error && <p role="alert">{faultText(error, t)}</p>}
        {data && <Told survey={survey} {...data} />}
      </div>
      <Button onClick={stopPreview}>{t('preview.leave')}</Button>
    </aside>
  )
}

function Told({
  survey,
  drafts,
  faults,
  awaited,
  isStricter,
  isOfPages,
  protecting,
}: Reply<'preview.state'> & { survey: string }) {
  const { t } = useTranslation()
  if (drafts.length === 0) return <p className={css.note}>{t('preview.none')}</p>
  if (faults.length > 0)
    return (
      <div role="alert">
        <p>{t('preview.faulty')}</p>
        <Suspense>
          <PreviewFaults {...{ survey, faults, isOfPages }} />
        </Suspense>
      </div>
    )
  const named = awaited.slice(0, mostNamed).join(', ')
  const more = awaited.length > mostNamed ? ' …' : ''
  return (
    <>
      {isOfPages && <p className={css.note}>{t('preview.pages')}</p>}
      {protecting && <Protecting {...protecting} />}
      {awaited.length > 0 && <p className={css.note}>{t('preview.awaited', { questions: named + more })}</p>}
      {isStricter && <p className={css.note}>{t('preview.stricter')}</p>}
    </>
  )
}

/** What will be hidden when the draft is published. */
function Protecting({
  minimumN,
  minimumNComments,
  period,
  background,
}: NonNullable<Reply<'preview.state'>['protecting']>) {
  const { t } = useTranslation()
  const named = background.slice(0, mostNamed).join(', ') + (background.length > mostNamed ? ' …' : '')
  return (
    <p className={css.note}>
      {t('preview.protecting', {
        n: minimumN,
        comments: minimumNComments,
        period: t(`preview.period.${period}`),
      })}{' '}
      {background.length > 0 ? t('preview.protectingFilters', { questions: named }) : t('preview.protectingNoFilters')}
    </p>
  )
}

/** What is shown is asked for anew when somebody has written on. */
function useNextDraft(state: string | undefined) {
  const client = useQueryClient()
  const shown = useRef(state)
  useEffect(() => {
    const isNext = state !== undefined && shown.current !== undefined && shown.current !== state
    shown.current = state ?? shown.current
    if (isNext) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'preview' })
  }, [client, state])
}
