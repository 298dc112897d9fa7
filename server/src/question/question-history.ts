import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { questionCalls } from '@kaiku/contract/question-change.ts'
import { z } from 'zod'
import { inUniverse } from '../db/postgres.ts'
import { number, query, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { diffDefinitions } from '../definition/definition-diff.ts'
import type { Files } from '../definition/read-definition.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { placeText } from '../fault/definition-fault.ts'
import { questionBreaks } from '../question-break/question-break.ts'
import { file, textsOf } from './change-question.ts'

type History = ReplyOf<(typeof questionCalls)['history']>
const mostVersions = 200

/** The versions that changed a question, of the last two hundred that changed any, and its breaks. */
export async function questionHistory(stores: Stores, dictionary: Dictionary, question: string): Promise<History> {
  const { universe, survey } = dictionary
  const { locale } = dictionary.definition.settings
  const { rows } = await inUniverse(stores.pool, universe, (client) =>
    query(
      client,
      { version: number, at: time, by: text, text },
      `select version, at, by, text from (
         select v.version, v.published_at as at, v.published_by as by, f.text, lag(f.text) over (order by v.version) as last
         from definition_version v join definition_file f using (universe, survey, version)
         where v.universe = $1 and v.survey = $2 and f.path = $3) x
       where text is distinct from last order by version desc limit $4`,
      [universe, survey, file, mostVersions],
    ),
  )
  const versions = rows.flatMap(({ version, at, by, text: own }, i) => {
    const before = rows[i + 1]
    if (!before) return []
    const changes = diffDefinitions(aloneIn(before.text, question, locale), aloneIn(own, question, locale)).map(
      ({ place, before: was, after }) => ({
        place: place.slice(placeText(['questions', question]).length).replace(/^\./, ''),
        before: was,
        after,
      }),
    )
    return changes.length === 0 ? [] : [{ version, at: at.toISOString(), by, changes }]
  })
  const breaks = await questionBreaks(stores, dictionary)
  return {
    versions,
    breaks: breaks.filter((one) => one.question === question).map(({ day, what }) => ({ day, what })),
  }
}

const asked = z.object({ questions: z.array(z.looseObject({ id: z.string() })) })

/** The definition of one question alone, its texts by language. */
function aloneIn(text: string, question: string, locale: string): Files {
  const { questions } = asked.parse(JSON.parse(text.replace(/^\uFEFF/, '')))
  const own = questions
    .filter(({ id }) => id === question)
    .map((one) => Object.assign({}, one, { title: textsOf(one.title, locale), text: textsOf(one.text, locale) }))
  return new Map([[file, JSON.stringify({ questions: own })]])
}
