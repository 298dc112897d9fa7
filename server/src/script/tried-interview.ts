import type { Viewer } from '@kaiku/core/access.ts'
import { binder } from '../db/bind.ts'
import { inUniverse } from '../db/postgres.ts'
import { nullable, numbers, query, type RowOf, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { answersColumn } from '../dictionary/answers-column.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { quietScopeOf } from '../selection/scope.ts'
import { holdsLeaves, scopeCondition } from '../selection/scope-condition.ts'

const columns = { id: text, day: nullable(text), answers: answersColumn, leaves: numbers } as const
export type TriedInterview = RowOf<typeof columns>

/**
 * The newest interviews that somebody may see, without what people wrote where they may not see that; none of a protected
 * survey.
 */
export async function newestInterviews(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  most: number,
): Promise<TriedInterview[]> {
  if (dictionary.definition.settings.protection || most === 0) return []
  const { values, bind } = binder()
  const where = [
    `i.universe = ${bind(dictionary.universe)}`,
    `i.survey = ${bind(dictionary.survey)}`,
    scopeCondition(quietScopeOf(who, dictionary, 'seeInterviews'), bind, 'i.leaves'),
  ]
  const { rows } = await inUniverse(stores.pool, dictionary.universe, (client) =>
    query(
      client,
      columns,
      `select i.id, i.day::text, i.answers, i.leaves from interview i
       where ${where.join(' and ')} order by i.number desc limit ${bind(most)}`,
      values,
    ),
  )
  const comments = quietScopeOf(who, dictionary, 'seeComments')
  return rows.map((row) => (holdsLeaves(comments, row.leaves) ? row : withoutTexts(dictionary, row)))
}

function withoutTexts({ questions }: Dictionary, row: TriedInterview): TriedInterview {
  const answers = Object.entries(row.answers).filter(([id]) => {
    const question = questions.get(id)?.question
    return question && question.type !== 'text' && !question.roles.includes('comment')
  })
  return Object.assign({}, row, { answers: Object.fromEntries(answers) })
}

/** The newest interviews of a survey, for what shows nothing of them. */
export async function everyInterview(stores: Stores, { universe, survey }: Dictionary, most: number) {
  const { rows } = await inUniverse(stores.pool, universe, (client) =>
    query(
      client,
      { day: nullable(text), answers: answersColumn },
      'select day::text, answers from interview where universe = $1 and survey = $2 order by number desc limit $3',
      [universe, survey, most],
    ),
  )
  return rows
}
