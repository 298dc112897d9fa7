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
  const { filter, values, chosen } = choosing
  const { t, i18n } = useTranslation()
  const id = useId()
  const { text, type, open, setOpen, found, entries, active, choose, onKeyDown } = useTypeahead(choosing)
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
        onChange={({ target }) => type(target.value)}
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
          <EveryFound choosing={choosing} found={found.options} />
        </>
      )}
      {values.length > 0 && <Chosen choosing={choosing} found={found.options} />}
    </div>
  )
}

/** What is typed, what was found for it, and where the keyboard stands among that. */
function useTypeahead({ filter, excluded, toggle, take }: Choosing) {
  const { t } = useTranslation()
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
  const type = (next: string) => {
    setText(next)
    setAt(-1)
    setOpen(true)
  }
  return { text, type, open, setOpen, found, entries, active, choose, onKeyDown }
}

type FoundProps = { choosing: Choosing; found: readonly FilterOption[] }

/** All that were found at once, or none of them. */
function EveryFound({ choosing: { filter, chosen, toggleAll }, found }: FoundProps) {
  const { t, i18n } = useTranslation()
  const names = found.map(({ extName }) => extName)
  if (!filter.multipleSelections || names.length <= 1 || names.length > mostAtOnce) return null
  return (
    <LinkButton className={css.every} onMouseDown={(event) => event.preventDefault()} onClick={() => toggleAll(names)}>
      {names.every(chosen)
        ? t('filter.selectNone')
        : t('filter.selectFound', { n: formatCount(names.length, i18n.language), count: names.length })}
    </LinkButton>
  )
}

function Chosen({ choosing: { filter, values, drop }, found }: FoundProps) {
  const { t, i18n } = useTranslation()
  return (
    <div className={css.options}>
      {values.map((value) => {
        const { body } = marksOf(value)
        const extName = body === noAnswer ? noAnswer : optionText(body)
        const n = [...found, ...filter.options].find((one) => one.extName === extName)?.n ?? null
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
  )
}
