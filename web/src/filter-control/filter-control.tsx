import type { Filter } from '@kaiku/contract/filter.ts'
import type { FilterKind } from '@kaiku/core/filter-kind.ts'
import type { ComponentType } from 'react'
import { useFilterValues } from '../filter/filter.queries.ts'
import { PeriodControl } from '../period/period-control.tsx'
import { CampaignFilter } from './campaign-filter.tsx'
import { OptionFilter } from './option-filter.tsx'
import { RangeFilter } from './range-filter.tsx'
import { SubmatchFilter } from './submatch-filter.tsx'
import { TableDateFilter } from './table-date-filter.tsx'

export type ControlProps = { filter: Filter; values: readonly string[]; set: (values: readonly string[]) => void }

const PeriodFilter = ({ filter, values, set }: ControlProps) => (
  <PeriodControl flags={filter} value={values[0]} onChange={(value) => set(value === undefined ? [] : [value])} />
)

const controls = {
  options: OptionFilter,
  text: SubmatchFilter,
  range: RangeFilter,
  period: PeriodFilter,
  tableDate: TableDateFilter,
  campaign: CampaignFilter,
} satisfies Record<FilterKind, ComponentType<ControlProps>>

/** The control that a filter's kind asks for. */
export function FilterControl({ filter }: { filter: Filter }) {
  return <ValueControl filter={filter} {...useFilterValues(filter.extName)} />
}

/** The same for values that are kept elsewhere than in the address. */
export function ValueControl(props: ControlProps) {
  const Control = controls[props.filter.kind]
  return <Control {...props} />
}
