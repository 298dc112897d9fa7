import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { Correctable, CorrectedValue, correctionCalls } from '@kaiku/contract/correction.ts'
import type { Question } from '@kaiku/contract/question.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault, type FaultDetail } from '@kaiku/core/fault.ts'
import { type Localised, localise as sayIn } from '@kaiku/core/localised.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { inUniverse } from '../db/postgres.ts'
import { nullable, query, text as textColumn } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { isPersonal } from '../figure/personal.ts'
import { storedInterview } from '../interview/find-interview.ts'
import { correctInterview } from '../interview/interview.ts'
import { openInterview } from '../interview-list/one-interview.ts'
import { shownAnswer } from '../interview-list/shown-answer.ts'
import { jsonRows } from '../interview-row/json-rows.ts'
import { namesOf } from '../person/person-name.ts'
import { isEverywhere } from '../selection/scope.ts'
import { keyedPlaces } from '../view/keyed-place.ts'

type Calls = typeof correctionCalls
type Change = { readonly question: string; readonly before: CorrectedValue; readonly value: CorrectedValue }

/** The questions of an interview that the viewer may correct. Throws Fault `not_found` where they may not correct it. */
async function opened(stores: Stores, who: Viewer, dictionary: Dictionary, interviewId: string) {
  const stored = await storedInterview(stores, dictionary, interviewId)
  const { seesPersonal, scope } = await openInterview(stores, who, dictionary, stored.number, 'importData')
  const placing = placingOf(dictionary)
  const questions = [...dictionary.questions.values()]
    .map(({ question }) => question)
    .filter((question) => !question.hidden && !question.computed && (seesPersonal || !isPersonal(question)))
  return { stored, questions, isFixed: ({ id }: Question) => !isEverywhere(scope) && placing.has(id) }
}

/** Questions that decide where an interview belongs. */
export const placingOf = ({ views }: Dictionary): ReadonlySet<string> =>
  new Set(
    [...views.values()].flatMap(({ view }) =>
      'levels' in view ? view.levels.map(({ question }) => question) : [view.key],
    ),
  )

export async function readCorrectable(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  interviewId: string,
  locale: string,
): Promise<ReplyOf<Calls['read']>> {
  const { stored, questions, isFixed } = await opened(stores, who, dictionary, interviewId)
  const translate = (text: Localised) => sayIn(text, locale, dictionary.definition.settings.locale)
  const original = stored.original ?? stored.answers
  return {
    questions: questions.map((question): Correctable => {
      const [now, first] = [stored.answers, original].map((answers) => ownUnit(question, answers[question.id]))
      return {
        id: question.id,
        title: translate(question.title),
        type: question.type,
        value: now ?? null,
        choices: choicesOf(question, translate),
        ...limitsOf(question),
        ...placesOf(question, { own: [now, first], isFixed: isFixed(question) }, dictionary, translate),
        original: first ?? null,
        originalShown: shownAnswer(dictionary, question, original[question.id], translate),
        isCorrected: !isSame(now ?? null, first ?? null),
        isFixed: isFixed(question),
      }
    }),
  }
}

const choicesOf = (question: Question, translate: (text: Localised) => string) =>
  question.type === 'choice' || question.type === 'multiple'
    ? question.options.map(({ code, title }) => ({ code, title: translate(title) || code }))
    : question.type === 'scale'
      ? question.labels.map(({ code, title }) => ({ code: String(code), title: translate(title) }))
      : []

/** Places that are sent to be chosen among; of more, the present and the first. */
const mostPlaces = 2_000

/** The places to choose among, where a question's answers are ids of places. Who may not change it is told of its `own`. */
function placesOf(
  question: Question,
  { own, isFixed }: { readonly own: readonly (CorrectedValue | undefined)[]; readonly isFixed: boolean },
  dictionary: Dictionary,
  translate: (text: Localised) => string,
): Partial<Pick<Correctable, 'choices'>> {
  const places = keyedPlaces(dictionary, question.id)
  if (places.size === 0) return {}
  const ids = isFixed || places.size > mostPlaces ? new Set(own) : places.keys()
  return {
    choices: [...ids].flatMap((id) => {
      const name = typeof id === 'string' ? places.get(id) : undefined
      return typeof id === 'string' && name ? [{ code: id, title: translate(name) || id }] : []
    }),
  }
}

const limitsOf = (question: Question) => ({
  isOpen: 'open' in question && question.open,
  min: 'min' in question ? (question.min ?? null) : null,
  max: 'max' in question ? (question.max ?? null) : null,
  decimals: question.type === 'number' ? question.decimals : 0,
  unit: question.type === 'number' ? (question.unit ?? null) : null,
})

/** A stored answer in its question's own unit. */
function ownUnit(question: Question, stored: Answers[string] | undefined): CorrectedValue {
  if (stored === undefined) return null
  if (typeof stored === 'number') return question.type === 'number' ? stored / 10 ** question.decimals : stored
  return typeof stored === 'object' ? [...stored] : stored
}

const isSame = (one: CorrectedValue, other: CorrectedValue) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Corrects answers of an interview that are still as the writer saw them. Throws Fault `invalid` for an answer that does not
 * fit its question, `conflict` with what each is now where somebody else was faster.
 */
export async function correctAnswers(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  interviewId: string,
  changes: readonly Change[],
  tries = 5,
): Promise<void> {
  const { stored, questions, isFixed } = await opened(stores, who, dictionary, interviewId)
  const byId = new Map(questions.map((question) => [question.id, question]))
  for (const { question: id } of changes) {
    const question = byId.get(id)
    if (!question)
      throw refuse('invalid', 'figure.question', { id }, [
        { place: id, expected: 'a question of this survey', found: id },
      ])
    if (isFixed(question)) throw refuse('forbidden', 'interview.fixed')
  }
  const given = Object.fromEntries(changes.map(({ question, value }) => [question, value]))
  const row = jsonRows(dictionary)('', given)
  if ('reason' in row)
    throw refuse('invalid', 'interview.fit', {}, [{ place: row.column, expected: row.reason, found: row.value }])
  const others = Object.entries(stored.answers).filter(([id]) => !Object.hasOwn(given, id))
  const whole = { ...Object.fromEntries(others), ...(JSON.parse(row.json) as Answers) }
  const late = changes.filter(({ question: id, before }) => {
    const question = byId.get(id)
    return question !== undefined && !isSame(ownUnit(question, stored.answers[id]), before)
  })
  if (late.length > 0) throw await meanwhile(stores, dictionary, stored, late, byId)
  const { universe, survey } = dictionary
  try {
    await correctInterview(stores, universe, survey, Number(stored.number), whole, stored.answers, who.userId)
  } catch (error) {
    // Somebody was faster since it was read: it is looked at again.
    if (tries <= 1 || !(error instanceof Fault) || !['not_found', 'conflict'].includes(error.code)) throw error
    await correctAnswers(stores, who, dictionary, interviewId, changes, tries - 1)
  }
}

const written = (value: CorrectedValue) =>
  value === null ? '' : typeof value === 'object' ? value.join(', ') : String(value)

async function meanwhile(
  stores: Stores,
  { universe, survey }: Dictionary,
  { number, answers }: Awaited<ReturnType<typeof storedInterview>>,
  late: readonly Change[],
  byId: ReadonlyMap<string, Question>,
): Promise<Fault> {
  const { rows } = await inUniverse(stores.pool, universe, (client) =>
    query(
      client,
      { person: nullable(textColumn) },
      `select person from interview_correction
       where universe = $1 and survey = $2 and number = $3 and question = any($4) order by id desc limit 1`,
      [universe, survey, number, late.map(({ question }) => question)],
    ),
  )
  const person = rows[0]?.person ?? null
  const by = (await namesOf(stores.service, [person])).get(person ?? '') ?? 'Kaiku'
  const details = late.flatMap(({ question: id, before }): FaultDetail[] => {
    const question = byId.get(id)
    if (!question) return []
    return [{ place: id, expected: written(before), found: written(ownUnit(question, answers[id])) }]
  })
  return refuse('conflict', 'interview.changed', { by }, details)
}
