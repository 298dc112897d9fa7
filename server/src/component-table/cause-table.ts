import { standingsOf } from '@kaiku/contract/driver-standing.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { noAnswer } from '@kaiku/core/filter-token.ts'
import type { ShownIndicator } from '../dictionary/shown-indicator.ts'
import type { SheetCell } from '../table-file/sheet-cell.ts'
import type { SheetTable } from '../table-file/table-file.ts'
import { answered, figureColumns, type ShownColumn, titleOf, type Words, written } from './figure-cells.ts'

type Change = AnswerOf<'ChangeDecomposition'>
type Levels = Pick<Change['units'][number], 'now' | 'before' | 'share' | 'shareBefore' | 'own' | 'mix'>
/** What a part, a place or a segment adds, and where it stands. */
type Row = { readonly name: string; readonly adds: Change['parts'][number] | Levels['own'] | null } & Partial<
  Omit<Levels, 'own' | 'mix'>
>

/** What a change is made of: the whole, its parts, then each place and segment by its own change and by its share. */
export function changeTable(answer: Change, indicators: readonly ShownIndicator[], words: Words): SheetTable {
  const { say } = words
  const indicator = indicators.find(({ id }) => id === answer.indicator)
  const decimals = indicator?.decimals ?? 1
  const unit = indicator ? titleOf({ title: say('text.effect'), unit: indicator.unit }) : say('text.effect')
  const { change, now, before } = answer
  const both = (name: string, { own, mix, ...levels }: Levels): Row[] => [
    { ...levels, name: say('text.effectOwn', name), adds: own },
    { ...levels, name: say('text.effectMix', name), adds: mix },
  ]
  const rows: Row[] =
    change === null
      ? []
      : [
          { name: say('text.change'), adds: change, now, before },
          ...answer.parts.map((part) => ({ name: say(`text.${part.kind}`, answer.segmentTitle ?? ''), adds: part })),
          ...answer.units.flatMap((one) => both(one.id === null ? say('text.others') : one.name, one)),
          ...answer.segments.flatMap((one) => both(segmentName(one, words), one)),
        ]
  const level = (of: 'before' | 'now') => ({ title: say(`text.${of}`), unit: indicator?.unit ?? '', decimals })
  const share = (of: 'shareBefore' | 'share', title: string): ShownColumn<Row> => ({
    title: `${title}: ${say('text.share')}`,
    decimals: 1,
    cell: (row) => row[of] ?? null,
  })
  return written<Row>(
    [
      { title: say('text.part'), cell: ({ name }) => name },
      ...figureColumns<Row>(level('before'), words, (row) => row.before),
      share('shareBefore', say('text.before')),
      ...figureColumns<Row>(level('now'), words, (row) => row.now),
      share('share', say('text.now')),
      { title: unit, decimals, cell: ({ adds }) => adds?.value ?? null },
      { title: say('table.low', unit), decimals, cell: ({ adds }) => adds?.low ?? null },
      { title: say('table.high', unit), decimals, cell: ({ adds }) => adds?.high ?? null },
      { title: say('table.significant', unit), cell: ({ adds }) => answered(adds?.significant, words) },
    ],
    rows,
  )
}

const segmentName = ({ code, title }: Change['segments'][number], { say }: Words) =>
  code === null ? say('text.others') : code === noAnswer ? say('noValue') : title

type Driver = AnswerOf<'KeyDrivers'>['drivers'][number]

/** What goes with an outcome, most important first. */
export function driverTable(answer: AnswerOf<'KeyDrivers'>, words: Words): SheetTable {
  const { say } = words
  const { of } = standingsOf(answer)
  const named = say('text.importance')
  const importance = (part: 'value' | 'low' | 'high', title: string): ShownColumn<Driver> => ({
    title,
    decimals: 1,
    cell: (driver): SheetCell => driver.importance?.[part] ?? null,
  })
  return written<Driver>(
    [
      { title: say('text.question'), cell: ({ title }) => title },
      importance('value', named),
      importance('low', say('table.low', named)),
      importance('high', say('table.high', named)),
      { title: say('text.correlation'), decimals: 2, cell: ({ correlation }) => correlation },
      ...figureColumns<Driver>(
        { title: say('text.score'), unit: '', decimals: 1 },
        words,
        ({ performance }) => performance,
      ),
      { title: say('text.assessment'), cell: (driver) => say(`text.standing.${of(driver)}`) },
    ],
    answer.state === 'hidden' ? [] : answer.drivers,
  )
}
