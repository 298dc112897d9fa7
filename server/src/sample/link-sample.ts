import type pg from 'pg'
import { numbers, query, type Shape, text } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { tellOfSamples } from './sample-news.ts'

const touchedColumns = { id: text, leaves: numbers } satisfies Shape

/**
 * Notes on samples that they have answered: for the interviews in `import_staging`, in the transaction that stores them.
 * An interview answers the sample that it names, else the newest that is still open of the same contact, one that was
 * invited first. Where respondents are protected nothing leads from a sample to its interview.
 */
export async function linkSamples(client: pg.PoolClient, dictionary: Dictionary): Promise<void> {
  const { universe, survey, definition } = dictionary
  const { protection } = definition.settings
  const { rows } = await query(client, touchedColumns, link, [universe, survey, protection])
  // The moment would tell whose answer it is.
  if (!protection) await tellOfSamples(client, dictionary, rows)
}

/**
 * Where respondents are protected nothing leads from somebody to their answers, so that a second one is not known by them:
 * what names somebody who has answered, and is to be taken once, is dropped, unless it is stored already. Answers how many.
 */
export async function dropAnswered(client: pg.PoolClient, { universe, survey, definition }: Dictionary) {
  if (!definition.settings.protection) return 0
  const { rowCount } = await client.query(
    `with named as (
       select s.row_key, m.state, row_number() over (partition by m.id order by s.row_key) as place
       from import_staging s join sample m on m.universe = $1 and m.survey = $2 and m.id::text = s.sample
       where s.is_once and not exists (
         select from interview i where i.universe = $1 and i.survey = $2 and i.row_key = s.row_key))
     delete from import_staging s using named n
     where s.row_key = n.row_key and (n.state = 'completed' or n.place > 1)`,
    [universe, survey],
  )
  return rowCount ?? 0
}

const open = `m.state <> 'completed' and not (m.state = 'partial' and n.is_partial)`

const link = `with named as materialized (
    select i.number, s.contact_key, s.sample, s.is_partial from import_staging s
    cross join lateral (select number from interview i
      where i.universe = $1 and i.survey = $2 and i.row_key = s.row_key offset 0) i
    where (s.contact_key is not null or s.sample is not null)
      and exists (select from sample where universe = $1 and survey = $2)),
  meant as (
    select n.number, n.is_partial, m.id, m.state, m.reason, m.created_at from named n
    join sample m on m.universe = $1 and m.survey = $2 and m.external_id = n.sample where ${open}
    union
    select n.number, n.is_partial, m.id, m.state, m.reason, m.created_at from named n
    join sample m on m.universe = $1 and m.survey = $2 and m.id = case when n.sample ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then n.sample::uuid end
      where ${open}
    union
    select n.number, n.is_partial, m.id, m.state, m.reason, m.created_at from named n
    join sample m on m.universe = $1 and m.survey = $2 and m.contact = n.contact_key where n.sample is null and ${open}
      and not exists (select from sample x where x.universe = $1 and x.survey = $2 and x.interview = n.number
        and not (x.state = 'partial' and not n.is_partial))
    union
    select n.number, n.is_partial, m.id, m.state, m.reason, m.created_at from named n
    join sample m on m.universe = $1 and m.survey = $2 and m.gone_external_id = gone_contact($1, n.sample)
      where exists (select from contact_secret where universe = $1) and ${open}
    union
    select n.number, n.is_partial, m.id, m.state, m.reason, m.created_at from named n
    join sample m on m.universe = $1 and m.survey = $2 and m.gone_contact = gone_contact($1, n.contact_key)
      where n.sample is null and exists (select from contact_secret where universe = $1) and ${open}
      and not exists (select from sample x where x.universe = $1 and x.survey = $2 and x.interview = n.number
        and not (x.state = 'partial' and not n.is_partial))),
  first as (
    select distinct on (number) * from meant
    order by number, (state in ('invited', 'started', 'partial')) desc, created_at desc, id),
  one as materialized (
    select distinct on (id) id, number, state as before, reason, case when is_partial then 'partial' else 'completed' end as after
    from first order by id, number desc),
  linked as (
    update sample m set state = o.after, reason = null, interview = case when $3 then null else o.number end,
      responded_at = case when $3 then date_trunc('day', now()) else now() end,
      changed_at = case when $3 then date_trunc('day', now()) else now() end, version = m.version + 1
    from one o where m.universe = $1 and m.survey = $2 and m.id = o.id returning m.id, m.version, m.leaves),
  noted as (
  insert into sample_event (universe, survey, sample, at, kind, before, after, version)
  select $1, $2, o.id, case when $3 then date_trunc('day', now()) else now() end, 'interview',
    jsonb_build_object('state', o.before, 'reason', o.reason), jsonb_build_object('state', o.after), l.version
  from one o join linked l on l.id = o.id)
  select id, leaves from linked`

/** Samples whose interview is taken back, because the import that brought it is, stand where they stood before. */
export async function unlinkSamples(
  client: pg.PoolClient,
  dictionary: Dictionary,
  interviews: readonly string[],
): Promise<void> {
  const { universe, survey } = dictionary
  const { rows } = await query(
    client,
    touchedColumns,
    `with gone as (
      select s.id, e.before ->> 'state' as state, e.before ->> 'reason' as reason from sample s
      cross join lateral (select before from sample_event e where e.universe = s.universe and e.survey = s.survey
        and e.sample = s.id and e.kind = 'interview' order by e.id desc limit 1) e
      where s.universe = $1 and s.survey = $2 and s.interview = any($3::bigint[]))
    update sample s set state = g.state, reason = g.reason, interview = null,
      responded_at = null, version = version + 1, changed_at = now()
    from gone g where s.universe = $1 and s.survey = $2 and s.id = g.id returning s.id, s.leaves`,
    [universe, survey, interviews],
  )
  await tellOfSamples(client, dictionary, rows)
}
