import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { readConfiguration } from '../configuration/configuration.ts'
import { areSharedStoresTaken, openSharedStores } from '../db/shared-stores.fixture.ts'
import { openStores, type Stores } from '../db/stores.ts'
import type { Answers } from '../dictionary/dictionary.ts'
import { catchUp } from '../feed/feed.ts'
import { storeInterviews } from '../import/import.ts'
import { publish } from '../publishing/definition.ts'
import { openTwoShards } from '../shard/two-shards.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { createUniverse } from '../universe/universe.ts'
import { buildApp } from './app.ts'

export type TestStores = {
  /** The data directory. */
  readonly data: string
  readonly stores: Stores
  /** A new universe in UTC; its id. */
  universe(name: string): Promise<string>
  /** Publishes a survey and stores these interviews, as far as figures. */
  survey(universe: string, files: ReadonlyMap<string, string>, interviews?: readonly Answers[]): Promise<void>
  close(): Promise<void>
}

export type TestOptions = {
  /**
   * A PostgreSQL and a ClickHouse of its own, started in the data directory: for what kills them, looks into their files
   * or reaches them from another process.
   */
  readonly own?: boolean
  /** Its figures stand in a cluster of two shards; with KAIKU_SHARDS=2 those of every test do. */
  readonly sharded?: boolean
  readonly log?: (line: string) => void
}

/** Real stores, empty: a database of the PostgreSQL that the worker's files share one after the other, and its ClickHouse. */
export async function openTestStores({
  own = false,
  sharded = process.env.KAIKU_SHARDS === '2',
  log,
}: TestOptions = {}): Promise<TestStores> {
  const directory = mkdtempSync(join(tmpdir(), 'kaiku-test-'))
  // As root, PostgreSQL runs as another user, who has to pass through.
  chmodSync(directory, 0o711)
  const data = join(directory, 'data')
  const opened =
    own || areSharedStoresTaken()
      ? await openStores({ data, own: 'must', migrate: true, ...(log && { log }) })
      : await openSharedStores(data, log)
  const shards = sharded ? await openTwoShards() : null
  const stores = shards ? Object.assign({}, opened, { clickhouse: shards.clickhouse }) : opened
  return {
    data,
    stores,
    universe: async (name) => (await createUniverse(stores, { name, title: name, timeZone: 'UTC' })).id,
    async survey(universe, files, interviews = []) {
      const { extName } = await publish(stores, universe, files, 'test')
      const rows = async function* () {
        for (const [at, answers] of interviews.entries()) yield { key: String(at), answers }
      }
      await storeInterviews(stores, await findSurvey(stores, universe, extName), rows(), { import: 'test' })
      await catchUp(stores)
    },
    async close() {
      await stores.close()
      await shards?.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export type TestApp = TestStores & { readonly app: FastifyInstance }

/** As `openTestStores`, with the app in front; `environment` is read as at a start. */
export async function openTestApp(
  environment: Record<string, string> = {},
  options: TestOptions = {},
): Promise<TestApp> {
  const opened = await openTestStores(options)
  const configuration = readConfiguration({ KAIKU_DATA: opened.data, LOG_LEVEL: 'silent', ...environment })
  const app = await buildApp(opened.stores, configuration)
  return {
    ...opened,
    app,
    async close() {
      await app.close()
      await opened.close()
    },
  }
}
