import type { HeatMap, HeatMapCell, HeatMapGroup } from '@kaiku/contract/heat-map.ts'
import type { Calendar } from '@kaiku/core/day.ts'
import { formatCount, formatPlusMinus, formatUnit } from '@kaiku/core/format.ts'
import type { TFunction } from 'i18next'
import { type Indicator, plusMinus, valueText, welcome } from '../indicator/indicator.ts'
import type { DataTable } from '../ui/data-table.tsx'

/** What the cells show: the value, or how far it lies from the rest or from the period before. */
export type Contents = 'value' | 'difference'

/** How a map is read, and in whose words. */
export type Reading = {
  readonly contents: Contents
  readonly t: TFunction
  readonly locale: string
  readonly calendar: Calendar
}

export type Sort = { readonly measure: number; readonly desc: boolean } | null

/** Groups in the wished order, those without a value last. */
export function orderOf({ groups, cells }: HeatMap, sort: Sort): number[] {
  const order = groups.map((_, at) => at)
  if (sort === null) return order
  const value = (at: number) => cells[at]?.[sort.measure]?.figure.value ?? null
  return order.sort((a, b) => {
    const [first, second] = [value(a), value(b)]
    if (first === null || second === null) return Number(first === null) - Number(second === null) || a - b
    return (sort.desc ? second - first : first - second) || a - b
  })
}

export const groupName = (group: HeatMapGroup, by: HeatMap['by'], { t, locale, calendar }: Reading): string =>
  by !== null && group.period
    ? formatUnit(by, group.period.from, locale, calendar)
    : group.id === '~none' && group.path === null
      ? t('filter.noAnswer')
      : group.name

export type Heat = {
  /** Whether the value lies on the welcome side of the whole. */
  readonly tone: -1 | 0 | 1
  /** How far, from 0 to 100: the furthest cell of the measure is 100. */
  readonly strength: number
  /** Clearly above or below what it is compared with. */
  readonly side: -1 | 0 | 1
}

/** How strongly each cell is coloured, measure by measure. What may be chance is half as strong. */
export function heatOf({ cells, total, measures }: HeatMap): Heat[][] {
  const off = (cell: HeatMapCell, at: number): number | null => {
    const whole = total[at]?.value ?? null
    return cell.figure.state !== 'shown' || cell.figure.value === null || whole === null
      ? null
      : cell.figure.value - whole
  }
  const furthest = measures.map((_, at) =>
    cells.reduce((most, line) => {
      const cell = line[at]
      return Math.max(most, Math.abs((cell && off(cell, at)) ?? 0))
    }, 0),
  )
  return cells.map((line) =>
    line.map((cell, at) => {
      const [found, most, measure] = [off(cell, at), furthest[at] ?? 0, measures[at]]
      const side = cell.difference?.significant ? Math.sign(cell.difference.value) : 0
      const shown = side > 0 ? 1 : side < 0 ? -1 : 0
      if (found === null || most === 0 || !measure) return { tone: 0, strength: 0, side: shown }
      const strength = Math.round((100 * Math.abs(found)) / most) * (shown === 0 ? 0.5 : 1)
      return { tone: welcome(measure, found), strength, side: shown }
    }),
  )
}

const signed = (measure: Indicator, value: number, { locale }: Reading) =>
  `${value > 0 ? '+' : ''}${valueText(measure, value, locale)}`

/** What stands in a cell. */
export function cellText(cell: HeatMapCell, measure: Indicator, reading: Reading): string {
  const { figure, difference } = cell
  if (figure.state === 'hidden') return reading.t('hiddenShort')
  if (reading.contents === 'value') return valueText(measure, figure.value, reading.locale)
  return difference === null ? valueText(measure, null, reading.locale) : signed(measure, difference.value, reading)
}

/** A cell in words: value, uncertainty, answers, and what it is compared with. */
export function cellFacts(cell: HeatMapCell, measure: Indicator, by: HeatMap['by'], reading: Reading) {
  const { t, locale } = reading
  const { figure, difference } = cell
  const against = by === null ? 'rest' : 'before'
  if (figure.state === 'hidden') return [{ title: t('value'), text: t('hiddenShort') }]
  const reach =
    difference && difference.low !== null && difference.high !== null
      ? formatPlusMinus({ low: difference.low, high: difference.high }, measure.decimals, locale)
      : ''
  const value = [valueText(measure, figure.value, locale), plusMinus(measure, figure, locale)]
  return [
    { title: t('value'), text: value.filter(Boolean).join(' ') },
    {
      title: t('n'),
      text: [formatCount(figure.n, locale), figure.state === 'few' ? t('few') : ''].filter(Boolean).join(' · '),
    },
    ...(difference
      ? [
          { title: t(`heatMap.difference.${against}`), text: `${signed(measure, difference.value, reading)} ${reach}` },
          { title: '', text: t(difference.significant ? 'heatMap.clear' : 'heatMap.chance') },
        ]
      : []),
  ]
}

/** The map as plain rows: what is seen, with the answers behind each value. */
export function plainTable(answer: HeatMap, order: readonly number[], reading: Reading): DataTable {
  const { t, locale } = reading
  const text = (cell: HeatMapCell | undefined, measure: Indicator) => {
    if (!cell) return null
    const mark = cell.difference?.significant ? (cell.difference.value > 0 ? ' ▴' : ' ▾') : ''
    return `${cellText(cell, measure, reading)}${mark}`
  }
  const count = (n: number | null) => (n === null ? t('hiddenShort') : formatCount(n, locale))
  return {
    head: [
      answer.by === null ? answer.groupTitle : t('period'),
      t('n'),
      ...answer.measures.flatMap(({ title }) => [title, `${title} · ${t('n')}`]),
    ],
    rows: [
      ...order.flatMap((at) => {
        const group = answer.groups[at]
        if (!group) return []
        const cells = answer.measures.flatMap((measure, next) => {
          const cell = answer.cells[at]?.[next]
          return [text(cell, measure), count(cell?.figure.n ?? null)]
        })
        return [[groupName(group, answer.by, reading), count(group.n), ...cells]]
      }),
      [
        t('crosstab.all'),
        count(answer.n),
        ...answer.measures.flatMap((measure, at) => {
          const figure = answer.total[at]
          return [valueText(measure, figure?.value ?? null, locale), count(figure?.n ?? null)]
        }),
      ],
    ],
  }
}
