import type pg from 'pg'

/** Removes links whose name, note or filters hold one of the texts, in lower case; answers how many. */
export async function forgetLinks(
  client: pg.PoolClient,
  universe: string,
  surveys: readonly number[],
  texts: readonly string[],
): Promise<number> {
  // As they stand in an address, too.
  const written = [...texts, ...texts.map((one) => encodeURIComponent(one).toLowerCase())]
  const { rowCount } = await client.query(
    `delete from counted_link where universe = $1 and survey = any($2)
       and exists (select from unnest($3::text[]) as w where position(w in lower(path || ' ' || title || ' ' || note)) > 0)`,
    [universe, surveys, written],
  )
  return rowCount ?? 0
}
