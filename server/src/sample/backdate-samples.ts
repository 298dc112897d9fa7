import type pg from 'pg'
import type { Dictionary } from '../dictionary/dictionary.ts'

/** When a person was put on the list, asked, and did what became of it, in milliseconds since 1970; null: not yet. */
export type PastTimes = { readonly added: number; readonly invited: number | null; readonly last: number | null }
type PastSample = PastTimes & {
  readonly id: string
  readonly became: string
  /** The one that they gave. */
  readonly interview: string | null
}

const iso = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString())
const inWords = ({ added, invited, last, ...sample }: PastSample) => ({
  ...sample,
  added: iso(added),
  invited: iso(invited),
  last: iso(last),
})

/** Gives samples that were stored just now what became of them, as if it had happened then. */
export async function backdateSamples(
  client: pg.PoolClient,
  { universe, survey }: Pick<Dictionary, 'universe' | 'survey'>,
  samples: readonly PastSample[],
): Promise<void> {
  await client.query(
    `with given as (
       select * from jsonb_to_recordset($3) as g
         (id uuid, became text, interview bigint, added timestamptz, invited timestamptz, last timestamptz)),
     begun as (
       update sample_event e set at = g.added from given g
       where e.universe = $1 and e.survey = $2 and e.sample = g.id),
     noted as (
       insert into sample_event (universe, survey, sample, kind, before, after, version, at)
       select $1, $2, id, 'changed', '{"state":"pending"}'::jsonb, '{"state":"invited"}'::jsonb, 2 as version, invited as at
       from given where invited is not null
       union all
       select $1, $2, id, case when interview is null then 'changed' else 'interview' end,
         '{"state":"invited"}', jsonb_build_object('state', became), 3, last
       from given where last is not null
       -- Ids tell the order in which things happened.
       order by at, version)
     update sample s set state = g.became, interview = g.interview, invited_at = g.invited, created_at = g.added,
       responded_at = case when g.interview is not null then g.last end,
       changed_at = coalesce(g.last, g.invited, g.added),
       version = 1 + (g.invited is not null)::int + (g.last is not null)::int
     from given g where s.universe = $1 and s.survey = $2 and s.id = g.id`,
    [universe, survey, JSON.stringify(samples.map(inWords))],
  )
}
