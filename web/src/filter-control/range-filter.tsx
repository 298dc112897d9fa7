import { readRange, writeRange } from '@kaiku/core/filter-kind.ts'
import type { SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../browser/draft.ts'
import { Field } from '../control/control.tsx'
import css from '../filter/filter-sidebar.module.css'
import type { ControlProps } from './filter-control.tsx'
import { RangeHistogram } from './range-histogram.tsx'

const numberOf = (text: string): number | null => {
  const plain = text.trim().replace(',', '.').replace('−', '-')
  return plain === '' || Number.isNaN(Number(plain)) ? null : Number(plain)
}

const written = (value: number, locale: string) =>
  new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 15 }).format(value)

/** A number range. It filters only when both ends are given; emptying one clears it. */
export function RangeFilter({ filter, values, set }: ControlProps) {
  const { t, i18n } = useTranslation()
  const [{ from, to }, draft] = useDraft(`${values[0] ?? ''} ${i18n.language}`, () => {
    const chosen = readRange(values[0] ?? '')
    const text = (end: number | undefined) => (end === undefined ? '' : written(end, i18n.language))
    return { from: text(chosen?.from), to: text(chosen?.to) }
  })
  const [low, high] = [numberOf(from), numberOf(to)]
  const crossed = low !== null && high !== null && low > high
  const apply = (range = writeRange(low, high)) => {
    if (range !== null && range !== values[0]) set([range])
    else if (range === null && values.length > 0 && !crossed) set([])
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    apply()
  }
  const notNumber = (text: string) =>
    text.trim() !== '' && numberOf(text) === null ? t('filter.notNumber') : undefined
  // The decimal keyboards of phones have no minus.
  const inputMode = (filter.extent?.min ?? 0) < 0 ? 'text' : 'decimal'
  const end = (value: number | undefined, otherwise: string) =>
    value === undefined ? otherwise : written(value, i18n.language)
  return (
    <form
      className={css.control}
      onSubmit={submit}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && apply()}
    >
      <RangeHistogram bars={filter.histogram} from={low} to={high} onChoose={(a, b) => apply(writeRange(a, b))} />
      <div className={css.ends}>
        <Field
          label={t('filter.fromOf', { title: filter.title })}
          hideLabel
          inputMode={inputMode}
          autoComplete="off"
          placeholder={end(filter.extent?.min, t('filter.from'))}
          value={from}
          fault={notNumber(from) ?? (crossed ? t('must be less than {to}', { to }) : undefined)}
          onChange={(event) => draft({ from: event.target.value, to })}
        />
        <Field
          label={t('filter.toOf', { title: filter.title })}
          hideLabel
          inputMode={inputMode}
          autoComplete="off"
          placeholder={end(filter.extent?.max, t('filter.to'))}
          value={to}
          fault={notNumber(to) ?? (crossed ? t('must be larger than {from}', { from }) : undefined)}
          onChange={(event) => draft({ from, to: event.target.value })}
        />
      </div>
      {(low === null) !== (high === null) && <p className={css.none}>{t('filter.bothEnds')}</p>}
      <button type="submit" className="hidden-text" tabIndex={-1}>
        {t('apply')}
      </button>
    </form>
  )
}
