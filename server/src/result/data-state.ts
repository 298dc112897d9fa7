import type { Stores } from '../stores.ts'

/** What a survey's figures are made of at a moment. */
export type DataState = {
  readonly loadCount: number
  /** Nothing is on its way into ClickHouse: an answer between two equal settled states is of that state. */
  readonly settled: boolean
  /** Hashes of the definitions that the roll-up holds for every interview. */
  readonly rolled: ReadonlySet<string>
}

export async function dataState({ service }: Pick<Stores, 'service'>, survey: number): Promise<DataState> {
  const { rows } = await service.query<{ loadCount: number; settled: boolean; rolled: string[] }>(
    `select s.load_count::float8 as "loadCount", coalesce(p.touched = '{}', true) as settled,
       coalesce(p.rolled, '{}') as rolled
     from survey s left join projection_survey p on p.survey = s.number where s.number = $1`,
    [survey],
  )
  const [row] = rows
  return { loadCount: row?.loadCount ?? -1, settled: row?.settled ?? false, rolled: new Set(row?.rolled) }
}
