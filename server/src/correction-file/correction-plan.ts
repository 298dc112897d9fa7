import { createHash } from 'node:crypto'
import type { Question } from '@kaiku/contract/question.ts'
import { may, type Viewer } from '@kaiku/core/access.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { placingOf } from '../correction/correction.ts'
import { numbers, query, type Shape, text } from '../db/rows.ts'
import { answersColumn } from '../dictionary/answers-column.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { isPersonal } from '../figure/personal.ts'
import type { Reject } from '../import/import-run.ts'
import type { CorrectedInterview } from '../interview/stored-interview.ts'
import { keyOfExternalId } from '../interview-row/row-key.ts'
import { isEverywhere, quietScopeOf, scopeOf, withinBoth } from '../selection/scope.ts'
import { holdsLeaves } from '../selection/scope-condition.ts'
import type { Placer } from '../view/place.ts'
import { type ReadCorrections, rejected, type WantedValue } from './read-correction-file.ts'

type Stored = Answers[string] | null
export type PlannedChange = {
  readonly line: number
  readonly number: string
  readonly interviewId: string
  readonly question: Question
  readonly before: Stored
  readonly after: Stored
}

export type CorrectionPlan = {
  readonly changes: readonly PlannedChange[]
  readonly interviews: readonly CorrectedInterview[]
  readonly unchanged: number
  readonly rejects: readonly Reject[]
  /** Stands for all changes, from what to what. */
  readonly seen: string
}

const interviewColumns = { number: text, id: text, key: text, leaves: numbers, answers: answersColumn } satisfies Shape

/**
 * Where somebody may correct interviews of a survey, and what of them. Throws Fault `forbidden` where the survey is
 * protected, or without the right.
 */
export function correctionRights(who: Viewer, dictionary: Dictionary) {
  const scope = withinBoth(scopeOf(who, dictionary, 'seeInterviews'), scopeOf(who, dictionary, 'importData'))
  if (dictionary.definition.settings.protection) throw refuse('forbidden', 'protected.interviews')
  const contacts = may.seeContacts(who) ? quietScopeOf(who, dictionary, 'seeContacts') : null
  const placing = placingOf(dictionary)
  return {
    reaches: (leaves: readonly number[]) => holdsLeaves(scope, leaves),
    sees: (question: Question, leaves: readonly number[]) =>
      !question.hidden && (!isPersonal(question) || (contacts !== null && holdsLeaves(contacts, leaves))),
    isFixed: ({ id }: Question) => !isEverywhere(scope) && placing.has(id),
  }
}

/** The same codes of a multiple choice are one answer, in whatever order. */
export const isSame = (one: Stored, other: Stored) => written(one) === written(other)
const written = (value: Stored) => JSON.stringify(typeof value === 'object' ? value?.toSorted() : value)

/** An interview's answers with others among them; null: none. */
export function withAnswers(answers: Answers, others: ReadonlyMap<string, Stored>): Answers {
  const kept = Object.entries(answers).filter(([id]) => !others.has(id))
  return Object.fromEntries([
    ...kept,
    ...[...others].flatMap(([id, one]) => (one === null ? [] : [[id, one] as const])),
  ])
}

/** Holds what a file wants against the interviews as they are. */
export async function planCorrections(
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  places: Placer,
  read: ReadCorrections,
): Promise<CorrectionPlan> {
  const rights = correctionRights(who, dictionary)
  const find = await interviewFinder(client, dictionary, read)
  const rejects = [...read.rejects]
  let lost = 0
  const wanted = new Map<string, PlannedChange & { readonly own: Found }>()
  for (const value of read.values) {
    const { line, key, question, text: what } = value
    const own = find(key)
    const refuseIt = (column: string, found: string, reason: string) => {
      lost += 1
      rejects.push(rejected(line, column, found, reason))
    }
    if (!own || !rights.reaches(own.leaves)) {
      lost += 1
      // All values of a line are of one interview.
      if (rejects.at(-1)?.line !== line || rejects.at(-1)?.column !== read.key.header)
        rejects.push(rejected(line, read.key.header, key, 'no such interview'))
    } else if (!rights.sees(question, own.leaves)) refuseIt(question.id, question.id, 'not a question of the survey')
    else if (question.computed) refuseIt(question.id, what, 'is computed by a script')
    else if (rights.isFixed(question))
      refuseIt(question.id, what, 'decides the place, which only who corrects everywhere may change')
    else {
      const before = own.answers[question.id] ?? null
      const change = { own, line, question, before, after: value.value, number: own.number, interviewId: own.id }
      const at = `${own.number} ${question.id}`
      const earlier = wanted.get(at)
      if (earlier && !isSame(earlier.after, change.after))
        refuseIt(question.id, what, `line ${earlier.line} gives it another value`)
      else if (!earlier) wanted.set(at, change)
    }
  }
  const real = [...wanted.values()].filter(({ before, after }) => !isSame(before, after))
  const unplaced = new Set<string>()
  const interviews = byInterview(real).flatMap(([first, ...more]): CorrectedInterview[] => {
    if (!first) return []
    const [all, number] = [[first, ...more], first.number]
    const before = first.own.answers
    const answers = withAnswers(before, new Map(all.map(({ question, after }) => [question.id, after])))
    const fault = places.refusal(answers)
    if (!fault) return [{ number, answers, before }]
    unplaced.add(number)
    lost += all.length
    for (const line of new Set(all.map((one) => one.line)))
      rejects.push(rejected(line, fault.question, fault.value, fault.reason))
    return []
  })
  const changes = real
    .filter(({ number }) => !unplaced.has(number))
    .map(({ line, number, interviewId, question, before, after }) => ({
      line,
      number,
      interviewId,
      question,
      before,
      after,
    }))
  return {
    changes,
    interviews,
    unchanged: read.values.length - lost - changes.length,
    rejects: rejects.toSorted((a, b) => a.line - b.line),
    seen: digestOf(changes),
  }
}

/** Values of the same interview together. */
export function byInterview<T extends { readonly number: string }>(values: readonly T[]): T[][] {
  const found = new Map<string, T[]>()
  for (const value of values) {
    const own = found.get(value.number)
    if (own) own.push(value)
    else found.set(value.number, [value])
  }
  return [...found.values()]
}

const digestOf = (changes: readonly PlannedChange[]) =>
  createHash('sha256')
    .update(JSON.stringify(changes.map(({ number, question, before, after }) => [number, question.id, before, after])))
    .digest('base64url')

type Found = {
  readonly number: string
  readonly id: string
  readonly leaves: readonly number[]
  readonly answers: Answers
}

/** Reads all interviews that a file names, once. */
async function interviewFinder(client: pg.PoolClient, { universe, survey }: Dictionary, read: ReadCorrections) {
  const isById = read.key.by === 'interview'
  const keyOf = isById ? (key: string) => key.toLowerCase() : keyOfExternalId
  const keys = [...new Set(read.values.map(({ key }: WantedValue) => keyOf(key)))]
  const { rows } = await query(
    client,
    interviewColumns,
    `select number::text, id, row_key as key, leaves, answers from interview
     where universe = $1 and survey = $2 and ${isById ? 'id = any($3::uuid[])' : 'row_key = any($3)'}`,
    [universe, survey, isById ? keys.filter((key) => uuid.test(key)) : keys],
  )
  const found = new Map(rows.map((row): [string, Found] => [isById ? row.id : row.key, row]))
  return (key: string) => found.get(keyOf(key))
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
