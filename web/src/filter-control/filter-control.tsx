import type { Filter } from '@kaiku/contract/filter.ts'
import { isTimeFilter } from '@kaiku/core/filter-kind.ts'
import type { ComponentType } from 'react'
import { useFilterValues } from '../filter/filter.queries.ts'
import { PeriodControl } from '../period/period-control.tsx'
import { OptionFilter } from './option-filter.tsx'
import { RangeFilter } from './range-filter.tsx'
import { SubmatchFilter } from './submatch-filter.tsx'
import { TableDateFilter } from './table-date-filter.tsx'

export type ControlProps = { filter: Filter; values: readonly string[]; set: (values: readonly string[]) => void }

const PeriodFilter = ({ filter, values, set }: ControlProps) => (
  <PeriodControl flags={filter} value={values[0]} onChange={(value) => set(value === undefined ? [] : [value])} />
)

type Kind = 'tableDate' | 'range' | 'period' | 'submatch' | 'options'
const controls = {
  tableDate: TableDateFilter,
  range: RangeFilter,
  period: PeriodFilter,
  submatch: SubmatchFilter,
  options: OptionFilter,
} satisfies Record<Kind, ComponentType<ControlProps>>

const kindOf = (filter: Filter): Kind => {
  if (filter.tableDate) return 'tableDate'
  if (filter.range) return 'range'
  if (isTimeFilter(filter)) return 'period'
  // What has options is searched among them, and a part of a title can be taken as it was typed.
  return filter.submatch && filter.optionCount === 0 ? 'submatch' : 'options'
}

/** The control that a filter's kind asks for. */
export function FilterControl({ filter }: { filter: Filter }) {
  return <ValueControl filter={filter} {...useFilterValues(filter.extName)} />
}

/** The same for values that are kept elsewhere than in the address. */
export function ValueControl(props: ControlProps) {
  const Control = controls[kindOf(props.filter)]
  return <Control {...props} />
}
