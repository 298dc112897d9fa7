import type { QueryName } from '@kaiku/core/screen.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

type Search = Partial<Record<QueryName, string>>
export type Set<T> = (value: T) => void

/** What a list is narrowed by, kept in its address without a step of its own: a link has it, reloading keeps it. */
export function useInAddress(name: QueryName): readonly [string, Set<string>] {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const keep = (value: string) =>
    void navigate({
      to: '.',
      search: (before: Search) => {
        const { [name]: _before, ...rest } = before
        return value === '' ? rest : { ...rest, [name]: value }
      },
      replace: true,
      resetScroll: false,
    })
  return [search[name] ?? '', keep]
}

/** One of several; what an old address names and is not possible is none. */
export function useOneInAddress<T extends string>(name: QueryName, possible: readonly T[]) {
  const [value, keep] = useInAddress(name)
  return [possible.find((one) => one === value) ?? '', keep as Set<T | ''>] as const
}

const pause = 300

/** A text that is being typed: it stands at once where it is typed, and is kept when the typing pauses. */
export function useTyped([kept, keep]: readonly [string, Set<string>]): readonly [string, Set<string>] {
  const [state, setState] = useState({ typed: kept, kept, sent: kept })
  // What comes back as it was sent is no news: more may have been typed since.
  if (state.kept !== kept) setState({ typed: kept === state.sent ? state.typed : kept, kept, sent: kept })
  const { typed, sent } = state
  useEffect(() => {
    if (typed === sent) return
    const timer = setTimeout(() => {
      setState((before) => ({ ...before, sent: typed }))
      keep(typed)
    }, pause)
    return () => clearTimeout(timer)
  })
  return [typed, (text) => setState((before) => ({ ...before, typed: text }))]
}
