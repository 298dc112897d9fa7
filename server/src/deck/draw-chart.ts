import type { DocumentChart } from '../document/document-content.ts'
import { paper } from '../document/paper-colour.ts'
import { formatOf } from './chart-xml.ts'
import { bare, lineColours } from './deck-colour.ts'
import { cut } from './deck-text.ts'
import type { Slide } from './slide-library.ts'

const { hair, ink, muted } = paper

type Room = { readonly x: number; readonly y: number; readonly w: number; readonly h: number }

/**
 * The frame of a chart: axes, legend, its words. What it shows is written where the file is finished (`finish-deck.ts`),
 * so that no figure passes through the library.
 */
export function drawChart(slide: Slide, chart: DocumentChart, room: Room, colour: string): void {
  const { kind, categories, series, words } = chart
  const isLine = kind === 'line'
  const data = series.map(({ name }) => ({
    name: name === '' ? '–' : name,
    labels: categories.map((label) => label),
    values: categories.map(() => 0),
  }))
  const [low, high] = reachOf(chart)
  slide.addChart(isLine ? 'line' : 'bar', data, {
    ...roomFor(chart, room),
    altText: cut(words, 400),
    chartColors: lineColours(colour).map(bare),
    showTitle: false,
    showLegend: series.length > 1,
    legendPos: kind === 'stacked' ? 't' : 'b',
    legendFontSize: 11,
    legendColor: bare(ink),
    ...(isLine ? {} : ({ barDir: 'bar', barGapWidthPct: kind === 'stacked' ? 45 : 35 } as const)),
    ...(kind === 'stacked' ? ({ barGrouping: 'percentStacked' } as const) : {}),
    catAxisLabelFontSize: categories.length > 18 ? 9 : 11,
    catAxisLabelColor: bare(ink),
    catAxisLabelPos: 'low',
    catAxisLineColor: bare(muted),
    catGridLine: { style: 'none' },
    valAxisHidden: !isLine,
    valAxisLabelFontSize: 11,
    valAxisLabelColor: bare(muted),
    valAxisLineShow: false,
    valAxisLabelFormatCode: formatOf(chart),
    valGridLine: isLine ? { color: bare(hair), size: 0.75 } : { style: 'none' },
    ...(low === null ? {} : { valAxisMinVal: low }),
    ...(high === null ? {} : { valAxisMaxVal: high }),
  })
}

/** A few bars do not fill a slide. */
const roomFor = ({ kind, categories, series }: DocumentChart, { x, y, w, h }: Room): Room => ({
  x,
  y,
  w,
  h:
    kind === 'line'
      ? h
      : Math.min(h, 0.7 + categories.length * (kind === 'bar' ? Math.max(0.55, series.length * 0.3) : 0.9)),
})

/** Bars stand on zero; there is room for the intervals that are drawn. */
function reachOf({ kind, series, bounds, hasIntervals }: DocumentChart): [low: number | null, high: number | null] {
  if (kind === 'stacked') return [0, 1]
  const ends = series.flatMap(({ points }) =>
    points.flatMap(({ value, low, high }) => {
      if (value === null) return []
      return hasIntervals ? [value, low ?? value, high ?? value] : [value]
    }),
  )
  if (ends.length === 0) return [null, null]
  const all = kind === 'bar' ? [0, ...ends] : ends
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const step = stepOf(high - low)
  const [bottom, top] = [Math.floor(low / step) * step, Math.ceil(high / step) * step]
  const isWithin = bounds !== null && low >= bounds.low && high <= bounds.high
  if (!isWithin || kind === 'bar') return [bottom, top > bottom ? top : bottom + step]
  return [Math.max(bounds.low, bottom), Math.min(bounds.high, top > bottom ? top : bottom + step)]
}

/** A round part of a range: one, two or five of its kind, about six of them to it. */
function stepOf(range: number): number {
  const rough = (range || 1) / 6
  const size = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 5, 10].find((part) => part * size >= rough) ?? 10) * size
}
