import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rows beyond either edge that are drawn, too, so that a short way shows nothing empty. */
const spare = 8
/** Pixels that a box is taken to be tall until it stands. */
const usualHeight = 720

type Sight = { readonly top: number; readonly bottom: number }

/** The rows from `first` to before `last`, and how tall what stands for those above and below them is. */
export function rowsIn({ top, bottom }: Sight, count: number, height: number) {
  const [from, to] = [Math.floor(top / height), Math.ceil(bottom / height)]
  const last = Math.min(count, to + spare)
  const first = Math.max(0, Math.min(from, last) - spare)
  return { first, last, above: first * height, below: (count - last) * height }
}

/** Of rows that are all equally tall, those in sight: the only ones that need to be in the document. */
export function useRowsInSight(scroller: RefObject<Element | null>, count: number, height: number) {
  const [sight, setSight] = useState<Sight>({ top: 0, bottom: usualHeight })
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const look = () => {
      const top = Math.floor(box.scrollTop / height) * height
      const bottom = Math.ceil((box.scrollTop + box.clientHeight) / height) * height
      setSight((last) => (last.top === top && last.bottom === bottom ? last : { top, bottom }))
    }
    // Before the paint that shows where it was scrolled to.
    const onScroll = () => flushSync(look)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(box)
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', onScroll)
    }
  }, [scroller, height])
  return rowsIn(sight, count, height)
}
