import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { sampleFunnelCalls } from '@kaiku/contract/sample-funnel.ts'
import { type SampleStep, sampleSteps } from '@kaiku/core/sample-step.ts'
import type { SheetTable } from '../table-file/table-file.ts'
import { changeColumns, figureColumns, type ShownColumn, stateNote, type Words, written } from './figure-cells.ts'

type Funnel = ReplyOf<(typeof sampleFunnelCalls)['funnel']>
type Row = Omit<Funnel['places'][number], 'path'>

/** How far people got: the whole, then each place right below. */
export function funnelTable({ steps, rate, change, places }: Funnel, words: Words): SheetTable {
  const { say } = words
  const valued = { title: say('text.responseRate'), unit: '%', decimals: 1 }
  const of = (wanted: SampleStep) => steps.find(({ step }) => step === wanted)?.n ?? 0
  const counts = {
    sampled: of('sampled'),
    invited: of('invited'),
    reached: of('reached'),
    started: of('started'),
    completed: of('completed'),
  }
  return written<Row>(
    [
      { title: say('place'), cell: ({ title }) => title },
      ...sampleSteps.map((step): ShownColumn<Row> => ({ title: say(`text.${step}`), cell: (row) => row.counts[step] })),
      ...figureColumns<Row>(valued, words, (row) => row.rate),
      ...(change === null && places.every((one) => one.change === null)
        ? []
        : changeColumns<Row>(valued, words, (row) => row.change)),
      { title: say('table.note'), cell: (row) => stateNote([row.rate.state], false, words) },
    ],
    [{ title: say('table.all'), counts, rate, change }, ...places],
  )
}
