import type { Drawing, Mark } from '@kaiku/core/drawing.ts'
import { linear } from '@kaiku/core/scale.ts'
import type { Figure } from './figure.ts'

type Dot = {
  readonly figure: Figure
  readonly domain: readonly [number, number]
  /** The parent's value, a dashed line. */
  readonly parent: number | null
  /** A line where one wants to be. */
  readonly target: number | null
  readonly few: boolean
}
const dotHeight = 20

/** A value as a dot with its interval as a whisker. */
export function dotPlot({ figure, domain, parent, target, few }: Dot, width: number): Drawing {
  const x = linear(domain, [6, width - 6])
  const inside = (value: number) => Math.max(0, Math.min(width, x(value)))
  const middle = dotHeight / 2
  const upright = (look: Mark['look'], value: number | null, inset: number): Mark[] =>
    value === null ? [] : [{ look, line: [inside(value), inset, inside(value), dotHeight - inset] }]
  const { low, high, value } = figure
  const marks: Mark[] = [
    { look: 'track', line: [0, middle, width, middle] },
    ...upright('parent', parent, 2),
    ...upright('wanted', target, 1),
  ]
  if (low !== null && high !== null)
    marks.push({ look: few ? 'whiskerFew' : 'whisker', line: [inside(low), middle, inside(high), middle] })
  if (value !== null) marks.push({ look: few ? 'few' : 'dot', circle: [inside(value), middle, few ? 3 : 4.5] })
  return { width, height: dotHeight, marks }
}

const [inset, dot] = [3, 2.4]

/** A small line of values over time; gaps stay gaps. Without marks where there are fewer than two values. */
export function spark(
  values: readonly (number | null)[],
  { width, height, tone }: { readonly width: number; readonly height: number; readonly tone: 'plain' | 'bad' },
): Drawing {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]))
  const last = known.at(-1)
  if (!last || known.length < 2) return { width, height, marks: [] }
  const [low, high] = [Math.min(...known.map((one) => one.value)), Math.max(...known.map((one) => one.value))]
  const x = (index: number) => inset + (index * (width - 2 * inset)) / Math.max(1, values.length - 1)
  const y = (value: number) => height - 4 - ((value - low) / (high - low || 1)) * (height - 8)
  const path = known
    .map(
      ({ value, index }, at) =>
        `${known[at - 1]?.index === index - 1 ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`,
    )
    .join('')
  const isBad = tone === 'bad'
  return {
    width,
    height,
    marks: [
      { look: isBad ? 'badSpark' : 'spark', path },
      { look: isBad ? 'badSparkDot' : 'sparkDot', circle: [x(last.index), y(last.value), dot] },
    ],
  }
}
