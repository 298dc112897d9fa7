import { type ChangeEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './mention-field.module.css'

export type Mentionable = { readonly userId: string; readonly name: string }

type Props = {
  label: string
  text: string | undefined
  hint: string | undefined
  longest: number
  people: readonly Mentionable[]
}

const mostOffered = 6

/** The name that is being written behind an @ before the cursor, with where it begins; null: none is. */
function writing(text: string, cursor: number): { from: number; name: string } | null {
  const [, name] = /(?:^|\s)@([^\n@]{0,40})$/.exec(text.slice(0, cursor)) ?? []
  return name === undefined ? null : { from: cursor - name.length - 1, name }
}

/** A field for words in which @ offers people to mention: arrows choose, Enter or Tab takes one, Escape writes on. */
export function MentionField({ label, text, hint, longest, people }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [at, setAt] = useState<ReturnType<typeof writing>>(null)
  const [chosen, setChosen] = useState(0)
  const wanted = at?.name.toLowerCase() ?? ''
  const offered =
    at === null ? [] : people.filter(({ name }) => name.toLowerCase().startsWith(wanted)).slice(0, mostOffered)
  const look = ({ currentTarget: { value, selectionStart } }: { currentTarget: HTMLTextAreaElement }) => {
    const next = writing(value, selectionStart)
    // A key that only chooses among the offered selects nothing else in the field.
    if (next?.from !== at?.from || next?.name !== at?.name) setChosen(0)
    setAt(next)
  }
  const take = ({ name }: Mentionable) => {
    const { current: area } = field
    if (!area || at === null) return
    area.setRangeText(`@${name} `, at.from, area.selectionStart, 'end')
    setAt(null)
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
        rows={3}
        maxLength={longest}
        required
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
        aria-label={t('interview.mentionWhom')}
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
