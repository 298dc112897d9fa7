import type { CampaignWeighing } from '@kaiku/contract/campaign-missing.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { type RakedCell, rake, weighingOf } from '@kaiku/core/raking.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { seenCampaign } from '../campaign/campaign.ts'
import { answeredSql } from '../campaign/campaign-count.ts'
import { inUniverse } from '../db/postgres.ts'
import { nullable, numbers, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { reaches } from '../selection/scope-condition.ts'
import { askedInAll, askedPeople, floorOf, type ToldField, toldFields } from './asked-people.ts'
import { yearNow } from './campaign-missing.ts'

/** The largest weight, in means. */
const cap = 5

type Asked = { readonly campaignId: string; readonly fields: readonly string[]; readonly now: number }
type Weighed = { readonly interview: string; readonly leaves: readonly number[]; readonly cell: number }
type Weighing = {
  readonly told: CampaignWeighing
  readonly weights: readonly number[]
  readonly people: readonly Weighed[]
}

const none = (standing: CampaignWeighing['standing'], n: number): Weighing => ({
  told: {
    standing,
    n,
    effective: 0,
    designEffect: 0,
    converged: false,
    gap: 0,
    trimmed: 0,
    largest: cap,
    nobody: [],
  },
  weights: [],
  people: [],
})

/**
 * Weights by which those who answered are, field by field, as those who were asked. Throws Fault `not_found` for a campaign,
 * `invalid` for a field that tells nobody apart.
 */
export async function weighCampaign(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { campaignId, fields, now }: Asked,
): Promise<Weighing> {
  return inUniverse(stores.pool, dictionary.universe, async (client) => {
    await seenCampaign(client, who, dictionary, campaignId)
    if (dictionary.definition.settings.protection) return none('protected', 0)
    const of = { client, who, dictionary, campaign: campaignId }
    const all = await askedInAll(of)
    if (all.asked < floorOf(dictionary)) return none('few', all.answered)
    const known = await toldFields(of, who.locale, yearNow(dictionary, now))
    const chosen = fields.map((id) => {
      const field = known.find((one) => one.id === id)
      if (!field) throw refuse('invalid', 'campaign.weightField', { id })
      return field
    })
    const people = await answeredPeople(of, dictionary, chosen)
    if (people.length < floorOf(dictionary)) return none('few', people.length)
    return weigh(people, chosen)
  })
}

type Answered = { readonly interview: string; readonly leaves: readonly number[]; readonly values: readonly number[] }

/** Those whose answers are known, with the group of each field that they are in. */
async function answeredPeople(
  of: { client: pg.PoolClient; who: Viewer; dictionary: Dictionary; campaign: string },
  dictionary: Dictionary,
  fields: readonly ToldField[],
): Promise<readonly Answered[]> {
  const { values, bind, from } = askedPeople(of)
  const raws = fields.map(({ id }) => rawSql(dictionary, id, bind))
  const { rows } = await query(
    of.client,
    { interview: text, leaves: numbers, first: nullable(text), second: nullable(text), third: nullable(text) },
    `select (select i.id from interview i where (i.universe, i.survey, i.number) = (s.universe, s.survey, s.interview)) as interview,
       s.leaves, ${['first', 'second', 'third'].map((name, at) => `${raws[at] ?? 'null::text'} as ${name}`).join(', ')}
     from ${from} and ${answeredSql} and s.interview is not null order by interview`,
    values,
  )
  return rows.map(({ interview, leaves, first, second, third }) => ({
    interview,
    leaves,
    values: fields.map(({ groups }, at) => {
      const raw = [first, second, third][at] ?? null
      const found = groups.findIndex((group) => group.raws.has(raw))
      if (found < 0) throw new Error('somebody is in no group')
      return found
    }),
  }))
}

/** In SQL: the stored value of a field of a sample `s`. */
function rawSql({ views }: Dictionary, id: string, bind: (value: unknown) => string): string {
  if (id === 'locale') return 's.locale'
  if (id !== 'place') return `s.background #>> array[${bind(id.slice('background:'.length))}]`
  const [view] = views.values()
  return view ? `s.leaves[${view.number}]::text` : 'null::text'
}

function weigh(people: readonly Answered[], fields: readonly ToldField[]): Weighing {
  const places = new Map<string, number>()
  const cells: { n: number; values: readonly number[] }[] = []
  const weighed = people.map(({ interview, leaves, values }): Weighed => {
    const key = values.join()
    const at = places.get(key) ?? cells.push({ n: 0, values }) - 1
    places.set(key, at)
    const cell = cells[at]
    if (cell) cell.n += 1
    return { interview, leaves, cell: at }
  })
  const targets = fields.map(({ groups }) => groups.map(({ asked }) => asked))
  const { weights, converged, gap, trimmed } = rake(cells, targets, { cap })
  const told = { converged, gap: 100 * gap, trimmed, largest: cap, nobody: nobodyOf(cells, fields) }
  return { told: { standing: 'told', ...weighingOf(cells, weights), ...told }, weights, people: weighed }
}

const nobodyOf = (cells: readonly RakedCell[], fields: readonly ToldField[]): CampaignWeighing['nobody'] =>
  fields.flatMap(({ id, groups }, at) =>
    groups.flatMap((_, value) => (cells.some(({ values }) => values[at] === value) ? [] : [{ field: id, value }])),
  )

/** Lines of a file: each answer that the viewer may take along, with its weight. */
export function weightLines(who: Viewer, dictionary: Dictionary, { people, weights }: Weighing): (string | number)[][] {
  const rows = people
    .filter(({ leaves }) => reaches(who, dictionary, 'export', leaves))
    .map(({ interview, cell }) => [interview, Number((weights[cell] ?? 0).toFixed(9))])
  return [['interview', 'weight'], ...rows]
}
