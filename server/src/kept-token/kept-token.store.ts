import type { Who } from '@kaiku/core/access.ts'
import { referenceIn, referenceTo } from '@kaiku/core/kept-token.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../stores.ts'
import type { Dictionary } from '../survey/dictionary.ts'

/** New ones of one person within a day: more than anybody chooses by hand. */
const mostADay = 1000
const rememberedBytes = 8 * 1024 ** 2

/** What was read before; it never changes, so it is only forgotten to make room. */
type Memory = { readonly tokens: Map<string, string>; length: number }
const memories = new WeakMap<Stores, Memory>()

function memoryOf(stores: Stores): Memory {
  const memory = memories.get(stores) ?? { tokens: new Map<string, string>(), length: 0 }
  memories.set(stores, memory)
  return memory
}

function remember(memory: Memory, key: string, token: string) {
  if (memory.length + token.length > rememberedBytes) {
    memory.tokens.clear()
    memory.length = 0
  }
  memory.tokens.set(key, token)
  memory.length += token.length
}

const keyOf = ({ universe, survey }: Dictionary, reference: string) => `${universe} ${survey} ${reference}`

/** Keeps a token in its one form; the same one again is the same. Throws Fault `busy` for too many new ones in a day. */
export async function keepToken({ pool }: Stores, who: Who, dictionary: Dictionary, token: string): Promise<string> {
  const reference = referenceTo(token)
  await inUniverse(pool, who.universe, async (client) => {
    const at = [who.universe, dictionary.survey, reference]
    const sql = 'select 1 from kept_token where universe = $1 and survey = $2 and reference = $3'
    if ((await client.query(sql, at)).rowCount === 1) return
    const { rowCount } = await client.query(
      `insert into kept_token (universe, survey, reference, token, person) select $1, $2, $3, $4, $5
       where (select count(*) from kept_token
         where universe = $1 and person = $5 and at > now() - interval '1 day') < $6
       on conflict do nothing`,
      [...at, token, who.userId, mostADay],
    )
    if (rowCount !== 1 && (await client.query(sql, at)).rowCount !== 1)
      throw refuse('busy', 'filter.keptMost', { most: mostADay })
  })
  return reference
}

/** Throws Fault `not_found` for a reference that nobody has kept in this survey of this universe. */
export async function keptToken(stores: Stores, dictionary: Dictionary, reference: string): Promise<string> {
  const memory = memoryOf(stores)
  const key = keyOf(dictionary, reference)
  const known = memory.tokens.get(key)
  if (known !== undefined) return known
  const sql = 'select token from kept_token where universe = $1 and survey = $2 and reference = $3'
  const { rows } = await inUniverse(stores.pool, dictionary.universe, (client) =>
    client.query<{ token: string }>(sql, [dictionary.universe, dictionary.survey, reference]),
  )
  const [row] = rows
  if (!row) throw refuse('not_found', 'filter.keptUnknown')
  remember(memory, key, row.token)
  return row.token
}

/** A filtered drill path with the filters that it refers to. Throws Fault `not_found` for an unknown reference. */
export async function wholePath(stores: Stores, dictionary: Dictionary, filtered: string): Promise<string> {
  const found = referenceIn(filtered)
  return found ? `${found.path};${await keptToken(stores, dictionary, found.reference)}` : filtered
}
