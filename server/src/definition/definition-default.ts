import type { Definition } from '@kaiku/contract/definition.ts'
import type { FiltersFile } from '@kaiku/contract/filter.ts'
import type { Indicator } from '@kaiku/contract/indicator.ts'
import type { Question } from '@kaiku/contract/question.ts'

type Questions = Definition['questions']
type Filter = FiltersFile['standard']['filterGroups'][number]['filters'][number]

const personal = new Set(['contact', 'weight', 'identifier', 'pii', 'date'])
const shown = (question: Question) => !question.hidden && !question.roles.some((role) => personal.has(role))
const dated = (questions: Questions) => questions.some(({ roles }) => roles.includes('date'))

const filterTitle = { en: 'Filters', fi: 'Suodattimet', sv: 'Filter', de: 'Filter' }
const timeTitle = { en: 'Time', fi: 'Aika', sv: 'Tid', de: 'Zeit' }

function filterOn(question: Question): Filter[] {
  const common = { extName: question.id, title: question.title, question: question.id }
  switch (question.type) {
    case 'choice':
    case 'multiple':
    case 'scale':
      return [{ ...common, multipleSelections: true, exclude: true }]
    case 'number':
      return [{ ...common, range: true }]
    case 'text':
    case 'date':
      return []
  }
}

/** Without `filters.json`: one filter per question that has options or numbers, and the date as time filter. */
export function defaultFilters(questions: Questions): Definition['filters'] {
  const group = (title: Record<string, string>, filters: Filter[]) => ({
    filterGroups: filters.length === 0 ? [] : [{ title, expanded: true, ungrouped: false, flatten: false, filters }],
  })
  return {
    standard: group(filterTitle, questions.filter(shown).flatMap(filterOn)),
    time: group(timeTitle, dated(questions) ? [{ extName: 'ftime', title: timeTitle, dateInterval: true }] : []),
  }
}

/** Without `indicators.json`: NPS of a 0–10 scale, the mean of any other; without scales, the number of interviews. */
export function defaultIndicators(questions: Questions): Indicator[] {
  const common = { decimals: 1, weight: 'none', better: 'high' } as const
  const scales = questions.filter((question) => question.type === 'scale' && shown(question))
  if (scales.length === 0)
    return [
      {
        measure: 'count',
        id: 'interviews',
        title: { en: 'Interviews', fi: 'Vastaukset', sv: 'Svar', de: 'Antworten' },
        ...common,
        decimals: 0,
      },
    ]
  return scales.map((question): Indicator => {
    const own = { ...common, id: question.id, title: question.title, question: question.id }
    if (question.type === 'scale' && question.min === 0 && question.max === 10)
      return { measure: 'nps', ...own, promoters: [9, 10], detractors: [0, 1, 2, 3, 4, 5, 6] }
    return { measure: 'mean', ...own }
  })
}

/** Without `pages.json`: the page `rankings` with every component that the questions can feed. */
export function defaultPages(questions: Questions): Definition['pages'] {
  const told = questions.find(
    (question) => shown(question) && (question.type === 'scale' || question.type === 'choice'),
  )
  const comment = questions.find(({ roles }) => roles.includes('comment'))
  return [
    {
      extname: 'rankings',
      title: { en: 'Overview', fi: 'Yleiskuva', sv: 'Översikt', de: 'Übersicht' },
      icon: 'chart',
      components: [
        { type: 'IndicatorTiles', spark: true },
        ...(dated(questions) ? [{ type: 'Trend', by: 'auto' } as const] : []),
        { type: 'RankingTableComponent', of: 'children', ownRankOnly: false, spark: true },
        ...(told ? [{ type: 'Distribution', question: told.id } as const] : []),
        ...(comment ? [{ type: 'Comments', question: comment.id, limit: 20 } as const] : []),
      ],
    },
  ]
}

const computedTitle = { en: 'Computed', fi: 'Lasketut', sv: 'Beräknade', de: 'Berechnete' }

/** The survey's filters and, behind them, one by every variable that scripts compute and none of them looks at. */
export function withComputedFilters(filters: FiltersFile, questions: Questions): FiltersFile {
  const { filterGroups } = filters.standard
  const own = [...filterGroups, ...filters.time.filterGroups].flatMap((group) => group.filters)
  const taken = new Set(own.flatMap(({ extName, question }) => [extName, question ?? extName]))
  const computed = questions.filter((question) => question.computed && shown(question) && !taken.has(question.id))
  const more = computed.flatMap(filterOn)
  if (more.length === 0) return filters
  const group = { title: computedTitle, expanded: false, ungrouped: false, flatten: false, filters: more }
  return { ...filters, standard: { filterGroups: [...filterGroups, group] } }
}
