import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { newToken } from './token.ts'

const cookie = 'kaiku_device'
/** Days after the last sign-in. */
const remembered = 180
const pattern = new RegExp(`(?:^|;\\s*)${cookie}=([\\w-]{43})(?:;|$)`)

/** What a browser keeps of earlier sign-ins; empty: nothing. It opens nothing: it only spares its user the guesses of others. */
export const deviceOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  pattern.exec(headers.cookie ?? '')?.[1] ?? ''

const hashOf = (device: string, person: string) => createHash('sha256').update(`device ${device} of ${person}`).digest()

/** What a person's device is known by, where they have signed in on it before; else null, for nobody (null) after the same work. */
export async function knownDevice({ service }: Stores, device: string, person: string | null): Promise<string | null> {
  if (device === '') return null
  const hash = hashOf(device, person ?? '')
  const { rowCount } = await service.query(
    `select from ticket where hash = $1 and purpose = 'device' and expires_at > now()`,
    [hash],
  )
  return rowCount === 1 ? hash.toString('base64url') : null
}

/** The person has shown who they are on this device: from now on it is known as theirs. */
export async function rememberDevice(
  { service }: Stores,
  person: string,
  { request, reply, publicUrl }: { request: FastifyRequest; reply: FastifyReply; publicUrl: string },
): Promise<void> {
  const device = deviceOf(request) || newToken()
  await service.query(
    `insert into ticket (hash, purpose, person, expires_at) values ($1, 'device', $2, now() + make_interval(days => $3))
      on conflict (hash) do update set expires_at = excluded.expires_at`,
    [hashOf(device, person), person, remembered],
  )
  const isSecure = new URL(publicUrl).protocol === 'https:'
  const traits = ['Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${remembered * 24 * 60 * 60}`]
  reply.header('set-cookie', [`${cookie}=${device}`, ...traits, ...(isSecure ? ['Secure'] : [])].join('; '))
}
