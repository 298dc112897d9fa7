import { component, type Page } from '@kaiku/contract/page.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import { ownPageId } from '@kaiku/core/own-page.ts'
import { z } from 'zod'
import { inUniverse } from '../db/postgres.ts'
import { query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

type ReportPage = { readonly title: Localised; readonly components: Page['components'] }

const written = z.object({
  title: z.union([z.string(), z.record(z.string(), z.string())]).catch(''),
  components: z.array(component).catch([]),
})
const isId = (text: string) => z.uuid().safeParse(text).success

/**
 * The page that a report is of: of the survey, its first where none is named, or one of the viewer’s own. Throws Fault
 * `not_found`.
 */
export async function reportPage(
  { pool }: Stores,
  who: Viewer,
  { universe, survey, definition: { pages } }: Dictionary,
  name: string | null,
): Promise<ReportPage> {
  const own = ownPageId(name)
  const shared = name === null ? pages[0] : pages.find(({ extname }) => extname === name)
  if (shared) return shared
  const missing = new Fault('not_found', `There is no page "${name}".`)
  if (own === null || !isId(own)) throw missing
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      { page: text },
      'select page from personal_page where universe = $1 and survey = $2 and person = $3 and id = $4',
      [universe, survey, who.userId, own],
    ),
  )
  if (!rows[0]) throw missing
  return written.parse(JSON.parse(rows[0].page))
}
