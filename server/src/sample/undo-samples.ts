import { postalFields } from '@kaiku/core/postal-address.ts'
import type pg from 'pg'
import { numbers, query, type Shape, text } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { tellOfSamples } from './sample-news.ts'

const touchedColumns = { id: text, leaves: numbers } satisfies Shape

/**
 * Takes back what was stored together under `bulk`: new samples go, changed ones are as they were before, except where
 * something happened to them since. Open lists are told.
 */
export async function undoSamples(
  client: pg.PoolClient,
  { universe, survey }: Pick<Dictionary, 'universe' | 'survey'>,
  bulk: string,
): Promise<void> {
  const own = [universe, survey, bulk]
  const gone = await query(client, touchedColumns, removeNew, own)
  const back = await query(client, touchedColumns, restoreChanged, own)
  await tellOfSamples(client, { universe, survey }, [...gone.rows, ...back.rows])
}

const removeNew = `delete from sample s using sample_event e
  where e.universe = $1 and e.survey = $2 and e.bulk = $3 and e.kind = 'created'
    and (s.universe, s.survey, s.id) = (e.universe, e.survey, e.sample) and s.version = e.version
  returning s.id, s.leaves`

const plain = ['contact', 'name', 'email', 'phone', ...postalFields, 'locale', 'state', 'reason']
const restored = [
  `external_id = case when e.before ? 'externalId' then e.before ->> 'externalId' else s.external_id end`,
  ...plain.map(
    (field) => `${field} = case when e.before ? '${field}' then e.before ->> '${field}' else s.${field} end`,
  ),
  `background = coalesce((e.before ->> 'background')::jsonb, s.background)`,
  `leaves = coalesce((e.before ->> 'leaves')::int[], s.leaves)`,
]

const restoreChanged = `with changed as (
    select e.sample, e.before, e.after, e.version from sample_event e
    where e.universe = $1 and e.survey = $2 and e.bulk = $3 and e.kind = 'changed'),
  back as (
    update sample s set ${restored.join(', ')}, version = s.version + 1, changed_at = now()
    from changed e where s.universe = $1 and s.survey = $2 and s.id = e.sample and s.version = e.version
    returning s.id, s.version, s.leaves),
  noted as (
  insert into sample_event (universe, survey, sample, kind, before, after, version)
  select $1, $2, b.id, 'changed', c.after, c.before, b.version from back b join changed c on c.sample = b.id)
  select id, leaves from back`
