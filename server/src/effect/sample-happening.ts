import { testOf, testOfPlaces } from '../alert-rule/rule-conditions.ts'
import type { ConditionScripts } from '../condition-script/condition-script.ts'
import { noteConditionFaults, openConditions } from '../condition-script/condition-standing.ts'
import { inTransaction } from '../db/postgres.ts'
import { nullable, number, numbers, query, type RowOf, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { answersColumn } from '../dictionary/answers-column.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { type Asked, askFor } from './asked-effect.ts'
import { blocksOn } from './judge-blocks.ts'

/** What `cameColumns` read. */
export const cameShape = {
  id: text,
  background: answersColumn,
  contact: nullable(text),
  leaves: numbers,
  /** The day on which it came, in the survey’s zone. */
  cameOn: text,
} satisfies Shape
export type SampleCame = RowOf<typeof cameShape>

/** Over samples `s`; `zone`: the survey’s, as a parameter. */
export const cameColumns = (zone: string): string =>
  `s.id, s.background, s.contact, s.leaves, (s.created_at at time zone ${zone})::date::text as "cameOn"`

/** Which blocks ask for their effects on samples that came: conditions look at what is known of them before. */
export async function judgeSamples(
  dictionary: Dictionary,
  blocks: ReturnType<typeof blocksOn<'sample'>>,
  came: readonly SampleCame[],
  scripts: ConditionScripts,
): Promise<readonly (Asked & { readonly came: SampleCame })[]> {
  const all: (Asked & { readonly came: SampleCame })[] = []
  for (const block of blocks) {
    const [when, places] = [testOf(dictionary, block.when), testOfPlaces(dictionary, block.places)]
    const found = came.flatMap((one) => {
      const { id, background, contact, leaves } = one
      const judged = { number: '', answers: background, contact, day: null, leaves }
      if (!places(judged) || !when(judged)) return []
      return [{ block, subject: id, interview: null, alert: null, sample: id, came: one }]
    })
    const asked = found.map(({ subject, came: { background } }) => ({ key: subject, answers: background, day: null }))
    const meeting = await scripts.meeting(block.script, asked)
    all.push(...found.filter(({ subject }) => meeting.has(subject)))
  }
  return all
}

const atOnce = 1_000

/** Holds samples that came against the blocks that answer to it, as `followAlerts` does. `now`: milliseconds since 1970. */
export const followSamples = (stores: Stores, now: number): Promise<number> =>
  inTransaction(stores.service, async (client) => {
    const { rows } = await query(
      client,
      { universe: text, id: text, survey: number },
      `select universe, id, survey from effect_event where sample is not null order by id limit ${atOnce}
       for update skip locked`,
    )
    for (const survey of new Set(rows.map((row) => row.survey))) {
      const dictionary = await surveyByNumber(stores, survey)
      const { universe, definition } = dictionary
      const ids = rows.filter((row) => row.survey === survey).map(({ id }) => id)
      const blocks = blocksOn(dictionary, 'sample')
      if (blocks.length > 0) {
        const came = await query(
          client,
          cameShape,
          `select ${cameColumns('$4')} from sample s where s.universe = $1 and s.survey = $2 and s.id = any($3) order by s.id`,
          [universe, survey, ids, definition.settings.timeZone],
        )
        const scripts = await openConditions(client, dictionary, blocks)
        await askFor(client, dictionary, await judgeSamples(dictionary, blocks, came.rows, scripts), { now })
        await noteConditionFaults(client, dictionary, scripts)
      }
      await client.query('delete from effect_event where universe = $1 and id = any($2)', [universe, ids])
    }
    return rows.length
  })
