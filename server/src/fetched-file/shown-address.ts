import type { FetchRun, FileAddress } from '@kaiku/contract/fetched-file.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { namesOf } from '../person/person-name.ts'
import { lastRuns, listAddresses, listRuns, type StoredAddress, type StoredFetch } from './fetched-file.store.ts'

/** Runs that are shown. */
const mostShown = 100

const shownRun = ({ runId, at, endedAt, isByHand, outcome, fault, files }: StoredFetch): FetchRun => ({
  runId,
  isByHand,
  outcome,
  fault,
  files,
  at: at.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
})

/** Those of a survey, without their secrets. */
export async function shownAddresses(stores: Stores, of: Dictionary): Promise<FileAddress[]> {
  const { found, runs } = await inUniverse(stores.pool, of.universe, async (client) => ({
    found: await listAddresses(client, of),
    runs: await lastRuns(client, of),
  }))
  const names = await namesOf(
    stores.service,
    found.map(({ person }) => person),
  )
  return found.map((one) => shown(one, names.get(one.person ?? '') ?? '', runs.get(one.id)))
}

export async function shownAddress(stores: Stores, address: StoredAddress): Promise<FileAddress> {
  const [last] = await inUniverse(stores.pool, address.universe, (client) => listRuns(client, address, 1))
  const names = await namesOf(stores.service, [address.person])
  return shown(address, names.get(address.person ?? '') ?? '', last)
}

const shown = (address: StoredAddress, by: string, last: StoredFetch | undefined): FileAddress => {
  const { id, title, rule, zone, afterwards, folder, mostRejected, secretKind, state, hostKey, dueAt, version } =
    address
  return {
    addressId: id,
    title,
    address: address.address,
    rule,
    zone,
    afterwards,
    folder,
    mostRejected,
    secretKind,
    state,
    hostKey,
    version,
    by,
    nextAt: state === 'waiting' ? dueAt.toISOString() : null,
    last: last ? shownRun(last) : null,
  }
}

export const shownRuns = async (stores: Stores, address: StoredAddress): Promise<FetchRun[]> =>
  (await inUniverse(stores.pool, address.universe, (client) => listRuns(client, address, mostShown))).map(shownRun)
