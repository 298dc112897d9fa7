import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Identity } from '@kaiku/contract/session.ts'
import { enterAs, type Reached, reach } from '@kaiku/e2e/kaiku.ts'
import type { smtp } from '@kaiku/server/mail/smtp.fixture.ts'
import type { Client } from './client.ts'
import type { Fleet } from './fleet.ts'
import type { Journal } from './journal.ts'
import type { Random } from './random.ts'
import { csvOf, own, stores, writeDefinition } from './survey.ts'

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
  /** Over: nobody begins anything new. */
  readonly over: AbortSignal
  /** `yyyy-mm-dd` on which everything is answered: a siege goes on with it over midnight. */
  readonly day: string
}

export const sample = 'store-visits'

/** Publishes the survey of the siege, makes its key and signs its people in. */
export async function prepare(
  address: string,
  data: string,
  { journal, day }: Pick<World, 'journal' | 'day'>,
): Promise<Pick<World, 'running' | 'people' | 'key'>> {
  const running = reach({ address, data })
  const folder = join(data, 'siege-definition')
  await writeDefinition(folder)
  const applied = await running.kaiku('apply', folder, '--universe', 'sample')
  if (applied.code !== 0) throw new Error(applied.out + applied.err)
  // Each place has an answer, so that people can be let in there.
  const rows = stores.map((store) => ({ key: `first-${store}`, store, score: 5 }))
  const file = join(data, 'siege-first.csv')
  await writeFile(file, csvOf(rows, day))
  const imported = await running.kaiku('import', own, file, '--universe', 'sample')
  if (imported.code !== 0) throw new Error(imported.out + imported.err)
  for (const { key: id, store, score } of rows)
    journal.answers.set(id, { id, way: 'file', store, score, standing: 'acknowledged', interviewId: null })
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
  return { running, people, key }
}
