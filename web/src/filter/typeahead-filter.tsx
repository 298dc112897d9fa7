import { marksOf, optionText } from '@kaiku/core/filter-token.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../drill-path/at.tsx'
import { Field } from '../ui/control.tsx'
import { walk } from '../ui/popover.tsx'
import { optionsQuery } from './filter.queries.ts'
import { optionTitle } from './filter-words.ts'
import css from './option-filter.module.css'
import type { Choosing } from './option-filter.tsx'
import { OptionRow, optionScale } from './option-row.tsx'

/** Many options: the chosen ones stay in sight, the others are found by typing, on the server. */
export function TypeaheadFilter({ filter, values, chosen, toggle }: Choosing & { values: readonly string[] }) {
  const { t, i18n } = useTranslation()
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const query = useDeferredValue(text.trim())
  const found = useQuery({ ...optionsQuery(filter.extName, query, useScope()), enabled: open })
  const options = found.data ?? []
  const largest = optionScale([...options, ...filter.options])
  const row = (extName: string, title: string, n: number | string | null) => (
    <OptionRow
      key={extName}
      option={{ extName, title, n }}
      largest={largest}
      name={filter.extName}
      single={!filter.multipleSelections}
      checked={chosen(extName)}
      onToggle={() => toggle(extName)}
    />
  )
  const count = formatCount(filter.optionCount, i18n.language)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what happens to the fields inside
    <div
      ref={box}
      className={css.typeahead}
      onFocus={() => setOpen(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) {
          event.stopPropagation()
          setOpen(false)
        } else walk(event)
      }}
    >
      {values.length > 0 && (
        <div className={css.options}>
          {values.map((value) => {
            const body = marksOf(value).body
            const extName = optionText(body)
            const known = [...options, ...filter.options].find((one) => one.extName === extName)
            return row(extName, known?.title ?? optionTitle(filter, body, t), known?.n ?? null)
          })}
        </div>
      )}
      <Field
        label={filter.title}
        hideLabel
        type="search"
        role="combobox"
        aria-expanded={open}
        autoComplete="off"
        placeholder={t('filter.typeToSearch', { n: count, count: filter.optionCount })}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onClick={() => setOpen(true)}
      />
      {open && (
        <div className={css.results} tabIndex={-1}>
          {options.filter((one) => !chosen(one.extName)).map((one) => row(one.extName, one.title, one.n))}
          {options.length === 0 && (
            <p className={css.none} role="status">
              {t(found.isError ? 'fault.short' : found.isFetching ? 'loading' : 'filter.nothingFound')}
            </p>
          )}
        </div>
      )}
    </div>
  )
}
