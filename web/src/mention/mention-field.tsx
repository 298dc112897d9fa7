import { type ChangeEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PeopleQuery } from './mention.queries.ts'
import css from './mention-field.module.css'
import { type Mentionable, writing } from './mentioned.ts'
import { useOffered } from './use-offered.ts'

const longest = 4000

type Props = {
  label: string
  text?: string | undefined
  hint: string | undefined
  rows: number
  required: boolean
  people: PeopleQuery
  onPick: (person: Mentionable) => void
}

/** A field for words in which @ offers people to mention: arrows choose, Enter or Tab takes one, Escape writes on. */
export function MentionField({ label, text, hint, rows, required, people, onPick }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [at, setAt] = useState<ReturnType<typeof writing>>(null)
  const [chosen, setChosen] = useState(0)
  const offered = useOffered(people, at?.name ?? null)
  const look = ({ currentTarget: { value, selectionStart } }: { currentTarget: HTMLTextAreaElement }) => {
    const next = writing(value, selectionStart)
    // A key that only chooses among the offered selects nothing else in the field.
    if (next?.from !== at?.from || next?.name !== at?.name) setChosen(0)
    setAt(next)
  }
  const take = (person: Mentionable) => {
    const { current: area } = field
    if (!area || at === null) return
    area.setRangeText(`@${person.name} `, at.from, area.selectionStart, 'end')
    setAt(null)
    onPick(person)
    area.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const one = offered[chosen]
    if (!one) return
    if (event.key === 'ArrowDown') setChosen((chosen + 1) % offered.length)
    else if (event.key === 'ArrowUp') setChosen((chosen + offered.length - 1) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') take(one)
    else if (event.key === 'Escape') setAt(null)
    else return
    event.preventDefault()
  }
  return (
    <div className={css.field}>
      <label htmlFor={`${id}-text`}>{label}</label>
      <textarea
        ref={field}
        id={`${id}-text`}
        name="message"
        rows={rows}
        maxLength={longest}
        required={required}
        placeholder={hint}
        defaultValue={text}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={offered.length > 0}
        aria-controls={`${id}-people`}
        aria-activedescendant={offered.length > 0 ? `${id}-${chosen}` : undefined}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => look(event)}
        onSelect={look}
        onBlur={() => setAt(null)}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}-people`}
        role="listbox"
        aria-label={t('mention.whom')}
        className={css.people}
        hidden={offered.length === 0}
      >
        {offered.map((one, nth) => (
          <div
            key={one.userId}
            id={`${id}-${nth}`}
            role="option"
            tabIndex={-1}
            aria-selected={nth === chosen}
            className={css.person}
            // The field keeps the focus.
            onPointerDown={(event) => {
              event.preventDefault()
              take(one)
            }}
          >
            {one.name}
          </div>
        ))}
      </div>
    </div>
  )
}
