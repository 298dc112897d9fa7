import { sealer } from '../db/sealed.ts'
import type { Stores } from '../db/stores.ts'

const { seal, unseal } = sealer('webhook.sealingKey')

/** A secret as it is kept in the row of its webhook. */
export const keptSecret = async (stores: Stores, secret: string, hookId: string): Promise<Buffer> =>
  Buffer.from(await seal(stores, secret, hookId), 'base64url')

/** Throws when it was changed, or belongs to another webhook. */
export async function readSecret(stores: Stores, kept: Buffer, hookId: string): Promise<string> {
  const sealed = kept.toString('base64url')
  // Before November 2026 secrets were sealed for nobody.
  return unseal(stores, sealed, hookId).catch(() => unseal(stores, sealed, ''))
}
