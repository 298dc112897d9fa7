import { useId, useState } from 'react'
import { type Choice, Field } from '../control/control.tsx'

type Props = {
  label: string
  /** What is chosen; empty where nothing is. */
  value: string
  choices: readonly Choice<string>[]
  placeholder: string
  onPick: (value: string) => void
}
const mostListed = 500

/** One of many, found by typing a part of it; Enter takes the only one that is left. */
export function Pick({ label, value, choices, placeholder, onPick }: Props) {
  const id = useId()
  /** Null: nobody is searching. */
  const [typed, setTyped] = useState<string | null>(null)
  const named = uniquely(choices)
  const chosen = named.find((one) => one.value === value)?.name ?? ''
  const pick = (one: Choice<string>) => {
    setTyped(null)
    if (one.value !== value) onPick(one.value)
  }
  return (
    <>
      <Field
        label={label}
        hideLabel
        list={id}
        autoComplete="off"
        value={typed ?? chosen}
        placeholder={chosen === '' ? placeholder : chosen}
        onFocus={() => setTyped('')}
        onBlur={() => setTyped(null)}
        onChange={({ target }) => {
          const found = named.find(({ name }) => name === target.value)
          if (found) {
            pick(found)
            target.blur()
          } else setTyped(target.value)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          const text = (typed ?? '').trim().toLowerCase()
          const found = text === '' ? [] : named.filter(({ name }) => name.toLowerCase().includes(text))
          const [first] = found
          if (first && found.length === 1) {
            pick(first)
            event.currentTarget.blur()
          }
        }}
      />
      <datalist id={id}>
        {named.slice(0, mostListed).map((one) => (
          <option key={one.value} value={one.name} />
        ))}
      </datalist>
    </>
  )
}

/** Each with a name of its own: the value stands beside titles that come twice. */
function uniquely(choices: readonly Choice<string>[]) {
  const counts = new Map<string, number>()
  for (const { title } of choices) counts.set(title, (counts.get(title) ?? 0) + 1)
  return choices.map((one) =>
    Object.assign({ name: (counts.get(one.title) ?? 0) > 1 ? `${one.title} (${one.value})` : one.title }, one),
  )
}
