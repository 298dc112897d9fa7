import { component } from '@kaiku/contract/page.ts'
import type { WrittenPage } from '@kaiku/contract/page-draft.ts'
import type { PersonalPage } from '@kaiku/contract/personal-page.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { z } from 'zod'
import { inUniverse } from '../db/postgres.ts'
import { number, query, type Shape, text as textColumn } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

const rowColumns = { id: textColumn, revision: number, page: textColumn } satisfies Shape

type Row = { id: string; revision: number; page: string }

const most = 30
const columns = 'id, revision, page'
const own = 'universe = $1 and survey = $2 and person = $3'
// What an earlier release took and this one does not is empty until its maker mends it.
const pageOf = ({ page: text, ...row }: Row): PersonalPage => {
  const page: WrittenPage = JSON.parse(text)
  return { ...row, page, components: z.array(component).catch([]).parse(page.components) }
}
const missing = () => new Fault('not_found', 'There is no such page.')

/** A person's pages of a survey, the oldest first. */
export const listPages = ({ pool }: Stores, who: Viewer, { universe, survey }: Dictionary): Promise<PersonalPage[]> =>
  inUniverse(pool, universe, async (client) => {
    const { rows } = await query(client, rowColumns, `select ${columns} from personal_page where ${own} order by id`, [
      universe,
      survey,
      who.userId,
    ])
    return rows.map(pageOf)
  })

/** Throws Fault `invalid` where the person has as many as anybody may. */
export const createPage = (
  { pool }: Stores,
  who: Viewer,
  { universe, survey }: Dictionary,
  page: WrittenPage,
): Promise<PersonalPage> =>
  inUniverse(pool, universe, async (client) => {
    const { rows } = await query(
      client,
      rowColumns,
      `insert into personal_page (universe, survey, person, page)
       select $1, $2, $3, $4 where (select count(*) from personal_page where ${own}) < ${most} returning ${columns}`,
      [universe, survey, who.userId, JSON.stringify(page)],
    )
    if (!rows[0]) throw refuse('invalid', 'page.most', { most })
    return pageOf(rows[0])
  })

/** Throws Fault `not_found` for what is not this person's, `conflict` where it is of another revision. */
export const savePage = (
  { pool }: Stores,
  who: Viewer,
  { universe, survey }: Dictionary,
  { pageId, page, revision }: { readonly pageId: string; readonly page: WrittenPage; readonly revision: number },
): Promise<PersonalPage> =>
  inUniverse(pool, universe, async (client) => {
    const named = [universe, survey, who.userId, pageId]
    const { rows } = await query(
      client,
      rowColumns,
      `update personal_page set page = $5, revision = nextval('page_revision'), saved_at = now()
       where ${own} and id = $4 and revision = $6 returning ${columns}`,
      [...named, JSON.stringify(page), revision],
    )
    if (rows[0]) return pageOf(rows[0])
    const { rowCount } = await client.query(`select from personal_page where ${own} and id = $4`, named)
    throw rowCount ? new Fault('conflict', 'The page was changed elsewhere meanwhile: look at it first.') : missing()
  })

/** Throws Fault `not_found` for what is not this person's. */
export const removePage = (
  { pool }: Stores,
  who: Viewer,
  { universe, survey }: Dictionary,
  pageId: string,
): Promise<void> =>
  inUniverse(pool, universe, async (client) => {
    const { rowCount } = await client.query(`delete from personal_page where ${own} and id = $4`, [
      universe,
      survey,
      who.userId,
      pageId,
    ])
    if (!rowCount) throw missing()
  })
