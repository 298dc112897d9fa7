import { clearFilter, timeFilter } from '@kaiku/core/filter-token.ts'
import { withoutTree } from '@kaiku/core/place-time.ts'
import { IconFilter, IconX } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { createContext, lazy, Suspense, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { useAt } from '../drill-path/at.tsx'
import { useGo } from '../drill-path/go.ts'
import { useAwaitsFilters, useFilters } from '../filter/filter.queries.ts'
import css from '../filter/filter-chips.module.css'
import { filterWords } from '../filter/filter-words.ts'
import { Skeleton } from '../overlay/skeleton.tsx'
import { usePages } from '../page/pages.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { useStartFilters } from './filter-resets.tsx'

const LastFilters = lazy(async () => ({ default: (await import('../saved-filter/last-filters.tsx')).LastFilters }))

/** Opens the filters where they are out of sight; undefined where they stand beside the page. */
export const OpenFilters = createContext<(() => void) | undefined>(undefined)

/** A chip for each active filter, each with its own clear, and the way to the filters where they are out of sight. */
export function FilterChips() {
  const onOpen = useContext(OpenFilters)
  const { t, i18n } = useTranslation()
  const { selection, page } = useAt()
  const go = useGo()
  const filters = useFilters()
  const isAwaited = useAwaitsFilters()
  const before = useRouterState({ select: (state) => state.location.state.periodBefore })
  const { start, isChanged } = useStartFilters()
  const replaced = before ?? start.get(timeFilter) ?? []
  const interval = usePages().all.find((one) => one.extname === page)?.selectionInterval
  const restore = () => {
    const next = new Map(selection)
    if (replaced.length > 0) next.set(timeFilter, replaced)
    else next.delete(timeFilter)
    go({ selection: next })
  }
  return (
    <ul className={css.chips} aria-label={t('filter.active')}>
      {[...withoutTree(selection)].map(([name, values]) => {
        const filter = filters.get(name)
        if (filter === undefined && isAwaited)
          return (
            <li key={name} className={css.chip}>
              <Skeleton height={14} width="14ch" />
            </li>
          )
        const title = filter?.title ?? name
        const words = filterWords(filter, values, t, i18n.language)
        const byPage = name === timeFilter && values.join() === interval && replaced.join() !== interval
        return (
          // Said in other words it is another chip: nothing of it moves.
          <li key={`${name} ${words}`} className={css.chip}>
            <span className={css.title}>{byPage ? t('filter.byPage') : title}</span>
            <span className={css.words} title={words}>
              {words}
            </span>
            {byPage && (
              <button type="button" className={css.undo} onClick={restore}>
                {t('filter.restore', {
                  period: replaced.length > 0 ? filterWords(filter, replaced, t, i18n.language) : t('period.allTime'),
                })}
              </button>
            )}
            <button
              type="button"
              className={css.clear}
              aria-label={t('filter.clearOf', { title })}
              title={t('filter.clearOf', { title })}
              onClick={() => go({ selection: clearFilter(selection, name) })}
            >
              <IconX size={12} />
            </button>
          </li>
        )
      })}
      <Protected />
      {onOpen && (
        <li>
          <button type="button" className={`${css.chip} ${css.act}`} onClick={onOpen}>
            <IconFilter size={14} />
            {t('filter.title')}
          </button>
        </li>
      )}
      <Suspense fallback={null}>
        <LastFilters />
      </Suspense>
      {onOpen && isChanged && withoutTree(start).size > 0 && (
        <li>
          <button
            type="button"
            className={`${css.chip} ${css.act} ${css.reset}`}
            onClick={() => go({ selection: start })}
          >
            {t('filter.reset')}
          </button>
        </li>
      )}
    </ul>
  )
}

/** What protection means for the figures below: exact for whole groups, approximate with filters. */
function Protected() {
  const { t } = useTranslation()
  const { selection } = useAt()
  const { survey } = useSurvey()
  if (!survey.protection) return null
  const isFiltered = [...selection.keys()].some((name) => name !== timeFilter)
  return (
    <li className={css.protected}>
      {isFiltered ? t('filter.approximate') : t('filter.protected', { n: survey.minimumN })}
    </li>
  )
}
