import type { Viewer } from '@kaiku/core/access.ts'
import { type ReasonKey, refuse } from '@kaiku/core/reason.ts'
import type { z } from 'zod'
import { inUniverse } from '../db/postgres.ts'
import { json, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

/** What is kept: columns of rankings, columns of lists of interviews, statements of SQL. */
type KeptKind = 'ranking' | 'interview' | 'sql'
type Kept<C> = { readonly id: string; readonly title: string; readonly content: C }

const own = 'universe = $1 and survey = $2 and person = $3'
const ofKind = `${own} and kind = $4`
const fields = 'id, title, content'
const owner = (who: Viewer, { survey }: Dictionary) => [who.universe, survey, who.userId]
const rowOf = <C>(content: z.ZodType<C>) => ({ id: text, title: text, content: json(content) }) satisfies Shape

/** What the viewer keeps of a kind, by title. */
export const listKept = <C>(
  { pool }: Stores,
  who: Viewer,
  dictionary: Dictionary,
  kind: KeptKind,
  content: z.ZodType<C>,
): Promise<Kept<C>[]> =>
  inUniverse(pool, who.universe, async (client) => {
    const sql = `select ${fields} from kept_text where ${ofKind} order by lower(title), id`
    return (await query(client, rowOf(content), sql, [...owner(who, dictionary), kind])).rows
  })

type Keeping<C> = {
  readonly kind: KeptKind
  readonly shape: z.ZodType<C>
  readonly title: string
  readonly content: C
  /** How many of the kind somebody may keep, and what is said of one more. */
  readonly most: number
  readonly tooMany: ReasonKey
}

/** Keeps something under a title; what was kept under it before is replaced. Throws Fault `invalid` for too many. */
export const saveKept = <C>(
  { pool }: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { kind, shape, title, content, most, tooMany }: Keeping<C>,
): Promise<Kept<C>> =>
  inUniverse(pool, who.universe, async (client) => {
    const { rows } = await query(
      client,
      rowOf(shape),
      `insert into kept_text (universe, survey, person, kind, title, content)
       select $1, $2, $3, $4, $5, $6
       where (select count(*) from kept_text where ${ofKind} and lower(title) <> lower($5)) < $7
       on conflict (universe, survey, person, kind, lower(title)) do update set title = $5, content = $6
       returning ${fields}`,
      [...owner(who, dictionary), kind, title, JSON.stringify(content), most],
    )
    const [saved] = rows
    if (!saved) throw refuse('invalid', tooMany, { most })
    return saved
  })

/** False where the viewer keeps no such thing. */
export const removeKept = (
  { pool }: Stores,
  who: Viewer,
  dictionary: Dictionary,
  kinds: readonly KeptKind[],
  id: string,
): Promise<boolean> =>
  inUniverse(pool, who.universe, async (client) => {
    const sql = `delete from kept_text where ${own} and id = $4 and kind = any($5)`
    return (await client.query(sql, [...owner(who, dictionary), id, kinds])).rowCount === 1
  })
