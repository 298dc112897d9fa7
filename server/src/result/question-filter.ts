import type { Question } from '@kaiku/contract/question.ts'
import { isTimeFilter } from '@kaiku/core/filter-kind.ts'
import type { Dictionary } from '../survey/dictionary.ts'
import type { ConfigFilter } from './predicate.ts'

/** The survey's filters that look at a question's answers. */
export const filtersOf = ({ definition }: Dictionary, { id }: Question): readonly ConfigFilter[] =>
  [definition.filters.standard, definition.filters.time]
    .flatMap(({ filterGroups }) => filterGroups.flatMap(({ filters }) => filters))
    .filter((filter) => filter.question === id && !filter.tableDate && !isTimeFilter(filter))
