import { refuse } from '@kaiku/core/reason.ts'
import { bool, number, query, texts } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { protectedRows } from '../projection/table.ts'

/** What a survey's figures are made of at a moment. */
export type DataState = {
  readonly loadCount: number
  /** Nothing is on its way into ClickHouse: an answer between two equal settled states is of that state. */
  readonly settled: boolean
  /** Hashes of the definitions that the roll-up holds for every interview. */
  readonly rolled: ReadonlySet<string>
  /** The rows are those of groups. */
  readonly isProtected: boolean
}

export async function dataState({ service }: Pick<Stores, 'service'>, survey: number): Promise<DataState> {
  const { rows } = await query(
    service,
    { loadCount: number, settled: bool, rolled: texts, isProtected: bool },
    `select s.load_count::float8 as "loadCount", coalesce(p.touched = '{}', true) as settled,
       coalesce(p.rolled, '{}') as rolled, coalesce($2 = any(p.filled), false) as "isProtected"
     from survey s left join projection_survey p on p.survey = s.number where s.number = $1`,
    [survey, protectedRows],
  )
  const [row] = rows
  return {
    loadCount: row?.loadCount ?? -1,
    settled: row?.settled ?? false,
    rolled: new Set(row?.rolled),
    isProtected: row?.isProtected ?? false,
  }
}

/**
 * The same for whoever is about to tell figures. Throws Fault `unavailable` while a survey is protected already and its
 * rows are still those of single interviews: from the moment that its protection is saved until they are made anew.
 * `forbidden` to who looks at a draft that turns protection on: they are made when it is published.
 */
export async function toldState(stores: Pick<Stores, 'service'>, dictionary: Dictionary): Promise<DataState> {
  const state = await dataState(stores, dictionary.survey)
  if (dictionary.definition.settings.protection && !state.isProtected)
    throw dictionary.drafted === undefined
      ? refuse('unavailable', 'protected.preparing')
      : refuse('forbidden', 'preview.protecting')
  return state
}
