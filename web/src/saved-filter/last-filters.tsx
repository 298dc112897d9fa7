import { formatToken, parseToken } from '@kaiku/core/filter-token.ts'
import { keepTree, withoutTree } from '@kaiku/core/place-time.ts'
import { IconHistory, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { startOf, useAt } from '../drill-path/at.tsx'
import { useGo } from '../drill-path/go.ts'
import { useFilters } from '../filter/filter.queries.ts'
import css from '../filter/filter-chips.module.css'
import { filterWords } from '../filter/filter-words.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { savedFiltersQuery, useRememberFilters } from './saved-filter.queries.ts'

// For as long as the window stays: what was put aside once is not offered at every step.
const putAside = new Set<string>()

/** Where the start filter stands, a chip that brings back what the viewer filtered by last. */
export function LastFilters() {
  const { t, i18n } = useTranslation()
  const { survey: name, selection } = useAt()
  const { survey } = useSurvey()
  const go = useGo()
  const filters = useFilters()
  const [, setAside] = useState(0)
  useRememberFilters()
  const last = useQuery(savedFiltersQuery(name)).data?.last ?? ''
  const start = formatToken(startOf(survey.startPath, survey.startFilter).selection)
  const read = parseToken(last)
  const isOffered =
    last !== '' && last !== start && formatToken(withoutTree(selection)) === start && !putAside.has(`${name} ${last}`)
  if (!isOffered || !read.ok) return null
  const words = [...read.value]
    .map(([filter, values]) => {
      const known = filters.get(filter)
      return `${known?.title ?? filter} ${filterWords(known, values, t, i18n.language)}`
    })
    .join(' · ')
  return (
    <li className={`${css.chip} ${css.reset}`}>
      <button
        type="button"
        className={css.last}
        title={words}
        onClick={() => go({ selection: keepTree(selection, read.value) })}
      >
        <IconHistory size={14} aria-hidden />
        <span>{t('saved.last')}</span>
        <span className={css.words}>{words}</span>
      </button>
      <button
        type="button"
        className={css.clear}
        aria-label={t('saved.notLast')}
        title={t('saved.notLast')}
        onClick={() => {
          putAside.add(`${name} ${last}`)
          setAside((count) => count + 1)
        }}
      >
        <IconX size={12} />
      </button>
    </li>
  )
}
