import { randomUUID } from 'node:crypto'
import type { FetchSecret, FileAddressFields } from '@kaiku/contract/fetched-file.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { type Actor, record } from '../audit/audit.ts'
import { inTransaction, inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { OwnHosts } from '../outgoing/public-address.ts'
import { isZone } from '../universe/universe.ts'
import { checkSecret, keptSecret } from './address-secret.ts'
import { type FetchTarget, movedTo, serverOf } from './fetch-address.ts'
import { nextFetch, putFetch } from './fetch-work.ts'
import {
  deleteAddress,
  insertAddress,
  readAddress,
  type SavedAddress,
  type StoredAddress,
  updateAddress,
} from './fetched-file.store.ts'
import { targetOf } from './source.ts'

/** Addresses of a survey. */
const most = 50

type Secret = Pick<SavedAddress, 'secret' | 'secretKind'>
type Asked = Omit<FileAddressFields, 'secret'>

/** Throws Fault `not_found` for an address of another survey as for one that does not exist. */
export async function knownAddress(
  { pool }: Stores,
  { universe, survey }: Pick<Dictionary, 'universe' | 'survey'>,
  id: string,
): Promise<StoredAddress> {
  const found = await inUniverse(pool, universe, (client) => readAddress(client, { universe, id }))
  if (found?.survey !== survey) throw new Fault('not_found', 'There is no such address.')
  return found
}

/** Throws Fault `invalid` for what may not be saved. */
function checked(asked: Asked, own: OwnHosts): FetchTarget {
  if (!isZone(asked.zone)) throw refuse('invalid', 'universe.zone', { zone: asked.zone })
  const target = targetOf(asked, Date.now(), own)
  if (asked.afterwards === 'move' && target.kind === 'sftp') movedTo(target, asked.folder)
  return target
}

async function saved(
  stores: Stores,
  who: Viewer,
  asked: Asked,
  secret: Secret,
  standing: Pick<SavedAddress, 'hostKey' | 'state'>,
): Promise<SavedAddress> {
  const dueAt = await nextFetch(stores.service, who.universe, asked, Date.now())
  return Object.assign({}, asked, secret, standing, { person: who.userId, dueAt })
}

/** What the log of what people did says: never the secret. */
const audited = ({ title, address, afterwards, mostRejected }: Asked, { secretKind }: Secret) => ({
  title,
  address,
  afterwards,
  mostRejected,
  secretKind,
})

const sealed = async (stores: Stores, secret: FetchSecret, id: string): Promise<Secret> => ({
  secret: await keptSecret(stores, secret, id),
  secretKind: secret.kind,
})

/** Throws Faults. */
export async function createAddress(
  stores: Stores,
  who: Viewer,
  { universe, survey, extName }: Dictionary,
  { secret: given, ...asked }: FileAddressFields,
  own: OwnHosts,
  actor: Actor,
): Promise<string> {
  const target = checked(asked, own)
  const entered: FetchSecret = given ?? { kind: 'none' }
  checkSecret(target, entered)
  const id = randomUUID()
  const secret = await sealed(stores, entered, id)
  const state = target.kind === 'sftp' ? 'unproven' : 'waiting'
  const values = await saved(stores, who, asked, secret, { hostKey: null, state })
  const isKept = await inUniverse(stores.pool, universe, (client) =>
    insertAddress(client, { universe, survey, id }, values, most),
  )
  if (!isKept) throw refuse('busy', 'fetch.most', { most })
  await record(stores, actor, {
    action: 'fetch.change',
    subject: extName,
    after: { create: id, ...audited(asked, secret) },
  })
  return id
}

/** Throws Fault `conflict` where it was changed meanwhile, `invalid` where its secret would go elsewhere or to somebody else. */
export async function changeAddress(
  stores: Stores,
  who: Viewer,
  before: StoredAddress,
  { secret: given, version, ...asked }: FileAddressFields & { readonly version: number },
  own: OwnHosts,
  actor: Actor,
): Promise<void> {
  const target = checked(asked, own)
  // A host may be closed by now.
  const server = targetServer(before, own)
  const secret = given
    ? await sealed(stores, given, before.id)
    : { secret: before.secret, secretKind: before.secretKind }
  if (given) checkSecret(target, given)
  else if (before.secret === null) checkSecret(target, { kind: 'none' })
  else if (server !== serverOf(target) || before.person !== who.userId) throw refuse('invalid', 'fetch.secretAgain')
  const hostKey = server === serverOf(target) ? before.hostKey : null
  const usual = target.kind === 'sftp' && hostKey === null ? 'unproven' : 'waiting'
  const state = before.state === 'paused' && usual === 'waiting' ? 'paused' : usual
  const values = await saved(stores, who, asked, secret, { hostKey, state })
  const isChanged = await inUniverse(stores.pool, who.universe, (client) =>
    updateAddress(client, { ...before, version }, values),
  )
  if (!isChanged) throw refuse('conflict', 'fetch.changed')
  const after = { change: before.id, ...audited(asked, secret), isSecretNew: given !== null }
  await record(stores, actor, { action: 'fetch.change', subject: before.title, after })
}

function targetServer(before: StoredAddress, own: OwnHosts): string | null {
  try {
    return serverOf(targetOf(before, Date.now(), own))
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}

/** What was imported stays. */
export async function removeAddress(stores: Stores, address: StoredAddress, actor: Actor): Promise<void> {
  await inUniverse(stores.pool, address.universe, (client) => deleteAddress(client, address))
  await record(stores, actor, { action: 'fetch.change', subject: address.title, after: { remove: address.id } })
}

/** Changes nothing but how it stands. Throws Fault `conflict` where it was changed meanwhile. */
async function stand(
  stores: Stores,
  address: StoredAddress,
  standing: Pick<SavedAddress, 'hostKey' | 'state'>,
): Promise<void> {
  const dueAt = await nextFetch(stores.service, address.universe, address, Date.now())
  const values = Object.assign({}, address, standing, { dueAt })
  const isChanged = await inUniverse(stores.pool, address.universe, (client) => updateAddress(client, address, values))
  if (!isChanged) throw refuse('conflict', 'fetch.changed')
}

/** Pauses it, or goes on at its next time. */
export async function pauseAddress(stores: Stores, address: StoredAddress, isPaused: boolean, actor: Actor) {
  if (address.state === 'unproven') throw refuse('conflict', 'fetch.hostKeyNew')
  await stand(stores, address, { hostKey: address.hostKey, state: isPaused ? 'paused' : 'waiting' })
  await record(stores, actor, { action: 'fetch.change', subject: address.title, after: { isPaused } })
}

/** Signs in from now on where the host has this key, and nowhere else. Throws Fault `invalid` for what is no SFTP. */
export async function acceptHostKey(
  stores: Stores,
  address: StoredAddress,
  hostKey: string,
  own: OwnHosts,
  actor: Actor,
): Promise<void> {
  if (targetOf(address, Date.now(), own).kind !== 'sftp') throw refuse('invalid', 'fetch.address')
  await stand(stores, address, { hostKey, state: address.state === 'paused' ? 'paused' : 'waiting' })
  const after = { accept: hostKey, before: address.hostKey }
  await record(stores, actor, { action: 'fetch.change', subject: address.title, after })
}

/** Has it asked now; where it is being asked already nothing more. */
export async function fetchNow(stores: Stores, who: Viewer, address: StoredAddress, actor: Actor): Promise<void> {
  if (address.state === 'unproven') throw refuse('conflict', 'fetch.hostKeyNew')
  await inTransaction(stores.service, (client) => putFetch(client, address, who.userId, true))
  await record(stores, actor, { action: 'fetch.change', subject: address.title, after: { run: address.id } })
}
