import { useState } from 'react'

/** What is being written, begun from `source` and begun anew whenever that changes elsewhere. */
export function useDraft<T>(source: string, begin: () => T): [T, (draft: T) => void] {
  const [state, setState] = useState(() => ({ source, draft: begin() }))
  if (state.source === source) return [state.draft, (draft) => setState({ source, draft })]
  const fresh = { source, draft: begin() }
  setState(fresh)
  return [fresh.draft, (draft) => setState({ source, draft })]
}
