import { pathToPage } from '@kaiku/core/screen.ts'
import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, type MouseEvent, useEffect, useRef } from 'react'
import type { At } from '../drill-path/at.tsx'
import { linkTo, searchAt, useFollow } from '../drill-path/go.ts'
import { writePath } from '../filter-reference/filter-reference.ts'

/** Milliseconds that a pointer rests on a link before what it leads to is fetched ahead. */
const rest = 60

type Props = Omit<ComponentProps<'a'>, 'href'> & { to: At; resetScroll?: boolean }

/**
 * A link to a place. A page may have hundreds, so it does without what the router's own link asks at each change of the
 * address: whether it leads to where one is.
 */
export function PlaceLink({ to, resetScroll = true, onClick, ...props }: Props) {
  const router = useRouter()
  const ahead = useAhead(to)
  const go = useFollow()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(to, { resetScroll })
  }
  return <a {...ahead} {...props} href={addressOf(to, router.latestLocation.search)} onClick={follow} />
}

const addressOf = (to: At, search: Parameters<typeof searchAt>[1]): string =>
  pathToPage(to.page, { survey: to.survey, drillPath: writePath(to.path, to.selection) }, searchAt(to, search))

/** Fetches ahead what a place shows when a pointer rests on what has these handlers, or the keyboard comes to it. */
export function useAhead(to: At | null) {
  const router = useRouter()
  const timer = useRef<number>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const fetchAhead = () => to && void router.preloadRoute(linkTo(to))
  return {
    onPointerEnter: () => {
      clearTimeout(timer.current)
      timer.current = window.setTimeout(fetchAhead, rest)
    },
    onPointerLeave: () => clearTimeout(timer.current),
    onFocus: fetchAhead,
  }
}
