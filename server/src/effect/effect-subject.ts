import { type Effect, effectBlock } from '@kaiku/contract/effect-block.ts'
import { storedLocalised } from '@kaiku/contract/localised.ts'
import type pg from 'pg'
import { placeFacts } from '../alert-words/place-facts.ts'
import { int8, json, nullable, number, numbers, query, type RowOf, type Shape, text } from '../db/rows.ts'
import { answersColumn } from '../dictionary/answers-column.ts'
import { knownContact } from '../gone-contact/gone-contact.ts'

const columns = {
  id: text,
  survey: number,
  block: text,
  blockTitle: json(storedLocalised),
  asked: json(effectBlock.shape.effects.element),
  number: nullable(int8),
  interviewId: nullable(text),
  answers: nullable(answersColumn),
  contact: nullable(text),
  alertId: nullable(text),
  alertTitle: nullable(json(storedLocalised)),
  sampleId: nullable(text),
  view: nullable(text),
  facts: nullable(json(placeFacts)),
  day: nullable(text),
  leaves: numbers,
} satisfies Shape

/** An effect that waits, with the interview, the alert or the sample that it is of as they are now. */
export type WaitingEffect = RowOf<typeof columns> & { readonly universe: string; readonly asked: Effect }

/** Locks an effect that waits, until the transaction ends; null: somebody else has done it, or it is gone. */
export async function lockEffect(client: pg.PoolClient, universe: string, id: string): Promise<WaitingEffect | null> {
  const { rows } = await query(
    client,
    columns,
    `select r.id, r.survey, r.block, r.block_title as "blockTitle", r.asked, i.number, i.id as "interviewId", coalesce(i.answers, s.background) as answers,
       coalesce(${knownContact('i.contact')}, s.contact) as contact, s.id as "sampleId", a.id as "alertId", a.title as "alertTitle", a.view, a.facts, coalesce(i.day, a.day)::text as day,
       coalesce(i.leaves, a.leaves, s.leaves, '{}') as leaves
     from effect_run r
     left join interview i on (i.universe, i.survey, i.number) = (r.universe, r.survey, r.interview)
     left join alert a on (a.universe, a.id) = (r.universe, r.alert) and a.withdrawn_at is null
     left join sample s on (s.universe, s.survey, s.id) = (r.universe, r.survey, r.sample)
     where r.universe = $1 and r.id = $2 and r.state = 'waiting' for update of r`,
    [universe, id],
  )
  return rows[0] ? Object.assign(rows[0], { universe }) : null
}
