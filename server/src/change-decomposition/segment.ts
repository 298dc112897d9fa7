import type { Amount, ChangeDecomposition } from '@kaiku/contract/change-decomposition.ts'
import type { Question } from '@kaiku/contract/question.ts'
import { kindOf, writeRange } from '@kaiku/core/filter-kind.ts'
import { noAnswer, option } from '@kaiku/core/filter-token.ts'
import type { Translate } from '@kaiku/core/localised.ts'
import { noValue } from '../aggregate/grouping.ts'
import type { Dictionary, StoredQuestion } from '../dictionary/dictionary.ts'
import { answerRows } from '../figure/rows.ts'
import type { ConfigFilter } from '../selection/filter-door.ts'
import { others, type PeriodSums, type SegmentSums } from './unit-sums.ts'

type Segment = ChangeDecomposition['segments'][number]

type Input = {
  readonly stored: StoredQuestion
  readonly dictionary: Dictionary
  readonly translate: Translate
  readonly segments: SegmentSums
  readonly amounts: (key: string) => { own: Amount; mix: Amount }
  readonly levels: (held: PeriodSums) => Pick<Segment, 'now' | 'before' | 'share' | 'shareBefore'>
}

/** The segments that have answers, in the order of the question; all others together last. */
export function shownSegments({ stored, dictionary, translate, segments, amounts, levels }: Input): Segment[] {
  const filter = filterOn(dictionary, stored.question.id)
  const rows = answerRows(
    stored,
    [...segments.keys()].filter((key) => key !== others),
    translate,
  )
  const named = rows.flatMap(({ key, id, name }) => {
    const held = segments.get(key)
    const value = filter && filterValue(filter, stored.question, key)
    return held
      ? [
          {
            key,
            held,
            code: id,
            title: name,
            filter: filter && value !== null ? { name: filter.extName, value } : null,
          },
        ]
      : []
  })
  const rest = segments.get(others)
  return [
    ...named.map(({ key, held, ...shown }) => ({ ...shown, ...levels(held), ...amounts(key) })),
    ...(rest ? [{ code: null, title: '', filter: null, ...levels(rest), ...amounts(others) }] : []),
  ]
}

/** The survey's filter on a question whose values are its answers or ranges of them. */
function filterOn({ definition }: Dictionary, question: string): ConfigFilter | null {
  const filters = definition.filters.standard.filterGroups.flatMap((group) => group.filters)
  const fits = filters.filter((filter) => filter.question === question && !filter.submatch)
  return fits.find((filter) => kindOf(filter) === 'options' || kindOf(filter) === 'range') ?? null
}

function filterValue(filter: ConfigFilter, question: Question, key: string): string | null {
  if (key === noValue) return noAnswer
  if (kindOf(filter) === 'options') return option(key)
  if (question.type !== 'number') return writeRange(Number(key), Number(key))
  const band = question.bands.find(({ id }) => id === key)
  return band ? writeRange(band.from ?? question.min ?? null, band.to ?? question.max ?? null) : null
}
