import { pathTo } from '@kaiku/core/screen.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type HistoryState, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ownAddress } from '../session/own-address.ts'
import { faultText } from '../text/fault-text.ts'
import { say } from '../ui/snackbar.tsx'
import { type AskedList, interviewsFrom } from './interview.queries.ts'

/** How a list goes on behind the interviews that are known of it. */
export type GoesOn = {
  readonly asked: AskedList
  /** Where its next rows begin; null: there are none. */
  readonly next: string | null
  /** Interviews of the whole list; null: that is not told. */
  readonly total: number | null
  /** How many stand in it before those that are known. */
  readonly first: number
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The interviews that an opened one stood among, in their order. */
    among?: readonly string[]
    goesOn?: GoesOn | undefined
    /** The address of the list that it was opened from. */
    cameFrom?: string
    /** What is called there that it was opened from, where that is no list. */
    cameFromTitle?: string
  }
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

/** The interviews before and after this one in the list that it was opened from, to its very end; k and j go there. */
export function useNeighbours(survey: string, interviewId: string) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { among = [], goesOn, cameFrom } = useRouterState({ select: ({ location }) => location.state })
  const at = among.indexOf(interviewId)
  const [before, after] = at < 0 ? [] : [among[at - 1], among[at + 1]]
  const isLast = at >= 0 && after === undefined && !goesOn?.next
  const open = (id: string | undefined, known: Pick<HistoryState, 'among' | 'goesOn'> = { among, goesOn }) => {
    if (id === undefined) return
    void navigate({
      to: ownAddress(pathTo('interview', { survey, interviewId: id })),
      replace: true,
      state: { ...known, ...(cameFrom === undefined ? {} : { cameFrom }) },
    })
  }
  const openAfter = async () => {
    if (after !== undefined || !goesOn?.next) return open(after)
    const { asked, next } = goesOn
    try {
      const more = await client.fetchQuery({
        queryKey: ['interviewsFrom', asked, next],
        queryFn: ({ signal }) => interviewsFrom(asked, next, signal),
      })
      const ids = more.rows.map((row) => row.interviewId)
      open(ids[0], { among: [...among, ...ids], goesOn: { ...goesOn, next: more.next } })
    } catch (error) {
      if (error instanceof Error) say(faultText(error, t))
    }
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'j') void openAfter()
      else if (event.key === 'k') open(before)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  const position = { at: (goesOn?.first ?? 0) + at + 1, of: goesOn?.total ?? among.length }
  return {
    isFirst: before === undefined,
    isLast,
    openBefore: () => open(before),
    openAfter,
    position: at < 0 ? null : position,
  }
}
