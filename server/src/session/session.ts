import type { Viewer } from '@kaiku/core/access.ts'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { bool, nullable, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { type Person, personById } from '../person/person.ts'
import { hashToken, newToken } from './token.ts'
import { rememberedFor } from './who.ts'

const rowColumns = {
  id: text,
  person: text,
  actor: nullable(text),
  universe: nullable(text),
  remembered: bool,
  second_factor: bool,
} satisfies Shape

/** A session that is going on: whose it is, and who really acts in it. */
export type Session = {
  readonly id: string
  readonly person: Person
  /** Root, who acts as the person. */
  readonly actor: Person | null
  /** The universe it was opened in; a request may name another of the person's. */
  readonly universe: string | null
  readonly isRemembered: boolean
  /** A second factor was shown in it, or set up. */
  readonly hasSecondFactor: boolean
}

/** The rights of a session's person, with root named who acts in it. */
export const asActor = (who: Viewer, actor: Pick<Person, 'id' | 'username'> | null): Viewer =>
  actor === null ? who : { ...who, actor: { userId: actor.id, username: actor.username } }

export type NewSession = {
  readonly person: string
  readonly actor?: string | null
  readonly universe: string | null
  readonly isRemembered: boolean
  readonly hasSecondFactor?: boolean
  readonly address: string
  readonly agent: string
}

/** Days. One that is remembered lives on while it is used. */
const lifetime = { remembered: 30, plain: 1 }
const longestAgent = 300

/** Opens a session; its token is shown here only. */
export async function openSession({ service }: Stores, wanted: NewSession): Promise<string> {
  const token = newToken()
  const days = wanted.isRemembered ? lifetime.remembered : lifetime.plain
  await service.query(
    `insert into session (token_hash, person, actor, universe, remembered, second_factor, address, agent, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(days => $9))`,
    [
      hashToken(token),
      wanted.person,
      wanted.actor ?? null,
      wanted.universe,
      wanted.isRemembered,
      wanted.hasSecondFactor ?? false,
      wanted.address,
      wanted.agent.slice(0, longestAgent),
      days,
    ],
  )
  return token
}

const kept = new WeakMap<Stores, LRUCache<string, Session>>()

function keptOf(stores: Stores): LRUCache<string, Session> {
  const cache = kept.get(stores) ?? new LRUCache<string, Session>({ max: 10_000, ttl: rememberedFor })
  kept.set(stores, cache)
  return cache
}

/** Minutes, as an interval: the shortest idle limit of the universes of a session and its person; null: there is none. */
const idleLimit = `(select min((u.settings ->> 'idleMinutes')::int) * interval '1 minute' from universe u
  where u.id = s.universe or exists (select from membership m
    where m.universe = u.id and m.person = s.person and m.state <> 'deactivated'))`

/** The session of a token; null where there is none, it ran out, was not used for too long or was ended, or its person is switched off. */
export async function sessionOf(stores: Stores, token: string): Promise<Session | null> {
  const cache = keptOf(stores)
  const hash = hashToken(token)
  const key = hash.toString('base64')
  const known = cache.get(key)
  if (known) return known
  // Remembered from when it was asked.
  const start = performance.now()
  const { rows } = await query(
    stores.service,
    rowColumns,
    `update session s set seen_at = now(),
        expires_at = case when remembered then now() + make_interval(days => $2) else expires_at end
      where token_hash = $1 and revoked_at is null and expires_at > now()
        and seen_at > now() - coalesce(${idleLimit}, interval '100 years')
      returning id, person, actor, universe, remembered, second_factor`,
    [hash, lifetime.remembered],
  )
  const [row] = rows
  if (!row) return null
  const [person, actor] = await Promise.all([
    personById(stores, row.person),
    row.actor === null ? null : personById(stores, row.actor),
  ])
  if (!person || person.isDeactivated || actor?.isDeactivated || actor?.isRoot === false) return null
  const session = {
    id: row.id,
    person,
    actor,
    universe: row.universe,
    isRemembered: row.remembered,
    hasSecondFactor: row.second_factor,
  }
  cache.set(key, session, { start })
  return session
}

/** A second factor was set up in this session: it counts as shown. */
export async function strengthen(stores: Stores, session: string): Promise<void> {
  await stores.service.query('update session set second_factor = true where id = $1', [session])
  forgetSessions(stores)
}

/** Ends sessions of a person: all, one, all but one, or those of one universe. */
export async function endSessions(
  stores: Stores,
  person: string,
  which: { readonly only?: string; readonly except?: string; readonly universe?: string } = {},
  client: pg.Pool | pg.PoolClient = stores.service,
): Promise<number> {
  const { rowCount } = await client.query(
    `update session set revoked_at = now() where person = $1 and revoked_at is null
      and ($2::uuid is null or id = $2) and ($3::uuid is null or id <> $3)
      and ($4::uuid is null or universe = $4)`,
    [person, which.only ?? null, which.except ?? null, which.universe ?? null],
  )
  forgetSessions(stores)
  return rowCount ?? 0
}

/** What this process remembers of sessions is read anew. */
export const forgetSessions = (stores: Stores) => keptOf(stores).clear()

/** Sessions that began in a universe which ends go on without it, but for those of people who go with it. */
export const leaveUniverse = (client: pg.PoolClient, universe: string, goers: readonly string[]) =>
  client.query('update session set universe = null where universe = $1 and not (person = any($2))', [universe, goers])

/** Whether anybody used Kaiku within the last so many seconds. */
export async function isLookedAt({ service }: Pick<Stores, 'service'>, seconds: number): Promise<boolean> {
  const { rows } = await query(
    service,
    { seen: bool },
    'select exists (select from session where seen_at > now() - make_interval(secs => $1)) as seen',
    [seconds],
  )
  return rows[0]?.seen ?? false
}
