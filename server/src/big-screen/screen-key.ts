import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { apiKeyColumns, apiKeyMark, isExpired, type KeptKey } from '../api-key/api-key.ts'
import { bearer } from '../http/identity.ts'
import { hashToken } from '../session/token.ts'
import type { Stores } from '../stores.ts'
import type { Dictionary } from '../survey/dictionary.ts'
import { surveyByNumber } from '../survey/survey.ts'

/** A key as it was found by its token. */
export type ScreenKey = KeptKey & { readonly universe: string; readonly survey: Dictionary }

type Row = KeptKey & { universe: string; number: number; isStale: boolean }

/** Unknown tokens of one address, in each so many milliseconds; then only known ones are looked at. */
const most = { guesses: 30, within: 60_000 }

/** Reads the token of a request. Throws Fault `unauthenticated` for no key's, `forbidden` for one whose last day is over. */
export type ReadKey = (request: FastifyRequest) => Promise<ScreenKey>

export function screenKeyReader(stores: Stores): ReadKey {
  const guesses = new LRUCache<string, number>({ max: 10_000, ttl: most.within, noUpdateTTL: true })
  // Screens that share an address with somebody who guesses go on.
  const known = new LRUCache<string, true>({ max: 10_000 })
  return async (request) => {
    const token = bearer(request)
    const hash = hashToken(token)
    const name = hash.toString('base64')
    const guessed = guesses.get(request.ip) ?? 0
    if (guessed >= most.guesses && !known.has(name)) throw new Fault('busy', 'Too many unknown keys: wait a minute.')
    const row = token.startsWith(apiKeyMark) ? await rowOf(stores, hash) : undefined
    if (!row) {
      known.delete(name)
      guesses.set(request.ip, guessed + 1)
      throw new Fault('unauthenticated', 'There is no such key.')
    }
    known.set(name, true)
    const { number, isStale, ...key } = row
    const survey = await surveyByNumber(stores, number)
    if (isExpired(key, survey, Date.now())) throw new Fault('forbidden', 'The last day of this key is over.')
    if (isStale) await stores.service.query('update api_key set used_at = now() where id = $1', [key.keyId])
    return { ...key, survey }
  }
}

async function rowOf({ service }: Stores, hash: Buffer): Promise<Row | undefined> {
  const { rows } = await service.query<Row>(
    `select ${apiKeyColumns}, k.universe, k.survey as number,
        k.used_at is null or k.used_at < now() - interval '1 minute' as "isStale"
      from api_key k where k.hash = $1`,
    [hash],
  )
  return rows[0]
}
