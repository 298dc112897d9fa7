import type { CampaignMissing, MissingField } from '@kaiku/contract/campaign-missing.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { dayIn } from '@kaiku/core/day.ts'
import { leastAnswering, testRates } from '@kaiku/core/response-gap.ts'
import { alpha, benjaminiHochberg } from '@kaiku/core/statistics.ts'
import { seenCampaign } from '../campaign/campaign.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { shareFigure } from '../figure/share-figure.ts'
import { askedInAll, floorOf, type ToldField, toldFields } from './asked-people.ts'

export const yearNow = ({ definition }: Dictionary, now: number): number =>
  Number(dayIn(definition.settings.timeZone, now).slice(0, 4))

/** Who of those asked answered less than others, as far as the viewer may write to them. Throws Fault `not_found`. */
export async function tellMissing(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { campaignId, locale, now }: { readonly campaignId: string; readonly locale: string; readonly now: number },
): Promise<CampaignMissing> {
  const minimum = floorOf(dictionary)
  const { isProtected, all, fields } = await inUniverse(stores.pool, dictionary.universe, async (client) => {
    await seenCampaign(client, who, dictionary, campaignId)
    const of = { client, who, dictionary, campaign: campaignId }
    const counted = await askedInAll(of)
    const isKept = dictionary.definition.settings.protection
    const isTold = !isKept && counted.asked >= minimum
    const told = isTold ? await toldFields(of, locale, yearNow(dictionary, now)) : []
    return { isProtected: isKept, all: counted, fields: told }
  })
  const { asked, answered } = isProtected ? { asked: 0, answered: 0 } : all
  const judged = judge(fields, minimum)
  return {
    standing: isProtected ? 'protected' : asked < minimum ? 'few' : 'told',
    asked,
    answered,
    minimum,
    rate: shareFigure({ n: answered, of: asked }, minimum),
    fields: judged,
    least: leastOf(judged, minimum),
  }
}

/** Each field tested once, all of them one family (Benjamini & Hochberg at 5 %); those that differ most first. */
function judge(fields: readonly ToldField[], minimum: number): MissingField[] {
  const tests = fields.map(({ groups }) => testRates(groups))
  const real = benjaminiHochberg(
    tests.map((test) => test?.p ?? null),
    alpha,
  )
  return fields
    .map(({ id, title, groups }, at) => ({
      id,
      title,
      strength: tests[at]?.strength ?? null,
      significant: tests[at] ? (real[at] ?? false) : null,
      values: groups.map(({ name, asked, answered }) => ({
        ...name,
        asked,
        answered,
        rate: shareFigure({ n: answered, of: asked }, minimum),
      })),
    }))
    .sort((a, b) => Number(b.significant) - Number(a.significant) || (b.strength ?? -1) - (a.strength ?? -1))
}

/** The value furthest below all others, of the fields whose test is significant. */
function leastOf(fields: readonly MissingField[], minimum: number): CampaignMissing['least'] {
  const found = fields.flatMap(({ id, significant, values }) => {
    const least = significant === true ? leastAnswering(values) : null
    const value = least && values[least.at]
    if (!least || !value || (value.kind !== 'value' && value.kind !== 'band')) return []
    const others = values.filter((one) => one !== value)
    const sum = (key: 'asked' | 'answered') => others.reduce((total, one) => total + one[key], 0)
    return [
      {
        difference: least.value,
        told: { field: id, value: least.at, others: { n: sum('answered'), of: sum('asked') } },
      },
    ]
  })
  const [furthest] = found.sort((a, b) => a.difference - b.difference)
  if (!furthest) return null
  const { field, value, others } = furthest.told
  return { field, value, others: shareFigure(others, minimum) }
}
