import { parseFiltered } from '@kaiku/core/drill-path.ts'
import { type FilterKind, readRange } from '@kaiku/core/filter-kind.ts'
import { marksOf, noAnswer, optionText, timeFilter } from '@kaiku/core/filter-token.ts'
import { formatPeriod } from '@kaiku/core/format.ts'
import type { Words } from '../component-table/figure-cells.ts'
import type { QueryContext } from '../figure/query-context.ts'
import { answerTitles } from '../figure/rows.ts'
import { trendTitle } from '../figure/sentence.ts'
import { placeNames } from '../interview-list/interview-rows.ts'
import { findFilter } from '../selection/filter-door.ts'
import { namesHidden, shownNames } from '../selection/visible-node.ts'
import type { SheetCell } from '../table-file/sheet-cell.ts'

/** What a table is of, line by line: the survey, the place, the period, what it is compared with, and each filter. */
export function factsOf(asked: QueryContext, written: string, title: string, { say, locale }: Words): SheetCell[][] {
  const { scan, dictionary, who, compare } = asked
  const { selection, compared } = scan
  const { view, node, period, scope, today } = selection
  const names = shownNames(placeNames(asked, node), namesHidden(who, scope, view))
  return [
    [say('table.table'), title],
    [say('person.survey'), asked.translate(dictionary.definition.settings.title)],
    [say('place'), names.filter((name) => name !== '').join(' › ')],
    ...treeLine(asked, say),
    [
      say('table.period'),
      period === null ? trendTitle(selection, compare, null, locale) : formatPeriod(period, locale),
    ],
    ...(compared === null ? [] : [[say('table.compared'), formatPeriod(compared, locale)]]),
    ...filterLines(asked, written, say),
    [say('table.madeOn'), { day: today }],
  ]
}

/** By which tree of places, where it is not today's. */
function treeLine({ scan, translate }: QueryContext, say: Words['say']): SheetCell[][] {
  const { view, other } = scan.selection.view
  if (!other) return []
  const { by } = other
  if (by.by === 'then') return [[say('table.places'), say('table.placesThen')]]
  const plan = 'nodes' in view ? view.plans?.find(({ id }) => id === by.plan) : undefined
  return [[say('table.places'), say('table.placesPlanned', plan ? translate(plan.title) : by.plan)]]
}

/** Each filter in words. `written`: the filtered drill path, or only its filters. */
export function filterLines(
  { dictionary, scan, translate }: QueryContext,
  written: string,
  say: Words['say'],
): SheetCell[][] {
  const read = parseFiltered(written)
  if (!read.ok) return []
  return [...read.value.selection].flatMap(([name, values]): SheetCell[][] => {
    const found = findFilter(dictionary, name)
    if (!found || (name === timeFilter && scan.selection.period !== null)) return []
    const { filter, kind, stored } = found
    const options = new Map((filter.options ?? []).map(({ extName, title }) => [extName, translate(title)]))
    const titles = stored ? answerTitles(stored.question, translate) : new Map<string, string>()
    const words = values.map((value) => {
      const { excluded, body } = marksOf(value)
      const code = optionText(body)
      const text =
        body === noAnswer ? say('noValue') : (ownWords[kind](value) ?? options.get(code) ?? titles.get(code) ?? code)
      return excluded ? say('table.not', text) : text
    })
    return [[say('table.filter', translate(filter.title)), words.join(', ')]]
  })
}

/** A value in words of its kind; null: it names an option, or stands as it was written. */
const ownWords = {
  options: () => null,
  text: () => null,
  range(value) {
    const range = readRange(value)
    return range && `${range.from}–${range.to}`
  },
  period: () => null,
  tableDate: () => null,
  campaign: () => null,
} satisfies Record<FilterKind, (value: string) => string | null>
