import type { comparison } from '@kaiku/contract/page.ts'
import { type DrillPath, parseFiltered } from '@kaiku/core/drill-path.ts'
import { type FilterSelection, formatToken, parseToken } from '@kaiku/core/filter-token.ts'
import type { Parsed } from '@kaiku/core/parsed.ts'
import { createContext, type ReactNode, useContext, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { inFull, writePath } from '../filter-reference/filter-reference.ts'
import { useSurvey } from '../survey/survey-context.tsx'

export type Comparison = z.output<typeof comparison>
export const comparisons = ['none', 'previous', 'yearBefore', 'periodToDate'] as const satisfies Comparison[]
export const defaultComparison: Comparison = 'yearBefore'

export const rankingsPage = 'rankings'
export const alertsPage = 'alerts'
export const samplesPage = 'samples'
/** The page that lists the interviews behind any figure. */
export const interviewsPage = 'interviews'

/** The page that shows any variables against each other. */
export const explorePage = 'explore'

/** Everything that selects: where the address bar says one is. */
export type At = {
  survey: string
  page: string
  path: DrillPath
  selection: FilterSelection
  compare: Comparison
}

/** What may stand behind the `?` of a result page, all of it text. */
export type ResultSearch = Partial<Record<'compare' | 'sort' | 'columns' | 'shown' | 'page' | 'universe', string>>

type Address = { survey: string; pageId?: string | undefined; drillPath: string }

/** Reads an address; the refusal says what in the drill path cannot be read. */
export function readAt(
  { survey, pageId, drillPath }: Address,
  search: { readonly compare?: string | undefined },
): Parsed<At> {
  const read = parseFiltered(inFull(drillPath))
  if (!read.ok) return read
  const compare = comparisons.find((one) => one === search.compare) ?? defaultComparison
  return { ok: true, value: { survey, page: pageId ?? rankingsPage, ...read.value, compare } }
}

const AtContext = createContext<At | null>(null)
const SelectionContext = createContext<FilterSelection>(new Map())
const HereContext = createContext<{ readonly current: At } | null>(null)

/** Says to what stands below where one is. */
export function AtProvider({ at, children }: { at: At; children: ReactNode }) {
  const here = useRef(at)
  useLayoutEffect(() => {
    here.current = at
  }, [at])
  const [selection, setSelection] = useState(at.selection)
  if (selection !== at.selection && formatToken(selection) !== formatToken(at.selection)) setSelection(at.selection)
  return (
    <HereContext value={here}>
      <SelectionContext value={selection}>
        <AtContext value={at}>{children}</AtContext>
      </SelectionContext>
    </HereContext>
  )
}

/** For figures that are still of another place than the one whose address stands in the bar. */
export const ShownAtProvider = ({ at, children }: { at: At; children: ReactNode }) => (
  <AtContext value={at}>{children}</AtContext>
)

export function useAt(): At {
  const at = useContext(AtContext)
  if (!at) throw new Error('outside of a result page')
  return at
}

/** What is filtered by. The same while only something else of the address changes, so that the filters rest meanwhile. */
export const useSelection = (): FilterSelection => useContext(SelectionContext)

/** Where one is at the moment that it is read, for what is done rather than shown. */
export function useHere(): { readonly current: At } {
  const here = useContext(HereContext)
  if (!here) throw new Error('outside of a result page')
  return here
}

/** A start path as the server gives it, with a filter token: the place that home and reset lead to. */
export function startOf(startPath: string, startFilter: string): { path: DrillPath; selection: FilterSelection } {
  const path = parseFiltered(startPath)
  const token = parseToken(startFilter)
  return { path: path.ok ? path.value.path : [], selection: token.ok ? token.value : new Map() }
}

/** What every figure on the screen has in common: it names the answer, so it is the key of each query. */
export type PlaceAt = { survey: string; path: string; compare: Comparison; locale: string; loadCount: number }

export const scopeOf = (at: At, locale: string, loadCount: number): PlaceAt => ({
  survey: at.survey,
  path: writePath(at.path, at.selection),
  compare: at.compare,
  locale,
  loadCount,
})

export function useScope(): PlaceAt {
  const { i18n } = useTranslation()
  return scopeOf(useAt(), i18n.language, useSurvey().loadCount)
}

export const viewOf = (at: At): string => at.path[0] ?? ''
