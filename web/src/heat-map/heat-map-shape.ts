import type { HeatMap, HeatMapCell, HeatMapGroup } from '@kaiku/contract/heat-map.ts'
import { plusMinus, type ShownIndicator, valueText } from '@kaiku/contract/value-text.ts'
import type { Calendar } from '@kaiku/core/day.ts'
import { formatCount, formatPlusMinus, formatUnit } from '@kaiku/core/format.ts'
import type { TFunction } from 'i18next'
import type { DataTable } from '../card/data-table.tsx'

/** What the cells show: the value, or how far it lies from the rest or from the period before. */
export type HeatMapContents = 'value' | 'difference'

/** How a map is read, and in whose words. */
export type HeatMapReading = {
  readonly contents: HeatMapContents
  readonly t: TFunction
  readonly locale: string
  readonly calendar: Calendar
}

export const groupName = (group: HeatMapGroup, by: HeatMap['by'], { t, locale, calendar }: HeatMapReading): string =>
  by !== null && group.period
    ? formatUnit(by, group.period.from, locale, calendar)
    : group.id === '~none' && group.path === null
      ? t('filter.noAnswer')
      : group.name

const signed = (measure: ShownIndicator, value: number, { locale }: HeatMapReading) =>
  `${value > 0 ? '+' : ''}${valueText(measure, value, locale)}`

/** What stands in a cell. */
export function cellText(cell: HeatMapCell, measure: ShownIndicator, reading: HeatMapReading): string {
  const { figure, difference } = cell
  if (figure.state === 'hidden') return reading.t('hiddenShort')
  if (reading.contents === 'value') return valueText(measure, figure.value, reading.locale)
  return difference === null ? valueText(measure, null, reading.locale) : signed(measure, difference.value, reading)
}

/** A cell in words: value, uncertainty, answers, and what it is compared with. */
export function cellFacts(cell: HeatMapCell, measure: ShownIndicator, by: HeatMap['by'], reading: HeatMapReading) {
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
export function plainTable(answer: HeatMap, order: readonly number[], reading: HeatMapReading): DataTable {
  const { t, locale } = reading
  const text = (cell: HeatMapCell | undefined, measure: ShownIndicator) => {
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
