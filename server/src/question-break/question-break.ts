import type { Definition } from '@kaiku/contract/definition.ts'
import type { Indicator } from '@kaiku/contract/indicator.ts'
import { storedLocalised } from '@kaiku/contract/localised.ts'
import { type Day, dayIn } from '@kaiku/core/day.ts'
import { localise } from '@kaiku/core/localised.ts'
import { fold } from '@kaiku/core/text.ts'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { inUniverse } from '../db/postgres.ts'
import { number, query, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

/** From this day on a question is not the one that was asked before. */
export type QuestionBreak = { readonly question: string; readonly day: Day; readonly what: 'wording' | 'scale' }

const mostVersions = 500
const remembered = 200
const kept = new WeakMap<Stores, LRUCache<string, Promise<readonly QuestionBreak[]>>>()

/** The breaks of a survey's questions between its published versions, by day; of the last day of each that was published. */
export function questionBreaks(stores: Stores, dictionary: Dictionary): Promise<readonly QuestionBreak[]> {
  const cache = kept.get(stores) ?? new LRUCache<string, Promise<readonly QuestionBreak[]>>({ max: remembered })
  kept.set(stores, cache)
  const key = `${dictionary.survey} ${dictionary.version}`
  const known = cache.get(key)
  if (known) return known
  const reading = readBreaks(stores, dictionary)
  cache.set(key, reading)
  // What failed once is asked again.
  reading.catch(() => cache.delete(key))
  return reading
}

/** What of a question decides whether it is still the same. Files of earlier releases are looked at, too. */
const asked = z.object({
  id: z.string(),
  type: z.string(),
  title: storedLocalised.optional(),
  text: storedLocalised.optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  falling: z.boolean().optional(),
})
type Asked = z.output<typeof asked>
const askedFile = z.object({ questions: z.array(asked) })

async function readBreaks({ pool }: Stores, dictionary: Dictionary): Promise<readonly QuestionBreak[]> {
  const { universe, survey, version, definition } = dictionary
  const { locale, timeZone } = definition.settings
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      { version: number, at: time, text },
      `select version, at, text from (
         select v.version, v.published_at as at, f.text, lag(f.text) over (order by v.version) as last
         from definition_version v join definition_file f using (universe, survey, version)
         where v.universe = $1 and v.survey = $2 and v.version <= $3 and f.path = 'questions.json') x
       where text is distinct from last order by version desc limit $4`,
      [universe, survey, version, mostVersions],
    ),
  )
  const lastOfDay = new Map<Day, readonly Asked[]>()
  for (const { at, text: file } of rows.toReversed()) {
    const read = askedFile.safeParse(JSON.parse(file.replace(/^\uFEFF/, '')))
    if (read.success) lastOfDay.set(dayIn(timeZone, at.getTime()), read.data.questions)
  }
  return breaksBetween([...lastOfDay], locale)
}

/** Breaks between the questions of days, which are in order. */
export function breaksBetween(days: readonly (readonly [Day, readonly Asked[]])[], locale: string): QuestionBreak[] {
  const before = new Map<string, Asked>()
  return days.flatMap(([day, questions]) =>
    questions.flatMap((question): QuestionBreak[] => {
      const was = before.get(question.id)
      before.set(question.id, question)
      if (!was) return []
      const of = { question: question.id, day }
      if (!isSameScale(was, question)) return [{ ...of, what: 'scale' }]
      return isSameWording(was, question, locale) ? [] : [{ ...of, what: 'wording' }]
    }),
  )
}

const isSameScale = (one: Asked, other: Asked) =>
  one.type === other.type &&
  (one.type !== 'scale' ||
    (one.min === other.min && one.max === other.max && (one.falling ?? false) === (other.falling ?? false)))

/** The question as it was put, in the survey's own language; where it stands in neither, what it is called. */
function isSameWording(one: Asked, other: Asked, locale: string): boolean {
  const hasText = (question: Asked) => question.text !== undefined
  if (hasText(one) !== hasText(other)) return true
  const of = ({ text: wording, title = '' }: Asked) => plain(localise(wording ?? title, locale, locale))
  return of(one) === of(other)
}

/** Letters and digits: a comma is no other wording. */
const plain = (wording: string) =>
  fold(wording)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The questions that an indicator's figures stand on. */
export function questionsBehind(
  { indicators }: Pick<Definition, 'indicators'>,
  indicator: Indicator,
): ReadonlySet<string> {
  const found = new Set<string>()
  const met = new Set<string>()
  const add = (one: Indicator) => {
    if (met.has(one.id)) return
    met.add(one.id)
    if ('question' in one && one.question !== undefined) found.add(one.question)
    if ('parts' in one)
      for (const part of one.parts) {
        const other = indicators.find(({ id }) => id === part.indicator)
        if (other) add(other)
      }
  }
  add(indicator)
  return found
}
