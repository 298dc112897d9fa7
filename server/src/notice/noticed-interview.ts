import type { Viewer } from '@kaiku/core/access.ts'
import { localise } from '@kaiku/core/localised.ts'
import type pg from 'pg'
import { binder } from '../db/bind.ts'
import { nullable, query, text } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { scopeOf } from '../selection/scope.ts'
import { scopeCondition } from '../selection/scope-condition.ts'

/** An interview that somebody is told of, in words that tell nothing of who answered; null where they may not open it (any more). */
export async function noticedInterview(
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  number: string | null,
): Promise<{ readonly id: string; readonly title: string } | null> {
  const { values, bind } = binder()
  const { rows } = await query(
    client,
    { id: text, day: nullable(text) },
    `select i.id, i.day::text from interview i
     where i.universe = ${bind(dictionary.universe)} and i.survey = ${bind(dictionary.survey)} and i.number = ${bind(number)}
       and ${scopeCondition(scopeOf(who, dictionary, 'seeInterviews'), bind, 'i.leaves')}`,
    values,
  )
  const [found] = rows
  if (!found) return null
  const { title, locale } = dictionary.definition.settings
  return {
    id: found.id,
    title: [localise(title, who.locale, locale), ...(found.day === null ? [] : [found.day])].join(', '),
  }
}
