import { useNavigate, useSearch } from '@tanstack/react-router'
import { createContext, useContext, useState } from 'react'
import { type ResultSearch, useAt } from '../drill-path/at.tsx'
import { choiceName, readChosen, writeChosen } from '../drill-path/chosen-text.ts'

/** Where on its page a component stands, from 0; null where no address is about it, as in the editor. */
export const PlaceOnPage = createContext<number | null>(null)

/**
 * A choice of how a component is shown, kept in the address: a link has it, back takes it back. What the address names
 * that is not possible (any more) is not chosen.
 */
export function useChosen<T extends string>(
  name: string,
  usual: T,
  possible: readonly T[],
): readonly [T, (value: T) => void] {
  const [wanted, choose] = useChosenText(name, usual)
  return [possible.find((one) => one === wanted) ?? usual, choose]
}

/** The same for what only the server can tell whether it is possible; `usual` where nothing is chosen. */
/** `typed`: it changes with every letter, so no step back is made of each. */
export function useChosenText(name: string, usual = '', typed = false): readonly [string, (value: string) => void] {
  const place = useContext(PlaceOnPage)
  const { page } = useAt()
  const navigate = useNavigate()
  const [local, setLocal] = useState<string>()
  const key = choiceName(place ?? 0, name)
  const named = useSearch({
    strict: false,
    select: ({ shown }: ResultSearch) => (place === null ? undefined : readChosen(shown, page).get(key)),
  })
  const wanted = place === null ? local : named
  const choose = (value: string) => {
    if (place === null) return setLocal(value)
    void navigate({
      to: '.',
      search: ({ shown, ...rest }: ResultSearch) => {
        const chosen = new Map(readChosen(shown, page))
        if (value === usual) chosen.delete(key)
        else chosen.set(key, value)
        const written = writeChosen(page, chosen)
        return written === undefined ? rest : { ...rest, shown: written }
      },
      resetScroll: false,
      replace: typed,
    })
  }
  return [wanted ?? usual, choose]
}

const noOrYes = ['no', 'yes'] as const

/** The same for what is on or off. */
export function useSwitched(name: string, usual = false): readonly [boolean, () => void] {
  const [chosen, choose] = useChosen(name, usual ? 'yes' : 'no', noOrYes)
  return [chosen === 'yes', () => choose(chosen === 'yes' ? 'no' : 'yes')]
}
