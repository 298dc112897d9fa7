import type { Filter } from '@kaiku/contract/filter.ts'
import { readRange, writeRange } from '@kaiku/core/filter-kind.ts'
import { type SubmitEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../ui/control.tsx'
import type { ControlProps } from './filter-control.tsx'
import css from './filter-sidebar.module.css'

const numberOf = (text: string): number | null => {
  const plain = text.trim().replace(',', '.').replace('−', '-')
  return plain === '' || Number.isNaN(Number(plain)) ? null : Number(plain)
}

/** A number range. It filters only when both ends are given; emptying both clears it. */
export function RangeFilter({ filter, values, set }: ControlProps) {
  const { t } = useTranslation()
  const chosen = readRange(values[0] ?? '')
  const [from, setFrom] = useState(chosen ? String(chosen.from) : '')
  const [to, setTo] = useState(chosen ? String(chosen.to) : '')
  const form = useRef<HTMLFormElement>(null)
  const [low, high] = [numberOf(from), numberOf(to)]
  const crossed = low !== null && high !== null && low > high
  const apply = () => {
    const written = writeRange(low, high)
    if (written !== null && written !== values[0]) set([written])
    else if (written === null && values.length > 0 && !crossed) set([])
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    apply()
  }
  const notNumber = (text: string) =>
    text.trim() !== '' && numberOf(text) === null ? t('filter.notNumber') : undefined
  return (
    <form
      ref={form}
      className={css.control}
      onSubmit={submit}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && apply()}
    >
      <Histogram filter={filter} from={low} to={high} />
      <div className={css.ends}>
        <Field
          label={t('filter.fromOf', { title: filter.title })}
          hideLabel
          inputMode="decimal"
          placeholder={filter.extent ? String(filter.extent.min) : t('filter.from')}
          value={from}
          fault={notNumber(from) ?? (crossed ? t('must be less than {to}', { to }) : undefined)}
          onChange={(event) => setFrom(event.target.value)}
        />
        <Field
          label={t('filter.toOf', { title: filter.title })}
          hideLabel
          inputMode="decimal"
          placeholder={filter.extent ? String(filter.extent.max) : t('filter.to')}
          value={to}
          fault={notNumber(to)}
          onChange={(event) => setTo(event.target.value)}
        />
      </div>
      <button type="submit" className="hidden-text" tabIndex={-1}>
        {t('apply')}
      </button>
    </form>
  )
}

const [width, height, between] = [272, 44, 2]

/** How the answers lie, what is inside the range in full colour. */
function Histogram({ filter, from, to }: { filter: Filter; from: number | null; to: number | null }) {
  const bars = filter.histogram
  if (bars.length === 0) return null
  const most = Math.max(1, ...bars.map((bar) => bar.n))
  const step = width / bars.length
  const inside = (bar: (typeof bars)[number]) =>
    from === null || to === null || (bar.to > from && bar.from <= to) || (bar.from >= from && bar.to <= to)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={css.histogram} aria-hidden="true" preserveAspectRatio="none">
      {bars.map((bar, index) => {
        const tall = bar.n === 0 ? 0 : Math.max(1.5, (bar.n / most) * height)
        return (
          <rect
            key={bar.from}
            x={index * step}
            y={height - tall}
            width={Math.max(1, step - between)}
            height={tall}
            rx={Math.min(2, tall / 2)}
            fill={inside(bar) ? 'var(--primary)' : 'var(--tint-strong)'}
          />
        )
      })}
    </svg>
  )
}
