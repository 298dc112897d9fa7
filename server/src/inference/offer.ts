import type { filtersFile } from '@kaiku/contract/filter.ts'
import type { indicatorsFile } from '@kaiku/contract/indicator.ts'
import type { pagesFile } from '@kaiku/contract/page.ts'
import type { z } from 'zod'
import type { Draft } from '../column/column.ts'
import { free } from '../column/slug.ts'
import { inAll, type Locale, means, said, wordsOf } from '../column/vocabulary.ts'
import { stemOf } from '../column-kind/scale.ts'

type Filters = z.input<typeof filtersFile>
type Filter = Filters['standard']['filterGroups'][number]['filters'][number]
export type IndicatorDraft = z.input<typeof indicatorsFile>['indicators'][number]
type Pages = z.input<typeof pagesFile>['pages']
type Component = Pages[number]['components'][number]

type Title = IndicatorDraft['title']

const openOptions = 12
const searchedOptions = 100
const mostBackground = 40
const mostAnswers = 40
const mostIndicators = 120
const mostMain = 4
const mostOnPage = 14
const reservedFilter = 'ftime'

const id = ({ question }: Draft) => question.id
const text = ({ question }: Draft) => (typeof question.title === 'string' ? question.title : question.id)
const titleIn = (title: Title, locale: Locale) => (typeof title === 'string' ? title : (title[locale] ?? ''))
const sizeOf = ({ columns }: Draft) =>
  Math.max(...columns.map(({ answers, many }) => (many ? Number.POSITIVE_INFINITY : answers.size)))

/** One filter of the kind that suits the question; null where none does. */
function filterOn(draft: Draft, taken: Set<string>): Filter | null {
  const { question } = draft
  if (draft.use.aside) return null
  const common = () => ({ extName: free(question.id, taken), title: text(draft), question: question.id })
  switch (question.type) {
    case 'scale':
    case 'number':
      return { ...common(), range: true }
    case 'choice':
    case 'multiple': {
      const size = sizeOf(draft)
      const kind = size > searchedOptions ? { serverSide: true } : size > openOptions ? { dropdown: true } : {}
      return { ...common(), ...kind, multipleSelections: true, exclude: true }
    }
    case 'text':
      return draft.use.comment ? { ...common(), submatch: true, exclude: true, multipleSelections: true } : null
    case 'date':
      return question.roles?.includes('date') ? null : { ...common(), dateInterval: true }
  }
}

/** Who and where first, then what was answered. `left`: questions that no filter is offered for because there are so many. */
export function filtersOf(
  drafts: readonly Draft[],
  views: readonly (readonly Draft[])[],
): { filters: Filters; left: number } {
  const taken = new Set([reservedFilter])
  const levels = views.flat()
  const isBackground = (draft: Draft) =>
    levels.includes(draft) || draft.use.background || (draft.question.type === 'choice' && !draft.use.share)
  const background = [...levels, ...drafts.filter((draft) => isBackground(draft) && !levels.includes(draft))]
  const answers = drafts.filter((draft) => !isBackground(draft))
  const made = (list: readonly Draft[]) => [...new Set(list)].flatMap((draft) => filterOn(draft, taken) ?? [])
  const first = made(background)
  const second = made(answers)
  const groups = [
    { title: said.background, filters: first.slice(0, mostBackground) },
    { title: said.answers, expanded: first.length === 0, filters: second.slice(0, mostAnswers) },
  ].filter(({ filters }) => filters.length > 0)
  const left = Math.max(0, first.length - mostBackground) + Math.max(0, second.length - mostAnswers)
  return {
    filters: { standard: { filterGroups: groups }, time: { filterGroups: timeGroups(drafts, taken) } },
    left,
  }
}

function timeGroups(drafts: readonly Draft[], taken: Set<string>): Filters['time']['filterGroups'] {
  const has = (role: 'date' | 'contact') => drafts.some(({ question }) => question.roles?.includes(role))
  if (!has('date')) return []
  const period = { extName: reservedFilter, title: said.time, dateInterval: true, dateRef: true }
  const customer = { extName: free('per-customer', taken), title: said.oneEach, tableDate: true }
  return [
    {
      title: said.time,
      expanded: true,
      ungrouped: true,
      filters: has('contact') ? [period, customer] : [period],
    },
  ]
}

/** The figures worth following, the most telling ones first; `main` are those of tiles and rankings. */
export function indicatorsOf(drafts: readonly Draft[]): { indicators: IndicatorDraft[]; main: string[] } {
  const taken = new Set<string>()
  const weighted = drafts.some(({ question }) => question.roles?.includes('weight'))
  const scales = drafts
    .filter(({ question }) => question.type === 'scale')
    .toSorted((a, b) => importance(b) - importance(a))
  // Any other scale from 0 to 10 may be a grade, a pain, a quiz: only its name says that it is a recommendation.
  const nps = scales.filter(({ use }) => use.nps && !use.doubtful)
  const make = (draft: Draft, name: string) => ({ id: free(name, taken), question: id(draft) })
  const net = nps.map(
    (draft): IndicatorDraft => ({
      measure: 'nps',
      ...make(draft, `${id(draft)}-nps`),
      title: nps.length > 1 ? `NPS: ${text(draft)}` : 'NPS',
    }),
  )
  const byImportance = drafts.toSorted((a, b) => weightOf(b) - weightOf(a))
  const shares = byImportance.flatMap((draft): IndicatorDraft[] => {
    const { share: wanted } = draft.use
    if (!wanted) return []
    const title = wanted.title ? `${text(draft)}: ${wanted.title}` : text(draft)
    return [{ measure: 'share', ...make(draft, id(draft)), title, set: [...wanted.set] }]
  })
  const averages = scales.map(
    (draft): IndicatorDraft => ({ measure: 'mean', ...make(draft, id(draft)), title: text(draft), decimals: 2 }),
  )
  const boxes = scales
    .filter(({ question }) => question.type === 'scale' && question.max <= 7 && question.max - question.min >= 3)
    .map(
      (draft): IndicatorDraft => ({
        measure: 'topBox',
        ...make(draft, `${id(draft)}-top2`),
        title: inAll((locale) => `${text(draft)}, ${said.topBox[locale]}`),
      }),
    )
  const numbers = drafts
    .filter(({ question, use }) => question.type === 'number' && !use.aside)
    .map(
      (draft): IndicatorDraft => ({
        measure: 'mean',
        ...make(draft, `${id(draft)}-mean`),
        title: inAll((locale) => `${text(draft)}, ${said.mean[locale]}`),
      }),
    )

  const of = (list: readonly IndicatorDraft[], wanted: (draft: Draft) => boolean) =>
    list.filter((one) => 'question' in one && drafts.some((draft) => id(draft) === one.question && wanted(draft)))
  const aspects = of(averages, (draft) => !nps.includes(draft))
  const named = of(averages, (draft) => leads(draft) && !nps.includes(draft))
  // A mean says more to a newcomer than the share of its best steps.
  const leading = (named.length > 0 || net.length + shares.length > 0 ? named : aspects).slice(0, 1)
  const measured = of(numbers, ({ use }) => use.measure === true)
  const [best] = [...leading, ...aspects]
  const box = boxes.filter((one) => best && 'question' in one && 'question' in best && one.question === best.question)
  const ordered = [...net.slice(0, 1), ...leading, ...shares.slice(0, 2), ...box, ...aspects, ...shares, ...measured]
  const main = [...new Set(ordered)].slice(0, mostMain)
  const twins = weighted
    ? main.map(
        (one): IndicatorDraft => ({
          ...one,
          id: free(`${one.id}-weighted`, taken),
          title: inAll((locale) => `${titleIn(one.title, locale)}, ${said.weighted[locale]}`),
          weight: 'role',
        }),
      )
    : []
  const all = [...main, ...twins, ...net, ...averages, ...shares, ...numbers, ...boxes]
  const indicators = [...new Set(all)].slice(0, mostIndicators)
  if (indicators.length === 0)
    indicators.push({ measure: 'count', id: 'interviews', title: said.interviews, decimals: 0 })
  return { indicators, main: (main.length > 0 ? main : indicators.slice(0, 1)).map((one) => one.id) }
}

const overall = /^(?:overall|all|whole|total|general|kokonaisuus|yleisarvosana|helhet|gesamt)$/

/** What is asked about the whole leads, then what is called a rating, then the order of the file. */
function importance(draft: Draft): number {
  const [column] = draft.columns
  if (!column) return 0
  const isOverall = wordsOf(`${column.header} ${text(draft)}`).some((word) => overall.test(word))
  return (
    (draft.use.doubtful ? -9e6 : 0) +
    (draft.use.nps ? 4e6 : 0) +
    (isOverall ? 2e6 : 0) +
    (means(column.words, 'rating') || means(column.words, 'recommendation') ? 1e6 : 0) -
    column.index
  )
}
/** A share of the plainly best answer tells more than one of a yes. */
const weightOf = (draft: Draft) => importance(draft) + (draft.use.share?.title ? 1e4 : 0)
/** Whether a question stands for the whole rather than for one aspect. */
const leads = (draft: Draft) => importance(draft) > 5e5

export function pagesOf(
  drafts: readonly Draft[],
  indicators: readonly IndicatorDraft[],
  main: readonly string[],
): Pages {
  const scales = drafts
    .filter(({ question }) => question.type === 'scale')
    .toSorted((a, b) => importance(b) - importance(a))
  const comments = drafts.filter(({ use }) => use.comment)
  const shared = drafts.filter(({ use }) => use.share)
  const age = drafts.find(({ question }) => question.type === 'number' && question.bands?.length)
  const [leading = shared[0] ?? drafts.find(({ question, use }) => question.type === 'choice' && !use.aside)] = scales
  const dated = drafts.some(({ question }) => question.roles?.includes('date'))
  const distribution = (draft: Draft): Component => ({ type: 'Distribution', question: id(draft) })
  const tiles = [...main]
  const overview: Component[] = [
    { type: 'IndicatorTiles', indicators: tiles },
    ...(dated ? [{ type: 'Trend', indicators: tiles.slice(0, 1) } satisfies Component] : []),
    { type: 'RankingTableComponent', indicators: tiles },
    ...(leading ? [distribution(leading)] : []),
    ...(age
      ? [
          {
            type: 'RankingTableComponent',
            title: text(age),
            of: { question: id(age) },
            indicators: tiles,
          } satisfies Component,
        ]
      : []),
    ...comments.slice(0, 1).map((draft): Component => ({ type: 'Comments', question: id(draft), limit: 10 })),
  ]
  const choices = drafts.filter(
    ({ question, use }) => (question.type === 'choice' || question.type === 'multiple') && !use.aside,
  )
  const bars = [...scales, ...shared, ...choices.filter((one) => sizeOf(one) <= 15)]
  const answers = [...batteries(scales, indicators), ...[...new Set(bars)].slice(0, mostOnPage).map(distribution)]
  const page = (extname: string, title: Title, icon: string, components: Component[]) => ({
    extname,
    title,
    icon,
    components,
  })
  return [
    page('overview', said.overview, 'overview', overview),
    page('rankings', said.rankings, 'ranking', [
      { type: 'RankingTableComponent', indicators: indicators.slice(0, 8).map((one) => one.id) },
    ]),
    ...(answers.length > 0 ? [page('answers', said.answers, 'chart', answers)] : []),
    ...(comments.length > 0
      ? [
          page(
            'comments',
            said.comments,
            'comment',
            comments
              .slice(0, 4)
              .map((draft): Component => ({ type: 'Comments', title: text(draft), question: id(draft), limit: 50 })),
          ),
        ]
      : []),
  ]
}

/** The means of questions that were asked together, as one row of tiles each. */
function batteries(scales: readonly Draft[], indicators: readonly IndicatorDraft[]): Component[] {
  const groups = new Map<string, string[]>()
  for (const draft of scales.toSorted((a, b) => (a.columns[0]?.index ?? 0) - (b.columns[0]?.index ?? 0))) {
    const shown = indicators.find(
      (one) => one.measure === 'mean' && one.question === id(draft) && one.weight !== 'role',
    )
    const stem = stemOf(draft.columns[0]?.header ?? '')
    if (shown) groups.set(stem, [...(groups.get(stem) ?? []), shown.id])
  }
  return [...groups]
    .filter(([, ids]) => ids.length >= 2)
    .slice(0, 8)
    .map(([stem, ids]) => ({
      type: 'IndicatorTiles',
      ...(stem === '' ? {} : { title: stem.toUpperCase() }),
      indicators: ids.slice(0, 50),
      spark: false,
    }))
}
