import { useTranslation } from 'react-i18next'
import { startOf, useAt, viewOf } from '../drill-path/at.tsx'
import { PlaceLink } from '../place/place-link.tsx'
import { selectionIn } from '../place-time/use-place-time.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './view-tabs.module.css'

/** The hierarchies of the survey. Another one opens at its start and keeps the filters. */
export function ViewTabs() {
  const { t } = useTranslation()
  const at = useAt()
  const { survey } = useSurvey()
  if (survey.views.length < 2) return null
  return (
    <nav aria-label={t('shell.views')} className={css.tabs}>
      {survey.views.map((view) => (
        <PlaceLink
          key={view.extName}
          to={{ ...at, path: startOf(view.startPath, '').path, selection: selectionIn(view, at.selection) }}
          className={css.tab}
          aria-current={view.extName === viewOf(at) ? 'page' : undefined}
        >
          {view.title}
        </PlaceLink>
      ))}
    </nav>
  )
}
