import type { Indicator } from '@kaiku/contract/indicator.ts'
import { formatFiltered, parseFiltered } from '@kaiku/core/drill-path.ts'
import { noAnswer, setValues, timeFilter } from '@kaiku/core/filter-token.ts'
import { writeAbsoluteDays } from '@kaiku/core/relative-date.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { questionFilterOf } from '../selection/question-filter.ts'
import type { Selection } from '../selection/selection.ts'
import { isWeighted } from '../sums/sums.ts'

/** A filtered path whose period is named by its days: it means the same on any later day. */
export function settledPath({ period }: Pick<Selection, 'period'>, path: string): string {
  const read = parseFiltered(path)
  if (!read.ok || !period?.from || !period.to) return path
  const days = writeAbsoluteDays(period.from, period.to)
  return formatFiltered(read.value.path, setValues(read.value.selection, timeFilter, [days]))
}

/** The path of those with a valid answer to the question of an indicator; null: no filter can tell them from the others. */
export function behindPath(dictionary: Dictionary, indicator: Indicator, path: string): string | null {
  if (!('question' in indicator) || indicator.question === undefined || isWeighted(dictionary, indicator)) return null
  const question = dictionary.questions.get(indicator.question)?.question
  const filter = question && questionFilterOf(dictionary, question)
  const read = parseFiltered(path)
  if (!filter || !read.ok) return null
  return formatFiltered(read.value.path, setValues(read.value.selection, filter.extName, [`_${noAnswer}`]))
}
