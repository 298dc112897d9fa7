import { marksOf, noAnswer, optionText } from '@kaiku/core/filter-token.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, LinkButton } from '../control/control.tsx'
import { valueWords } from '../filter/filter-words.ts'
import css from '../filter/option-filter.module.css'
import { useFoundOptions } from './found-options.ts'
import type { Choosing, FilterOption } from './option-filter.tsx'
import { OptionListbox } from './option-listbox.tsx'
import { OptionRow } from './option-row.tsx'
import { moved } from './option-walk.ts'

/** As many as an address takes without becoming unwieldy. */
const mostAtOnce = 100

/** Many options: found by typing, walked by arrows, the chosen ones listed below. */
export function TypeaheadFilter(choosing: Choosing) {
  const { filter, values, excluded, chosen, toggle, toggleAll, take, drop } = choosing
  const { t, i18n } = useTranslation()
  const id = useId()
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const found = useFoundOptions(filter, text, open)
  const typed = filter.submatch && text.trim() !== '' ? text.trim() : null
  const entries: FilterOption[] = [
    ...(typed === null
      ? []
      : [{ extName: '', title: t(excluded ? 'filter.lacks' : 'filter.holds', { text: typed }), n: null }]),
    ...found.options,
  ]
  const active = Math.min(at, entries.length - 1)
  const choose = (index: number) => {
    const entry = entries[index]
    if (!entry) return
    if (typed !== null && index === 0) {
      take(typed)
      setText('')
    } else toggle(entry.extName)
    if (!filter.multipleSelections) setOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = moved(event.key, active, entries.length)
    if (to !== null) {
      if (open) setAt(to)
      else setOpen(true)
    } else if (event.key === 'Enter' && open) choose(active < 0 && text !== '' ? 0 : active)
    else if (event.key === 'Escape' && open) {
      event.stopPropagation()
      setOpen(false)
    } else return
    event.preventDefault()
  }
  const names = found.options.map(({ extName }) => extName)
  const count = formatCount(filter.optionCount, i18n.language)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices when the focus leaves what is inside
    <div
      className={css.typeahead}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <Field
        label={filter.title}
        hideLabel
        type="search"
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        placeholder={t('filter.typeToSearch', { n: count, count: filter.optionCount })}
        value={text}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          setText(event.target.value)
          setAt(-1)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
      />
      {open && (
        <>
          <OptionListbox
            id={id}
            label={filter.title}
            entries={entries}
            active={active}
            multiple={filter.multipleSelections === true}
            chosen={chosen}
            onChoose={choose}
          />
          <p className={css.none} role="status">
            {entries.length === 0 && t(found.state)}
            {found.more > 0 && t('filter.moreFound', { n: formatCount(found.more, i18n.language), count: found.more })}
          </p>
          {filter.multipleSelections && names.length > 1 && names.length <= mostAtOnce && (
            <LinkButton
              className={css.every}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => toggleAll(names)}
            >
              {names.every(chosen)
                ? t('filter.selectNone')
                : t('filter.selectFound', { n: formatCount(names.length, i18n.language), count: names.length })}
            </LinkButton>
          )}
        </>
      )}
      {values.length > 0 && (
        <div className={css.options}>
          {values.map((value) => {
            const { body } = marksOf(value)
            const extName = body === noAnswer ? noAnswer : optionText(body)
            const n = [...found.options, ...filter.options].find((one) => one.extName === extName)?.n ?? null
            return (
              <OptionRow
                key={value}
                option={{ extName, title: valueWords(filter, value, t, i18n.language), n }}
                name={filter.extName}
                single={false}
                checked
                onToggle={() => drop(value)}
              />
            )
          })}
        </div>
      )}
    </div>
  )
}
