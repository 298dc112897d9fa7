import type { TakenAlong } from '@kaiku/contract/usage.ts'
import type pg from 'pg'
import { number, query, text } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { UsagePeriod } from './usage-setting.ts'

/** The audit log knows each export; who acts as somebody else takes nothing along in their place. */
const exports = `select what, count(*)::int as times, count(distinct actor)::int as people,
    to_char(max(at) at time zone $4, 'YYYY-MM-DD') as "lastDay"
  from (
    select at, actor, case
      when after ? 'report' then after ->> 'report'
      when after ? 'mailed' then 'mailed'
      when after ? 'table' then 'table'
      when after ? 'interview' then 'interview'
      when after ? 'interviews' then 'interviewTable'
      when after ? 'samples' then 'sampleTable'
      else 'other' end as what
    from audit
    where universe = $1 and action = 'data.export' and lower(subject) = lower($2) and acting_as is null
      and at >= $3::date::timestamp at time zone $4) e
  group by 1 order by 2 desc, 1`

/** What was exported from a survey and how often, the most often first. */
export async function takenAlong(
  client: pg.PoolClient,
  { universe, extName }: Dictionary,
  { from, timeZone }: UsagePeriod,
): Promise<TakenAlong[]> {
  const columns = { what: text, times: number, people: number, lastDay: text }
  const { rows } = await query(client, columns, exports, [universe, extName, from, timeZone])
  return rows
}
