import { fullGrant } from '@kaiku/core/access.ts'
import { openStores, type Stores } from '@kaiku/server/db/stores.ts'
import { rebuild } from '@kaiku/server/feed/rebuild.ts'
import { addMember, createPerson, personByName } from '@kaiku/server/person/person.ts'
import { publish } from '@kaiku/server/publishing/definition.ts'
import { ensureRole, giveRole } from '@kaiku/server/role/role.ts'
import { openSession } from '@kaiku/server/session/session.ts'
import { surveyByNumber } from '@kaiku/server/survey/survey.ts'
import { createUniverse, findUniverse } from '@kaiku/server/universe/universe.ts'
import { definition, narrow } from './definition.ts'
import { mapping } from './import.ts'
import { loadTruth } from './load.ts'
import { log } from './universe.ts'

/** Interviews of each universe. */
const interviews = 300
/** Universes that are made at once. */
const atOnce = 4

export const nameOf = (at: number) => `u${String(at).padStart(4, '0')}`

/** Makes the universes that a data directory lacks, each with a survey, interviews and somebody who may do everything there. */
export async function makeUniverses(data: string, count: number): Promise<string> {
  const begun = performance.now()
  const stores = await openStores({ data, own: 'must', migrate: true, log })
  try {
    const files = new Map([...definition(narrow), ['imports.json', JSON.stringify(mapping(narrow))]])
    let [next, made] = [0, 0]
    const work = async () => {
      for (let at = next++; at < count; at = next++) {
        if (await makeUniverse(stores, nameOf(at), files)) made += 1
        if (at % 50 === 49) log(`${at + 1} of ${count} universes`)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    const seconds = (performance.now() - begun) / 1000
    return `${made} of ${count} universes of ${interviews} interviews each made in ${seconds.toFixed(0)} s (set-up, not measured)`
  } finally {
    await stores.close()
  }
}

/** False: it is there. What was broken off is made whole: that somebody is a member comes last. */
async function makeUniverse(stores: Stores, name: string, files: ReadonlyMap<string, string>): Promise<boolean> {
  const found = await findUniverse(stores, name)
  if (found && (await personByName(stores, name))) return false
  const { id } = found ?? (await createUniverse(stores, { name, title: name, timeZone: 'UTC' }))
  const { survey } = await publish(stores, id, files, 'bench')
  const dictionary = await surveyByNumber(stores, survey)
  const { rows } = await stores.service.query<{ n: number }>(
    'select count(*)::int n from interview where universe = $1 and survey = $2',
    [id, survey],
  )
  const first = 1 + (rows[0]?.n ?? 0)
  if (first <= interviews) await loadTruth(stores, dictionary, first, interviews, () => {}, narrow.stores)
  await rebuild(stores, survey)
  const grant = fullGrant('Everything')
  const person = await createPerson(stores, { username: name })
  await addMember(stores.service, id, person.id)
  await giveRole(stores.service, id, await ensureRole(stores.service, id, grant), person.id, grant)
  return true
}

/** Signs everybody in: headers of requests, by universe. */
export async function signInEach(stores: Stores, count: number): Promise<readonly Record<string, string>[]> {
  const found: Record<string, string>[] = []
  for (let at = 0; at < count; at += 1) {
    const person = await personByName(stores, nameOf(at))
    if (!person) throw new Error(`nobody is in ${nameOf(at)}`)
    const wanted = { person: person.id, universe: null, isRemembered: false, address: '127.0.0.1', agent: 'bench' }
    const token = await openSession(stores, wanted)
    found.push({ authorization: `Bearer ${token}`, 'kaiku-universe': nameOf(at) })
  }
  return found
}
