import { Fault } from '@kaiku/core/fault.ts'
import { z } from 'zod'
import { placeFacts } from '../alert-words/place-facts.ts'
import { json, nullable, number, query, type Shape, text, texts, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { isPersonal } from '../figure/personal.ts'
import { readStored } from '../public-interview/public-interview.ts'
import { pathOf } from '../selection/selection.ts'
import { surveyByNumber } from '../survey/survey.ts'

export const hookEffect = z.object({ block: z.string(), title: z.string() })
export type HookEffect = z.output<typeof hookEffect>

/** Something that a webhook is to be told. */
export type WaitingMessage = {
  readonly id: string
  readonly universe: string
  readonly event: string
  readonly survey: number | null
  readonly interview: string | null
  readonly alert: string | null
  /** The effect block that tells of it; null: what happens in the universe by itself. */
  readonly effect: HookEffect | null
  readonly at: Date
  readonly contacts: boolean
}

/** What is sent, as it is now; null: what it was about is gone, or is nothing that leaves a protected survey. */
export async function messageOf(stores: Stores, waiting: WaitingMessage): Promise<object | null> {
  const { id, event, at } = waiting
  const about =
    event === 'test' ? {} : waiting.alert === null ? await interviewOf(stores, waiting) : await alertOf(stores, waiting)
  const told = waiting.effect === null ? {} : { effect: waiting.effect }
  return about && Object.assign({ id, event, at: at.toISOString() }, told, about)
}

async function interviewOf(
  stores: Stores,
  { universe, survey, interview, contacts }: WaitingMessage,
): Promise<object | null> {
  const { rows } = await query(
    stores.service,
    { id: text },
    'select id from interview where universe = $1 and survey = $2 and number = $3',
    [universe, survey, interview],
  )
  const [found] = rows
  if (!found || survey === null) return null
  const dictionary = await surveyByNumber(stores, survey)
  try {
    const { original: _, externalId, answers, ...stored } = await readStored(stores, dictionary, found.id)
    const open = Object.entries(answers).filter(([question]) => {
      const stored = dictionary.questions.get(question)
      return contacts || (stored && !isPersonal(stored.question))
    })
    // What another program calls it may tell who it is of.
    return { interview: { ...stored, ...(contacts && { externalId }), answers: Object.fromEntries(open) } }
  } catch (error) {
    if (error instanceof Fault && ['not_found', 'forbidden'].includes(error.code)) return null
    throw error
  }
}

const toldColumns = {
  alertId: text,
  survey: text,
  interviewId: nullable(text),
  rule: text,
  view: text,
  node: nullable(number),
  facts: nullable(json(placeFacts)),
  state: text,
  severity: text,
  tags: texts,
  rootCause: nullable(text),
  action: nullable(text),
  createdAt: time,
  dueAt: nullable(time),
  solvedAt: nullable(time),
  version: number,
} satisfies Shape

async function alertOf(stores: Stores, { universe, alert, survey }: WaitingMessage): Promise<object | null> {
  const { rows } = await query(
    stores.service,
    toldColumns,
    `select a.id as "alertId", s.ext_name as survey, i.id as "interviewId", a.rule,
       a.view, a.node, a.facts, a.state, a.severity, a.tags,
       a.root_cause as "rootCause", a.action, a.created_at as "createdAt", a.due_at as "dueAt", a.solved_at as "solvedAt",
       a.version
     from alert a join survey s on s.universe = a.universe and s.number = a.survey
     left join interview i on (i.universe, i.survey, i.number) = (a.universe, a.survey, a.interview)
     where a.universe = $1 and a.id = $2`,
    [universe, alert],
  )
  const [found] = rows
  if (!found) return null
  const { view: name, node, facts, ...told } = found
  const view = survey === null ? undefined : (await surveyByNumber(stores, survey)).views.get(name)
  return { alert: { ...told, place: view && node !== null ? pathOf(view, node) : null, figure: facts } }
}
