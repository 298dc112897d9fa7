import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '@kaiku/core/fault.ts'
import { type Claims, texts } from '@kaiku/core/role-rule.ts'
import { actorIn, record } from '../audit/audit.ts'
import type { ExternalProvider } from '../configuration/sign-in.ts'
import { query, text as textColumn } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { createPerson, type Person, personById, removePerson } from '../person/person.ts'
import type { AccessToken } from './access-token.ts'
import { followClaims } from './claimed-rights.ts'

/** The person whom an outside provider's token names; made at the first sign-in. Their rights follow the claims. */
export async function personOfClaims(
  stores: Stores,
  token: AccessToken,
  provider: ExternalProvider,
): Promise<Person | null> {
  const id = (await known(stores, token)) ?? (await welcome(stores, token, provider))
  const person = await personById(stores, id)
  if (person && !person.isDeactivated) await followClaims(stores, person, token.claims, provider)
  return person
}

async function known({ service }: Stores, { iss, sub }: AccessToken): Promise<string | null> {
  const { rows } = await query(
    service,
    { person: textColumn },
    'select person from person_subject where issuer = $1 and subject = $2',
    [iss, sub],
  )
  return rows[0]?.person ?? null
}

/** Milliseconds, and how often: what another request is about to store is there within them. */
const [pause, tries] = [50, 40]

async function welcome(stores: Stores, token: AccessToken, provider: ExternalProvider): Promise<string> {
  const invited = await awaited(stores, token.claims, provider)
  const id = invited ?? (await created(stores, token))
  const { rowCount } = await stores.service.query(
    'insert into person_subject (issuer, subject, person) values ($1, $2, $3) on conflict do nothing',
    [token.iss, token.sub, id],
  )
  if (rowCount !== 0) return id
  // Two first requests of one person met; the other's account stands.
  const stands = await known(stores, token)
  if (invited === null && id !== stands) await removePerson(stores.service, id)
  return stands ?? id
}

/** The id of a new account; of the one that another request makes at the same time where both its names are taken. */
async function created(stores: Stores, token: AccessToken): Promise<string> {
  for (let left = tries; ; left -= 1) {
    try {
      return (await create(stores, token)).id
    } catch (error) {
      if (!(error instanceof Fault && error.code === 'conflict') || left === 0) throw error
      await sleep(pause)
      const other = await known(stores, token)
      if (other !== null) return other
    }
  }
}

const text = (claims: Claims, name: string) => (texts(claims[name])[0] ?? '').slice(0, 200)
const verifiedEmail = (claims: Claims) => (claims.email_verified === true ? text(claims, 'email') || null : null)

/**
 * An account that was made for somebody with this verified address and that nobody has used yet: without a password,
 * unknown to any provider, no root, and a member of no universe that the provider has no say in.
 */
async function awaited({ service }: Stores, claims: Claims, { universes }: ExternalProvider): Promise<string | null> {
  const email = verifiedEmail(claims)
  if (email === null) return null
  const { rows } = await query(
    service,
    { id: textColumn },
    `select id from person p where email = $1 and password_hash is null and not is_root and deactivated_at is null
        and not exists (select from person_subject s where s.person = p.id)
        and not exists (select from membership m join universe u on u.id = m.universe
          where m.person = p.id and $2::text[] is not null and lower(u.name) <> all($2))
      limit 2`,
    [email, universes?.map((name) => name.toLowerCase()) ?? null],
  )
  return rows.length === 1 ? (rows[0]?.id ?? null) : null
}

async function create(stores: Stores, { claims, iss, sub }: AccessToken): Promise<Person> {
  const email = verifiedEmail(claims)
  const name = usable(text(claims, 'preferred_username') || email || sub)
  const mark = createHash('sha256').update(`${iss} ${sub}`).digest('hex').slice(0, 8)
  const wanted = {
    email,
    givenName: text(claims, 'given_name'),
    familyName: text(claims, 'family_name'),
    locale: /^[a-z]{2}/.exec(text(claims, 'locale'))?.[0] ?? 'en',
  }
  // A name that is taken is somebody else's: an account is never shared because of what a claim calls its holder.
  const person = await createPerson(stores, { ...wanted, username: name }).catch((error: unknown) => {
    if (error instanceof Fault && error.code === 'conflict')
      return createPerson(stores, { ...wanted, username: `${name.slice(0, 80)}-${mark}` })
    throw error
  })
  await record(stores, actorIn(null, person), {
    action: 'user.create',
    subject: person.username,
    after: { issuer: iss },
  })
  return person
}

/** A user name of what a provider calls somebody. */
const usable = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._@+-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, 99) || 'user'
