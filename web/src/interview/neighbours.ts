import { pathTo } from '@kaiku/core/screen.ts'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ownAddress } from '../session/own-address.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The interviews that an opened one stood among, in their order. */
    among?: readonly string[]
    /** The address of the list that it was opened from. */
    cameFrom?: string
    /** What is called there that it was opened from, where that is no list. */
    cameFromTitle?: string
  }
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

/** The interviews before and after this one in the list that it was opened from; k and j go there. */
export function useNeighbours(survey: string, interviewId: string) {
  const navigate = useNavigate()
  const { among = [], cameFrom } = useRouterState({ select: ({ location }) => location.state })
  const at = among.indexOf(interviewId)
  const [before, after] = at < 0 ? [] : [among[at - 1], among[at + 1]]
  const open = (id: string | undefined) => {
    if (id === undefined) return
    void navigate({
      to: ownAddress(pathTo('interview', { survey, interviewId: id })),
      replace: true,
      state: { among, ...(cameFrom === undefined ? {} : { cameFrom }) },
    })
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'j') open(after)
      else if (event.key === 'k') open(before)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  return { before, after, open, position: at < 0 ? null : { at: at + 1, of: among.length } }
}
