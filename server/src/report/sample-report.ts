import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { campaignCalls } from '@kaiku/contract/campaign.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { peopleOfCampaign } from '../campaign/campaign-people.ts'
import { campaignAt } from '../campaign-answer/campaign-figure.ts'
import { campaignTable } from '../component-table/funnel-table.ts'
import { sampleLines, usualTable } from '../sample-list/sample-table.ts'
import { placeScope } from '../selection/selection.ts'
import type { SheetCell } from '../table-file/sheet-cell.ts'
import type { WorkbookSheet } from '../table-file/workbook.ts'
import type { ReportMaker } from './report-made.ts'
import { reportText } from './report-text.ts'

/** The people of the selection who are or may be asked, with how many of them got how far by state and by place. */
export const sampleReport: ReportMaker = async ({ question, words }) => {
  const { stores, who, dictionary, path } = question
  const { locale } = words
  const now = Date.now()
  const table = { ...usualTable, path, locale }
  const sheet = async (
    name: Parameters<typeof reportText>[0],
    groupBy: { readonly groupBy?: 'state' | 'place' },
  ): Promise<WorkbookSheet> => ({
    name: reportText(name, locale),
    columns: 'first row',
    rows: await sampleLines(stores, who, dictionary, { ...table, ...groupBy }, now),
  })
  return [
    await sheet('samples', {}),
    await sheet('byState', { groupBy: 'state' }),
    await sheet('byPlace', { groupBy: 'place' }),
  ]
}

type Recipient = ReplyOf<(typeof campaignCalls)['recipients']>['rows'][number]
const steps = [
  'audience',
  'left',
  'waiting',
  'failed',
  'delivered',
  'opened',
  'clicked',
  'answered',
  'unsubscribed',
] as const
const moments = ['sentAt', 'openedAt', 'clickedAt', 'answeredAt', 'unsubscribedAt'] as const
/** Each recipient is in one of these. */
const whole = ['left', 'waiting', 'delivered', 'failed'] as const
const atOnce = 200

/**
 * The campaign of the filter, else the newest at the place: how far its people got, when and where, what came back, and
 * each of them, by name where the viewer may see contacts, in rows and event by event.
 */
export const campaignReport: ReportMaker = async ({ question, words, signal }) => {
  const { stores, who, dictionary, path, selection } = question
  const { locale } = words
  const say = (name: Parameters<typeof reportText>[0]) => reportText(name, locale)
  const campaign = await campaignAt(stores, who, dictionary, { path, locale })
  if (!campaign) throw refuse('not_found', 'report.noCampaign')
  const { campaignId, name, counts, days, bounces } = campaign
  const within = placeScope(selection)
  const places = campaignTable(campaign, words)

  async function* recipients(): AsyncGenerator<readonly Recipient[]> {
    for (const group of whole) {
      let after: string | null | undefined
      while (after !== null && !signal.aborted) {
        const asked = { campaignId, group, limit: atOnce, locale, ...(after === undefined ? {} : { after }) }
        const found = await peopleOfCampaign(stores, who, dictionary, asked, within)
        yield found.rows
        after = found.next
      }
    }
  }
  const moment = (at: string | null): SheetCell => (at === null ? null : { moment: Date.parse(at) })
  async function* rowsOf(cells: (one: Recipient) => SheetCell[][]) {
    for await (const some of recipients()) yield some.flatMap(cells)
  }
  const columns = (...titles: readonly string[]) => titles.map((title) => ({ title }))
  const step = (one: (typeof steps)[number]) => words.say(`text.step.${one}`)
  return [
    {
      name: say('funnel'),
      columns: columns(name, say('people')),
      rows: [steps.map((one): SheetCell[] => [step(one), counts[one]])],
    },
    {
      name: say('byDay'),
      columns: columns(say('day'), step('delivered'), step('answered')),
      rows: [days.map(({ day, delivered, answered }): SheetCell[] => [{ day }, delivered, answered])],
    },
    { name: say('byPlace'), columns: places.columns, rows: [places.rows] },
    {
      name: say('bounces'),
      columns: columns(say('domain'), say('people'), say('said')),
      rows: [bounces.map(({ domain, n, said }): SheetCell[] => [domain, n, said])],
    },
    {
      name: say('recipients'),
      columns: columns(
        ...[
          say('sample'),
          say('personName'),
          say('writtenTo'),
          words.say('place'),
          words.say('text.standing'),
          say('why'),
        ],
        ...moments.map(say),
      ),
      rows: rowsOf((one) => [
        [
          one.sampleId,
          one.name,
          one.address,
          one.place,
          one.state,
          one.reason,
          ...moments.map((at) => moment(one[at])),
        ],
      ]),
    },
    {
      name: say('happened'),
      columns: columns(say('sample'), words.say('place'), say('event'), say('at')),
      rows: rowsOf((one) =>
        moments.flatMap((at) => (one[at] === null ? [] : [[one.sampleId, one.place, say(at), moment(one[at])]])),
      ),
    },
  ]
}
