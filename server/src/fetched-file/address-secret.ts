import { type FetchSecret, fetchSecret } from '@kaiku/contract/fetched-file.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { sealer } from '../db/sealed.ts'
import type { Stores } from '../db/stores.ts'
import { checkPrivateKey } from '../outgoing/sftp.ts'
import type { FetchTarget } from './fetch-address.ts'
import type { StoredAddress } from './fetched-file.store.ts'

const { seal, unseal } = sealer('fetch.sealingKey')
const fitting: Readonly<Record<FetchTarget['kind'], readonly FetchSecret['kind'][]>> = {
  https: ['none', 'header', 'basic'],
  sftp: ['password', 'key'],
}

/** Throws Fault `invalid` for a secret that a server of this kind does not ask for, and for an unreadable key. */
export function checkSecret(target: FetchTarget, secret: FetchSecret): void {
  if (!fitting[target.kind].includes(secret.kind)) throw refuse('invalid', 'fetch.secretKind')
  if (secret.kind === 'key') checkPrivateKey(secret.privateKey, secret.passphrase)
}

/** A secret as it is kept in the row of its address. */
export const keptSecret = async (stores: Stores, secret: FetchSecret, addressId: string): Promise<string | null> =>
  secret.kind === 'none' ? null : seal(stores, JSON.stringify(secret), addressId)

/** Throws when it was changed, or belongs to another address. */
export async function readSecret(stores: Stores, { secret, id }: StoredAddress): Promise<FetchSecret> {
  return secret === null ? { kind: 'none' } : fetchSecret.parse(JSON.parse(await unseal(stores, secret, id)))
}

/** What an HTTPS server is told besides. */
export function secretHeaders(secret: FetchSecret): Readonly<Record<string, string>> {
  if (secret.kind === 'header') return { [secret.header]: secret.value }
  if (secret.kind !== 'basic') return {}
  return { authorization: `Basic ${Buffer.from(`${secret.user}:${secret.password}`).toString('base64')}` }
}
