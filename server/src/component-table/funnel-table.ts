import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { CampaignDetails, CampaignRow } from '@kaiku/contract/campaign-figure.ts'
import type { sampleFunnelCalls } from '@kaiku/contract/sample-funnel.ts'
import { type SampleStep, sampleSteps } from '@kaiku/core/sample-step.ts'
import type { SheetTable } from '../table-file/table-file.ts'
import { changeColumns, figureColumns, type ShownColumn, stateNote, type Words, written } from './figure-cells.ts'

type Funnel = ReplyOf<(typeof sampleFunnelCalls)['funnel']>
type Row = Omit<Funnel['places'][number], 'path'>

/** How far people got: the whole, then each place right below. */
export function funnelTable({ steps, rate, change, places }: Funnel, words: Words): SheetTable {
  const { say } = words
  const valued = valuedBy(words)
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

const valuedBy = ({ say }: Words) => ({ title: say('text.responseRate'), unit: '%', decimals: 1 })
const steps = ['audience', 'delivered', 'failed', 'opened', 'clicked', 'answered', 'unsubscribed'] as const

/** Campaigns with how many each reached and who of them answered. */
export function campaignsTable(rows: readonly CampaignRow[], words: Words): SheetTable {
  const { say } = words
  return written<CampaignRow>(
    [
      { title: say('text.campaign'), cell: ({ name }) => name },
      { title: say('text.channel'), cell: ({ kind }) => kind },
      { title: say('text.made'), cell: ({ at }) => at.slice(0, 10) },
      { title: say('text.standing'), cell: ({ state }) => say(`text.standing.${state}`) },
      ...steps.map(
        (step): ShownColumn<CampaignRow> => ({ title: say(`text.step.${step}`), cell: ({ counts }) => counts[step] }),
      ),
      ...figureColumns<CampaignRow>(valuedBy(words), words, ({ rate }) => rate),
      { title: say('table.note'), cell: ({ rate }) => stateNote([rate.state], false, words) },
    ],
    rows,
  )
}

type Part = Pick<CampaignDetails, 'rate'> & {
  readonly title: string
  readonly delivered: number
  readonly answered: number
}

/** One campaign as a whole, then at each place. */
export function campaignTable(campaign: CampaignDetails | null, words: Words): SheetTable {
  const { say } = words
  const whole: Part[] = campaign ? [{ ...campaign.counts, title: campaign.name, rate: campaign.rate }] : []
  return written<Part>(
    [
      { title: say('place'), cell: ({ title }) => title },
      { title: say('text.step.delivered'), cell: ({ delivered }) => delivered },
      { title: say('text.step.answered'), cell: ({ answered }) => answered },
      ...figureColumns<Part>(valuedBy(words), words, ({ rate }) => rate),
      { title: say('table.note'), cell: ({ rate }) => stateNote([rate.state], false, words) },
    ],
    [...whole, ...(campaign?.places ?? [])],
  )
}
