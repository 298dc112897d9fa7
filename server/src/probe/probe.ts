import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { installationSecret } from '../db/installation-secret.ts'
import type { Stores } from '../db/stores.ts'

export const probePath = '/.well-known/kaiku-probe'
export const probeHeader = 'kaiku-probe'

/** Milliseconds for which a question may be asked, and between the two parts of its answer. */
export const probeLasts = 300_000
export const probePause = 1_500

/** How a request looked where it arrived. */
export const probeAnswer = z.strictObject({
  release: z.string(),
  host: z.string(),
  /** What proxies say of the request; null: they say nothing. */
  forwardedProto: z.string().nullable(),
  forwardedHost: z.string().nullable(),
  forwardedFor: z.string().nullable(),
  /** From where the connection came, and whom Kaiku takes the request to be of. */
  connection: z.string(),
  address: z.string(),
})
export type ProbeAnswer = z.output<typeof probeAnswer>

const key = (stores: Stores) =>
  installationSecret(stores, 'probe.key', z.string(), async () => randomBytes(32).toString('base64url'))

const sealed = (secret: string, until: number) =>
  createHmac('sha256', secret).update(`kaiku probe ${until}`).digest('base64url')

/** What only who reads this Kaiku’s database can ask with, until it has run out. */
export async function probeQuestion(stores: Stores, now: number): Promise<string> {
  const until = now + probeLasts
  return `${until}.${sealed(await key(stores), until)}`
}

export async function isProbeQuestion(stores: Stores, question: string, now: number): Promise<boolean> {
  const [until = '', seal = ''] = question.split('.')
  const at = Number(until)
  if (!Number.isSafeInteger(at) || at < now || at > now + 2 * probeLasts) return false
  const [given, right] = [Buffer.from(seal), Buffer.from(sealed(await key(stores), at))]
  return given.length === right.length && timingSafeEqual(given, right)
}
