import { number, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { tableOf } from '../dictionary/dictionary.ts'
import { rollupTableOf } from '../projection/rollup.ts'
import { keptName, onEachShard, ownDatabase } from '../shard/cluster.ts'

const omitColumns = {
  universe: text,
  survey: number,
  extName: text,
  loadCount: number,
  interviews: number,
  waiting: number,
} satisfies Shape

export type ProjectionStatus = {
  readonly universe: string
  readonly survey: number
  readonly extName: string
  readonly loadCount: number
  /** Interviews in the truth and those that figures are made of. */
  readonly interviews: number
  readonly projected: number
  /** Bytes of the table and its roll-up inside ClickHouse. */
  readonly bytes: number
  /** Committed changes that are not visible yet. */
  readonly waiting: number
}

/** Every survey, by universe. */
export async function projectionStatus({ service, clickhouse }: Stores): Promise<readonly ProjectionStatus[]> {
  const { rows } = await query(
    service,
    omitColumns,
    `select u.name as universe, s.number as survey, s.ext_name as "extName", s.load_count::float8 as "loadCount",
       (select count(*)::float8 from interview i
         where i.universe = s.universe and i.survey = s.number and i.excluded_at is null) as interviews,
       (select count(*)::float8 from interview_change c, projection_cursor p
         where c.survey = s.number and (c.tx, c.seq) > (p.tx, p.seq)) as waiting
     from survey s join universe u on u.id = s.universe order by u.name, s.number`,
  )
  const sizes = new Map(
    await clickhouse.read<[string, string]>(
      `select table, sum(bytes_on_disk) from ${onEachShard(clickhouse, 'system.parts')} where active and database = ${ownDatabase(clickhouse)} group by table`,
    ),
  )
  const found: ProjectionStatus[] = []
  for (const row of rows) {
    const table = tableOf(row.survey)
    const [kept, rollup] = [await keptName(clickhouse, table), await keptName(clickhouse, rollupTableOf(row.survey))]
    const counted = sizes.has(kept)
      ? await clickhouse.read<[string]>(`select sum(sign) from ${table}`, {}, { lane: 'heavy' })
      : []
    found.push({
      ...row,
      projected: Number(counted[0]?.[0] ?? 0),
      bytes: Number(sizes.get(kept) ?? 0) + Number(sizes.get(rollup) ?? 0),
    })
  }
  return found
}
