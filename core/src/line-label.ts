/** Names beside the ends of lines, moved apart where they would touch; none below the lowest y. Sorted from the top. */
export function apart<T extends { readonly y: number }>(ends: readonly T[], height: number, lowest: number): T[] {
  const sorted = [...ends].sort((a, b) => a.y - b.y)
  let last = -Infinity
  const down = sorted.map((end) => {
    last = Math.max(end.y, last + height)
    return { ...end, y: last }
  })
  let limit = lowest
  return down
    .reverse()
    .map((end) => {
      const y = Math.min(end.y, limit)
      limit = y - height
      return { ...end, y }
    })
    .reverse()
}

export type DotLabel = { readonly x: number; readonly y: number; readonly anchor: 'start' | 'end' }
type Dot = { readonly x: number; readonly y: number; readonly text: string }

const letter = 6.6
const line = 15
const gap = 9

/**
 * Names beside dots, on the side with room; each at the first of the steps (px below its dot) where it stands on no
 * other. Null where there is none.
 */
export function dotLabels(dots: readonly Dot[], right: number, steps: readonly number[]): (DotLabel | null)[] {
  const taken: { from: number; to: number; y: number }[] = []
  return dots.map(({ x, y, text }) => {
    const width = text.length * letter
    const anchor = x + gap + width > right ? 'end' : 'start'
    const [from, to] = anchor === 'start' ? [x + gap, x + gap + width] : [x - gap - width, x - gap]
    const free = (at: number) => taken.every((one) => Math.abs(one.y - at) >= line || one.from >= to || from >= one.to)
    const found = steps.map((step) => y + step).find(free)
    if (found === undefined) return null
    taken.push({ from, to, y: found })
    return { x: anchor === 'start' ? x + gap : x - gap, y: found, anchor }
  })
}
