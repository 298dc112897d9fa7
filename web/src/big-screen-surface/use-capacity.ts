import type { RefObject } from 'react'
import { useSize } from '../chart/size.ts'
import { surfaceUnit } from './surface-unit.ts'

/** How tall a line of a list is on a wall of 1920 × 1080, in CSS pixels. */
const line = 76

/** Where so many times the lines would have room, they are written larger. */
export const roomy = 1.4

/** How many lines have room in an element, at least three. */
export function useCapacity<E extends Element>(): [ref: RefObject<E | null>, lines: number, width: number] {
  const [ref, width, height] = useSize<E>()
  const unit = surfaceUnit()
  return [ref, Math.max(3, Math.floor(height / (line * unit))), width / unit]
}
