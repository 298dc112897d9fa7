import type { FilterSelection } from '@kaiku/core/filter-token.ts'
import { keepTree, withoutTree } from '@kaiku/core/place-time.ts'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../control/control.tsx'
import { startOf, useSelection } from '../drill-path/at.tsx'
import { useGo } from '../drill-path/go.ts'
import { useSurvey } from '../survey/survey-context.tsx'

const sameSelection = (a: FilterSelection, b: FilterSelection) =>
  a.size === b.size && [...a].every(([name, values]) => values.join('*') === b.get(name)?.join('*'))

/** What filtering begins with, and whether anything else is filtered by now. */
export function useStartFilters() {
  const selection = useSelection()
  const { survey } = useSurvey()
  const start = startOf(survey.startPath, survey.startFilter).selection
  return { start: keepTree(selection, start), isChanged: !sameSelection(withoutTree(selection), start) }
}

/** The two ways to be rid of filters: all of them, or what was changed of those that the survey begins with. */
export function FilterResets() {
  const { t } = useTranslation()
  const selection = useSelection()
  const go = useGo()
  const { start, isChanged } = useStartFilters()
  return (
    <>
      <LinkButton
        disabled={withoutTree(selection).size === 0}
        onClick={() => go({ selection: keepTree(selection, new Map()) })}
      >
        {t('filter.clearAll')}
      </LinkButton>
      {withoutTree(start).size > 0 && (
        <LinkButton disabled={!isChanged} onClick={() => go({ selection: start })}>
          {t('filter.reset')}
        </LinkButton>
      )}
    </>
  )
}
