import { formatCount } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import { InPlace } from '../card/in-place.tsx'
import { Tick } from '../control/control.tsx'
import css from '../filter/option-filter.module.css'
import type { FilterOption } from './option-filter.tsx'

const countOf = ({ n }: FilterOption) => (typeof n === 'number' ? n : 0)
/** The largest count, which the hair lines are measured against. */
export const optionScale = (options: readonly FilterOption[]) =>
  options.reduce((largest, one) => Math.max(largest, countOf(one)), 1)

/** How many interviews have an option, as a line under it. */
export const Hair = ({ option, largest }: { option: FilterOption; largest: number }) => (
  <span className={css.hair} aria-hidden>
    <span style={{ width: `${(100 * countOf(option)) / largest}%` }} />
  </span>
)

type Props = {
  option: FilterOption
  /** What the hair line is measured against; absent: there is none. */
  largest?: number
  name: string
  single: boolean
  checked: boolean
  onToggle: () => void
}

/** An option with how many interviews have it, as a number and as a hair line. */
export function OptionRow({ option, largest, name, single, checked, onToggle }: Props) {
  const { i18n } = useTranslation()
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is inside
    <label className={css.option}>
      <Tick
        type={single ? 'radio' : 'checkbox'}
        name={single ? name : undefined}
        checked={checked}
        onChange={onToggle}
        onClick={() => single && checked && onToggle()}
      />
      <span className={css.title} title={option.title}>
        {option.title}
      </span>
      {option.n !== null && <InPlace className={css.n} text={formatCount(option.n, i18n.language)} />}
      {largest !== undefined && <Hair option={option} largest={largest} />}
    </label>
  )
}
