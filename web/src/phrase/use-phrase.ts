import { parsePath } from '@kaiku/core/drill-path.ts'
import { timeFilter } from '@kaiku/core/filter-token.ts'
import { placeTreeFilter } from '@kaiku/core/place-time.ts'
import { fold } from '@kaiku/core/text.ts'
import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { type ResultSearch, useAt, useScope, viewOf } from '../drill-path/at.tsx'
import { linkTo } from '../drill-path/go.ts'
import { useFilters } from '../filter/filter.queries.ts'
import { filterWords } from '../filter/filter-words.ts'
import { usePages } from '../page/pages.ts'
import { periodWords, quickPeriods, quickPeriodsOf } from '../period/period-words.ts'
import { placesQuery } from '../place/place.queries.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { isLocale } from '../text/text.ts'
import { rankTarget } from './rank-target.ts'
import { type Piece, readPhrase } from './read-phrase.ts'

type Node = Reply<'result.search'>[number]
type Meant = Piece | { readonly is: 'place'; readonly text: string; readonly node: Node }

/** A piece as it is shown before it is used. `isKnown`: false, it says why not. */
export type Chip = { readonly title: string; readonly isKnown: boolean }

/** More names of places than these nobody writes at once. */
const mostPlaces = 3

/** What a text selects here, and how to go there; null where it selects nothing. */
export function usePhrase(text: string): { readonly chips: readonly Chip[]; readonly run: () => void } | null {
  const { t, i18n } = useTranslation()
  const at = useAt()
  const { survey } = useSurvey()
  const { locale, loadCount } = useScope()
  const { menu } = usePages()
  const navigate = useNavigate()
  const filters = useFilters()
  const view = viewOf(at)
  const tree = at.selection.get(placeTreeFilter)?.[0]
  const levels = survey.views.find(({ extName }) => extName === view)?.levelTitles ?? []
  const pieces = readPhrase(useDeferredValue(text), {
    locale: isLocale(i18n.language) ? i18n.language : 'en',
    filters: [...filters.values()],
    levels,
    periods: quickPeriodsOf(survey.calendar).map((written) => ({ title: t(quickPeriods[written]), written })),
    today: survey.today,
    calendar: survey.calendar,
  })
  const unknown = pieces.filter(({ is }) => is === 'unknown').slice(0, mostPlaces)
  const places = useQueries({
    queries: unknown.map((piece) =>
      placesQuery({ survey: at.survey, view, query: piece.text, locale, loadCount, tree }),
    ),
  })
  const meant = pieces.map((piece): Meant => {
    const found = places[unknown.indexOf(piece)]
    const node = placeNamed(piece.text, found?.isPlaceholderData ? [] : (found?.data ?? []))
    return node ? { is: 'place', text: piece.text, node } : piece
  })
  // A name alone is no selection: pages and places are found by it.
  const isSelection = meant.some(({ is }) => is === 'values' || is === 'period' || is === 'rank')
  if (!isSelection) return null
  const run = () => {
    const selection = new Map(at.selection)
    for (const [name, values] of valuesIn(meant)) selection.set(name, values)
    const path = meant.flatMap((piece) => {
      const read = piece.is === 'place' ? parsePath(piece.node.path) : null
      return read?.ok ? [read.value] : []
    })
    const rank = meant.find((piece) => piece.is === 'rank')
    const target = rank && rankTarget(menu, rank.part, rank.level === levels.length - 1)
    const link = linkTo({ ...at, selection, ...(path[0] && { path: path[0] }), ...(target && { page: target.page }) })
    void navigate({
      ...link,
      search: (before: ResultSearch) => {
        const search = link.search(before)
        if (target?.shown === undefined) return search
        const { sort: _, ...rest } = search
        return { ...rest, shown: target.shown }
      },
    })
  }
  return { chips: meant.map((piece) => chipOf(piece, filters, levels, t, i18n.language)), run }
}

/** The one that is called so, or the only one whose name has it in. */
function placeNamed(text: string, nodes: readonly Node[]): Node | undefined {
  const same = nodes.filter(({ name }) => fold(name) === fold(text))
  return same.length > 0 || nodes.length > 1 ? (same.length === 1 ? same[0] : undefined) : nodes[0]
}

/** What each filter is set to: any of the values that are named of it. */
function valuesIn(meant: readonly Meant[]): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, readonly string[]>()
  for (const piece of meant) {
    if (piece.is === 'values')
      values.set(piece.filter, [...new Set([...(values.get(piece.filter) ?? []), ...piece.values])].sort())
    if (piece.is === 'period') values.set(timeFilter, [piece.written])
  }
  return values
}

function chipOf(
  piece: Meant,
  filters: ReturnType<typeof useFilters>,
  levels: readonly string[],
  t: TFunction,
  locale: string,
): Chip {
  switch (piece.is) {
    case 'values': {
      const filter = filters.get(piece.filter)
      const words = filterWords(filter, piece.values, t, locale)
      return { title: `${filter?.title ?? piece.filter}: ${words}`, isKnown: true }
    }
    case 'period':
      return { title: periodWords(piece.written, t, locale), isKnown: true }
    case 'rank': {
      const n = piece.part.replace(/\D/g, '')
      const words = t(piece.part.startsWith('best') ? 'ranking.part.best' : 'ranking.part.worst', { n })
      const level = piece.level === null ? undefined : levels[piece.level]
      return { title: level === undefined ? words : `${words} (${level})`, isKnown: true }
    }
    case 'place':
      return { title: [...piece.node.above, piece.node.name].join(' › '), isKnown: true }
    case 'unclear':
      return { title: t('phrase.unclear', { text: piece.text, filters: piece.between.join(', ') }), isKnown: false }
    case 'unknown':
      return { title: t('phrase.unknown', { text: piece.text }), isKnown: false }
  }
}
