import { type UnusedPage, unusedDays } from '@kaiku/contract/usage.ts'
import { addDays, type Day } from '@kaiku/core/day.ts'
import { localise } from '@kaiku/core/localised.ts'
import type pg from 'pg'
import { query, text } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { UsagePeriod } from './usage-setting.ts'

/** When each page stood in a published file first; a file may begin with a byte order mark. */
const published = `select p.page ->> 'extname' as page, to_char(min(v.published_at) at time zone $3, 'YYYY-MM-DD') as since
  from definition_version v join definition_file f using (universe, survey, version)
    cross join lateral jsonb_array_elements(ltrim(f.text, chr(65279))::jsonb -> 'pages') p (page)
  where v.universe = $1 and v.survey = $2 and f.path = 'pages.json' and p.page ->> 'extname' is not null group by 1`

/** Pages of a survey that nobody has opened for ninety days or since they exist, those not opened for the longest first. */
export async function unusedPages(
  client: pg.PoolClient,
  { universe, survey, definition }: Dictionary,
  { today, timeZone }: UsagePeriod,
  lastOpened: ReadonlyMap<string, Day>,
  locale: string,
): Promise<UnusedPage[]> {
  const from = addDays(today, 1 - unusedDays)
  const unused = definition.pages.filter(({ extname }) => (lastOpened.get(extname) ?? '') < from)
  if (unused.length === 0) return []
  const { rows } = await query(client, { page: text, since: text }, published, [universe, survey, timeZone])
  const since = new Map(rows.map((row) => [row.page, row.since]))
  return unused
    .map(({ extname, title, components }) => ({
      page: extname,
      title: localise(title, locale, definition.settings.locale),
      components: components.length,
      since: since.get(extname) ?? null,
      lastDay: lastOpened.get(extname) ?? null,
    }))
    .sort((one, other) => order(one).localeCompare(order(other)))
}

const order = ({ lastDay, since }: UnusedPage) => `${lastDay ?? ''} ${since ?? ''}`
