import type { ScheduleByLink } from '@kaiku/contract/report-schedule.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { z } from 'zod'
import { inUniverse } from '../db/postgres.ts'
import { sealer } from '../db/sealed.ts'
import type { Stores } from '../db/stores.ts'
import { namesOf } from '../person/person-name.ts'
import { type Leaving, readSchedule, setLeft } from './report-schedule.store.ts'

const sealing = sealer('scheduleLeave.key')
const owner = 'schedule leave link'
const kept = z.tuple([z.uuid(), z.uuid(), z.uuid()])
type Place = { readonly universe: string; readonly schedule: string; readonly person: string }

/** What stands in the link by which a reader gets no more of a schedule, without signing in. It opens nothing else. */
export const leaveToken = (stores: Stores, { universe, schedule, person }: Place): Promise<string> =>
  sealing.seal(stores, JSON.stringify([universe, schedule, person]), owner)

/** What is mailed, and whether its reader has left it. Throws Fault `not_found` for a link that is none. */
export async function readByLink(stores: Stores, token: string): Promise<ScheduleByLink> {
  const { universe, schedule, person } = await opened(stores, token)
  const found = await inUniverse(stores.pool, universe, (client) => readSchedule(client, universe, schedule))
  if (!found) throw unknown()
  const { title, leftBy, backOn, state, person: maker } = found
  const by = (await namesOf(stores.service, [maker])).get(maker ?? '') ?? ''
  const hasLeft = leftBy.includes(person)
  return { title, by, hasLeft, leftUntil: hasLeft ? (backOn[person] ?? null) : null, hasEnded: state === 'ended' }
}

/** Notes that its reader wants no more of it, or wants it again. Throws Fault `not_found` for a link that is none. */
export async function leaveByLink(stores: Stores, token: string, leaving: Leaving): Promise<ScheduleByLink> {
  const { universe, schedule, person } = await opened(stores, token)
  await inUniverse(stores.pool, universe, (client) => setLeft(client, universe, schedule, person, leaving))
  return readByLink(stores, token)
}

const unknown = () => new Fault('not_found', 'This link opens nothing.')

async function opened(stores: Stores, token: string): Promise<Place> {
  try {
    const [universe, schedule, person] = kept.parse(JSON.parse(await sealing.unseal(stores, token, owner)))
    return { universe, schedule, person }
  } catch {
    throw unknown()
  }
}
