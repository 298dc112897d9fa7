import { type PointerEvent, useState } from 'react'

const least = 4

/** Pointer handlers of a handle that carries its cell over others, by mouse, pen and finger. */
export function useDrag(onOver: (at: number | null) => void, onDrop: (at: number) => void) {
  const [from, setFrom] = useState<{ x: number; y: number } | null>(null)
  const under = ({ clientX, clientY }: PointerEvent): number | null => {
    const cell = document.elementsFromPoint(clientX, clientY).find((one) => one.closest('[data-index]'))
    const index = cell?.closest<HTMLElement>('[data-index]')?.dataset.index
    return index === undefined ? null : Number(index)
  }
  const isMoved = (event: PointerEvent) =>
    from !== null && Math.hypot(event.clientX - from.x, event.clientY - from.y) >= least
  const end = () => {
    setFrom(null)
    onOver(null)
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      setFrom({ x: event.clientX, y: event.clientY })
    },
    onPointerMove: (event: PointerEvent) => {
      if (isMoved(event)) onOver(under(event))
    },
    onPointerUp: (event: PointerEvent) => {
      const to = isMoved(event) ? under(event) : null
      end()
      if (to !== null) onDrop(to)
    },
    onPointerCancel: end,
  }
}
