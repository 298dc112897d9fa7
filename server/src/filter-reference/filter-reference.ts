import type { Viewer } from '@kaiku/core/access.ts'
import { referenceIn, referenceTo } from '@kaiku/core/filter-reference.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { holdsText } from '../db/holds-text.ts'
import { inUniverse } from '../db/postgres.ts'
import { query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

/** What may be new within a day, more than anybody chooses by hand: of one person, and bytes of a person and of all. */
const mostADay = { count: 1000, bytes: 4 * 2 ** 20, universe: 64 * 2 ** 20 }
/** Days without use, and bytes of a universe above which what was used the longest time ago goes. */
const storedMost = { unused: 90, universe: 256 * 2 ** 20 }
const remembered = { maxSize: 8 * 2 ** 20, ttl: 60_000 }

/** What was read just now. */
type Memory = LRUCache<string, string>
const memories = new WeakMap<Stores, Memory>()

function memoryOf(stores: Stores): Memory {
  const memory = memories.get(stores) ?? new LRUCache({ ...remembered, sizeCalculation: ({ length }) => length + 1 })
  memories.set(stores, memory)
  return memory
}

/** For who has removed some: nobody is answered one from memory. */
export const forgetRemembered = (stores: Stores): void => memoryOf(stores).clear()

const keyOf = ({ universe, survey }: Dictionary, reference: string) => `${universe} ${survey} ${reference}`

/** Keeps a token in its one form; the same one again is the same. Throws Fault `busy` for too many new ones in a day. */
export async function storeToken(
  { pool }: Stores,
  who: Viewer,
  dictionary: Dictionary,
  token: string,
): Promise<string> {
  const reference = referenceTo(token)
  await inUniverse(pool, who.universe, async (client) => {
    const at = [who.universe, dictionary.survey, reference]
    const isThere = async () => (await client.query(`${using} select 1 from found`, at)).rowCount === 1
    if (await isThere()) return
    const { rowCount } = await client.query(
      `insert into kept_token (universe, survey, reference, token, person)
       select $1, $2, $3, $4, $5 from (
         select coalesce(sum(bytes), 0) + octet_length($4) as bytes,
           coalesce(sum(bytes) filter (where person = $5), 0) + octet_length($4) as own,
           count(*) filter (where person = $5) as count
         from kept_token where universe = $1 and at > now() - interval '1 day') today
       where count < $6 and own <= $7 and bytes <= $8
       on conflict do nothing`,
      [...at, token, who.userId, ...Object.values(mostADay)],
    )
    if (rowCount !== 1 && !(await isThere())) throw refuse('busy', 'filter.keptMost')
  })
  return reference
}

/** Notes once a day that somebody uses it. */
const using = `with found as (
    select token from kept_token where universe = $1 and survey = $2 and reference = $3),
  used as (
    update kept_token set used_at = now()
    where universe = $1 and survey = $2 and reference = $3 and used_at < now() - interval '1 day')`

/** Throws Fault `not_found` for a reference that nobody has kept in this survey of this universe. */
export async function referencedToken(stores: Stores, dictionary: Dictionary, reference: string): Promise<string> {
  const memory = memoryOf(stores)
  const key = keyOf(dictionary, reference)
  const known = memory.get(key)
  if (known !== undefined) return known
  const { rows } = await inUniverse(stores.pool, dictionary.universe, (client) =>
    query(client, { token: text }, `${using} select token from found`, [
      dictionary.universe,
      dictionary.survey,
      reference,
    ]),
  )
  const [row] = rows
  if (!row) throw refuse('not_found', 'filter.keptUnknown')
  memory.set(key, row.token)
  return row.token
}

/** Removes what nobody has used for long, and of a universe that keeps too much what was used the longest time ago. */
export async function forgetUnused(stores: Stores): Promise<void> {
  const { rowCount } = await stores.service.query(
    `delete from kept_token where used_at < now() - make_interval(days => $1)
       or (universe, survey, reference) in (
         select universe, survey, reference from (
           select universe, survey, reference,
             sum(bytes) over (partition by universe order by used_at desc, at desc, survey, reference) as bytes
           from kept_token) kept where bytes > $2)`,
    [storedMost.unused, storedMost.universe],
  )
  if (rowCount) forgetRemembered(stores)
}

/** Removes selections that hold one of the texts, in lower case; answers how many. */
export async function forgetReferences(
  client: pg.PoolClient,
  universe: string,
  surveys: readonly number[],
  texts: readonly string[],
): Promise<number> {
  const { rowCount } = await client.query(
    `delete from kept_token where universe = $1 and survey = any($2) and ${holdsText('token')}`,
    [universe, surveys, texts],
  )
  return rowCount ?? 0
}

/** A filtered drill path with the filters that it refers to. Throws Fault `not_found` for an unknown reference. */
export async function wholePath(stores: Stores, dictionary: Dictionary, filtered: string): Promise<string> {
  const found = referenceIn(filtered)
  return found ? `${found.path};${await referencedToken(stores, dictionary, found.reference)}` : filtered
}
