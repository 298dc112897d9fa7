import { timeFilter } from '@kaiku/core/filter-token.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type At, startOf, useAt } from '../drill-path/at.tsx'
import { linkTo } from '../drill-path/go.ts'
import { say } from '../overlay/snackbar.tsx'
import { showLoadCount } from '../survey/shown-load-count.ts'
import { loadCountQuery, surveyQuery } from '../survey/survey.queries.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { usePages } from './pages.ts'

/** Where a page of the menu leads: its own period, if it has one, replaces the present one. */
export function useTargetOf() {
  const at = useAt()
  const { all } = usePages()
  return (page: string): At => {
    const interval = all.find((one) => one.extname === page)?.selectionInterval
    return interval === undefined
      ? { ...at, page }
      : { ...at, page, selection: new Map(at.selection).set(timeFilter, [interval]) }
  }
}

/** Opens a page at the newest data state, and keeps the period that it replaced for an undo. */
export function useOpenPage() {
  const at = useAt()
  const navigate = useNavigate()
  const client = useQueryClient()
  const targetOf = useTargetOf()
  return async (page: string) => {
    const target = targetOf(page)
    // Without an answer the figures that are known stay good enough.
    const latest = await client.fetchQuery({ ...loadCountQuery(at.survey), staleTime: 0 }).catch(() => null)
    if (latest !== null) showLoadCount(at.survey, latest)
    const replaced =
      target.selection !== at.selection &&
      at.selection.get(timeFilter)?.join() !== target.selection.get(timeFilter)?.join()
    await navigate({
      ...linkTo(target),
      ...(replaced ? { state: { periodBefore: at.selection.get(timeFilter) ?? [] } } : {}),
    })
  }
}

/** The survey's first page at its start path with its start filter. */
export function useHome(): At {
  const at = useAt()
  const { survey } = useSurvey()
  const { menu } = usePages()
  return { ...at, page: menu[0]?.extname ?? at.page, ...startOf(survey.startPath, survey.startFilter) }
}

/** Opens another survey at its start, on the page of the same name where it has one. */
export function useOpenSurvey() {
  const at = useAt()
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  return async (name: string) => {
    const survey = await client.fetchQuery(surveyQuery(name, i18n.language)).catch(() => null)
    if (!survey) return say(t('survey.failed'))
    const page = survey.pages.find((one) => one.extname === at.page) ?? survey.pages[0]
    await navigate(
      linkTo({ ...at, survey: name, page: page?.extname ?? at.page, ...startOf(survey.startPath, survey.startFilter) }),
    )
  }
}
