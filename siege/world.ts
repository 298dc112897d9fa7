import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Role } from '@kaiku/contract/role.ts'
import type { Identity } from '@kaiku/contract/session.ts'
import { call, enterAs, type Reached, reach } from '@kaiku/e2e/kaiku.ts'
import type { smtp } from '@kaiku/server/mail/smtp.fixture.ts'
import type { Client } from './client.ts'
import type { Fleet } from './fleet.ts'
import type { Journal } from './journal.ts'
import type { Random } from './random.ts'
import { csvOf, minimumN, own, staff, stores, surveys, writeDefinition } from './survey.ts'

/** What those who do something in the siege have. */
export type World = {
  readonly client: Client
  readonly journal: Journal
  readonly random: Random
  readonly fleet: Fleet
  readonly mails: Awaited<ReturnType<typeof smtp>>
  readonly running: Reached
  /** Of the sample, by user name. */
  readonly people: Readonly<Record<'aino' | 'clara' | 'mikko' | 'sven', Identity>>
  readonly key: string
  /** Of those who come and go. */
  readonly roleId: string
  /** Over: nobody begins anything new. */
  readonly over: AbortSignal
  /** `yyyy-mm-dd` on which everything is answered: a siege goes on with it over midnight. */
  readonly day: string
}

export const sample = 'store-visits'

/** A role of those who may see single interviews of the siege where they are given it. */
export const managerRole = (name: string) => ({
  name,
  description: '',
  surveys: [own] as string[],
  rows: {},
  figures: null,
  rules: [],
  permissions: ['seeIndicators', 'seeInterviews', 'seeComments', 'export'],
})

/** Publishes the surveys of the siege, makes a key and signs its people in. */
export async function prepare(
  address: string,
  data: string,
  { journal, day }: Pick<World, 'journal' | 'day'>,
): Promise<Pick<World, 'running' | 'people' | 'key' | 'roleId'>> {
  const running = reach({ address, data })
  for (const survey of surveys) {
    const folder = join(data, `definition-${survey}`)
    await writeDefinition(folder, survey)
    const applied = await running.kaiku('apply', folder, '--universe', 'sample')
    if (applied.code !== 0) throw new Error(applied.out + applied.err)
    // Each place has an answer, so that people can be let in there; of staff, as many as groups are made of.
    const rows = stores.flatMap((store) =>
      Array.from({ length: survey === staff ? minimumN : 1 }, (_, at) => ({
        key: `${survey}-first-${store}-${at}`,
        store,
        score: 5,
      })),
    )
    const file = join(data, `${survey}-first.csv`)
    await writeFile(file, csvOf(rows, day))
    const imported = await running.kaiku('import', survey, file, '--universe', 'sample')
    if (imported.code !== 0) throw new Error(imported.out + imported.err)
    for (const { key: id, store, score } of rows)
      journal.answers.set(id, { id, survey, way: 'file', store, score, standing: 'acknowledged', interviewId: null })
  }
  const scopes = ['--scope', 'interviews:write,samples:write']
  const made = await running.kaiku('key', 'create', own, '--api', ...scopes, '--universe', 'sample')
  const key = /kaiku_api_\S+/.exec(made.out)?.[0]
  if (key === undefined) throw new Error(made.out + made.err)
  const enter = (name: string) => enterAs(running, name, 'sample')
  const people = {
    aino: await enter('aino'),
    clara: await enter('clara'),
    mikko: await enter('mikko'),
    sven: await enter('sven'),
  }
  const { roleId } = await call<Role>(running, people.aino, 'role/create', managerRole('Siege manager'))
  return { running, people, key, roleId }
}
