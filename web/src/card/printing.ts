import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'

/** Pixels that a table has on an upright page of A4. */
const paper = 690

/** Before and after a picture is made of something, for which all of it is shown as for paper. */
export const pictureEvents = { before: 'kaiku-beforepicture', after: 'kaiku-afterpicture' } as const

type Events = { readonly before: string; readonly after: string }

function useEvents(pairs: readonly Events[], onChange: (is: boolean) => void) {
  // What is drawn anew while an event is told must not lose those who still wait for it.
  const change = useEffectEvent(onChange)
  useEffect(() => {
    const [start, end] = [() => change(true), () => change(false)]
    for (const { before, after } of pairs) {
      window.addEventListener(before, start)
      window.addEventListener(after, end)
    }
    return () => {
      for (const { before, after } of pairs) {
        window.removeEventListener(before, start)
        window.removeEventListener(after, end)
      }
    }
  }, [pairs])
}

const printEvents = { before: 'beforeprint', after: 'afterprint' } as const
const [printed, whole] = [[printEvents], [printEvents, pictureEvents]]

/** True while the page is being printed, or a picture made: what shows only a part of itself on screen shows all of it then. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  // The browser takes the page as it is when the event ends.
  useEvents(whole, (is) => flushSync(() => setPrinting(is)))
  return printing
}

/** Draws what scrolls in an element small enough for paper while the page is being printed. */
export function usePaperFit(scroller: RefObject<HTMLElement | null>) {
  useEvents(printed, (is) => {
    const wide = scroller.current?.firstElementChild
    if (!(wide instanceof HTMLElement)) return
    const needs = Number.parseFloat(getComputedStyle(wide).minWidth) || wide.offsetWidth
    wide.style.setProperty('zoom', is ? String(Math.min(1, paper / needs)) : '')
  })
}
