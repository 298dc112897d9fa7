import { uiLocales } from '@kaiku/contract/universe.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { rightsOf } from '../access/own-rights.ts'
import { apiKeyColumns, apiKeyMark, isExpired, noteKeyUse, type StoredApiKey } from '../api-key/api-key.ts'
import { holdsKey } from '../api-key/key-scope.ts'
import { bool, nullable, number as numberColumn, oneOf, query, type Shape, text, texts } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { hashToken } from '../session/token.ts'
import { bearer } from '../sign-in/identity.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { refuseSuspended } from '../universe/suspension.ts'

const rowColumns = {
  label: text,
  pages: texts,
  path: nullable(text),
  interval: numberColumn,
  compare: oneOf('none', 'previous', 'yearBefore', 'periodToDate'),
  locale: oneOf(...uiLocales),
  theme: oneOf('system', 'light', 'dark'),
  expiresOn: nullable(text),
  keyId: text,
  createdAt: text,
  createdBy: text,
  usedAt: nullable(text),
  isAlone: bool,
  isShowable: bool,
  madeBy: nullable(text),
  universe: text,
  number: numberColumn,
  isStale: bool,
} satisfies Shape

/** A key as it was found by its token. */
export type ScreenKey = StoredApiKey & { readonly universe: string; readonly survey: Dictionary }

type Row = StoredApiKey & { universe: string; number: number; isStale: boolean }

/** Limits guessing: so many unknown tokens per client address and period. Known tokens from the same address still work. */
const most = { guesses: 30, within: 60_000 }

/** Reads the token of a request. Throws Fault `unauthenticated` for no key's, `forbidden` for one whose last day is over or whose maker may no longer show that. */
export type ReadKey = (request: FastifyRequest) => Promise<ScreenKey>

export function screenKeyReader(stores: Stores): ReadKey {
  const guesses = new LRUCache<string, number>({ max: 10_000, ttl: most.within, noUpdateTTL: true })
  return async (request) => {
    const token = bearer(request)
    const row = token.startsWith(apiKeyMark) ? await rowOf(stores, hashToken(token)) : undefined
    if (!row) {
      const guessed = guesses.get(request.ip) ?? 0
      guesses.set(request.ip, guessed + 1)
      if (guessed >= most.guesses) throw new Fault('busy', 'Too many unknown keys: wait a minute.')
      throw new Fault('unauthenticated', 'There is no such key.')
    }
    const { number, isStale, ...key } = row
    await refuseSuspended(stores, key.universe)
    const survey = await surveyByNumber(stores, number)
    if (isExpired(key, survey, Date.now())) throw new Fault('forbidden', 'The last day of this key is over.')
    const rights = await rightsOf(stores, { universe: key.universe, userId: key.madeBy })
    if (!holdsKey(rights, key, survey)) throw new Fault('forbidden', 'Who made this key may no longer show this.')
    if (isStale) await noteKeyUse(stores, key.keyId)
    return { ...key, survey }
  }
}

async function rowOf({ service }: Stores, hash: Buffer): Promise<Row | undefined> {
  const { rows } = await query(
    service,
    rowColumns,
    `select ${apiKeyColumns}, k.universe, k.survey as number,
        k.used_at is null or k.used_at < now() - interval '1 minute' as "isStale"
      from api_key k where k.hash = $1`,
    [hash],
  )
  return rows[0]
}
