export type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
type Point = { readonly x: number; readonly y: number }

/** Whether a straight line between two points enters a box (Liang and Barsky). */
function enters(from: Point, to: Point, box: Box): boolean {
  let [first, last] = [0, 1]
  const sides = [
    [from.x - to.x, from.x - box.left],
    [to.x - from.x, box.right - from.x],
    [from.y - to.y, from.y - box.top],
    [to.y - from.y, box.bottom - from.y],
  ] as const
  for (const [step, room] of sides) {
    if (step === 0) {
      if (room < 0) return false
      continue
    }
    const at = room / step
    if (step < 0) first = Math.max(first, at)
    else last = Math.min(last, at)
  }
  return first <= last
}

/** How often lines run through a box. */
const crossings = (box: Box, lines: readonly (readonly Point[])[]) =>
  lines.reduce((sum, line) => {
    const steps = line.slice(1).filter((point, at) => enters(line[at] ?? point, point, box))
    return sum + steps.length
  }, 0)

/** The first of the boxes through which the fewest lines run. */
export function freeSpot<T extends Box>(boxes: readonly T[], lines: readonly (readonly Point[])[]): T | undefined {
  const counted = boxes.map((box) => crossings(box, lines))
  return boxes[counted.indexOf(Math.min(...counted))]
}

/** Where a label of this size may stand along a level line: before, amid and at its end, above it and below. */
export function alongLine(
  level: number,
  { width, height }: { width: number; height: number },
  plot: Box,
): readonly Box[] {
  const lefts = [plot.left + 6, (plot.left + plot.right - width) / 2, plot.right - width - 6]
  const tops = [level - height - 2, level + 2].filter((top) => top >= plot.top && top + height <= plot.bottom)
  return (tops.length === 0 ? [level - height - 2] : tops).flatMap((top) =>
    lefts.map((left) => ({ left, right: left + width, top, bottom: top + height })),
  )
}
