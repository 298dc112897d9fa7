import type { ScriptLevel } from '@kaiku/contract/script.ts'
import type pg from 'pg'
import { bool, nullable, number, oneOf, query, type RowOf, type Shape, text, texts } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { ComputedQuestion } from './computed-variable.ts'

const columns = {
  id: text,
  level: oneOf('survey', 'universe', 'global'),
  version: number,
  source: text,
  variables: texts,
  isStopped: bool,
  by: nullable(text),
} satisfies Shape

/** A published script that may compute a survey's variables. `variables`: their names; `by`: who published it. */
export type PublishedScript = RowOf<typeof columns>

/** The published scripts of a survey, of its universe and of all of Kaiku, in the order in which they hold. */
export async function publishedScripts(
  client: pg.PoolClient | pg.Pool,
  { universe, survey }: Pick<Dictionary, 'universe' | 'survey'>,
): Promise<PublishedScript[]> {
  const { rows } = await query(
    client,
    columns,
    `select s.id, case when s.survey is not null then 'survey' when s.universe is not null then 'universe' else 'global' end as level,
       v.version, v.source, array(select jsonb_array_elements(v.variables) ->> 'id') as variables,
       t.stopped_at is not null as "isStopped", v.person::text as by
     from script s join script_version v on (v.script, v.version) = (s.id, s.version)
       left join script_standing t on (t.universe, t.survey, t.script, t.version) = ($1, $2, s.id, v.version)
     where (s.universe is null or s.universe = $1) and (s.survey is null or s.survey = $2)
     order by s.universe is null, s.survey is null`,
    [universe, survey],
  )
  return rows
}

type Computing = { readonly level: ScriptLevel; readonly variables: readonly string[] }

/** Which script computes each variable: that of the survey before that of the universe before the global one. */
export function computedBy<S extends Computing>(
  questions: readonly Pick<ComputedQuestion, 'id'>[],
  scripts: readonly S[],
): ReadonlyMap<string, S> {
  const order = ['survey', 'universe', 'global'] as const
  const nearest = order.flatMap((level) => scripts.filter((script) => script.level === level))
  return new Map(
    questions.flatMap(({ id }): [string, S][] => {
      const script = nearest.find(({ variables }) => variables.includes(id))
      return script ? [[id, script]] : []
    }),
  )
}
