import { readConfiguration } from '../configuration/configuration.ts'
import { openStores } from '../db/stores.ts'
import { startWork } from './work.ts'

/** All work in the background, in a process of its own, over the stores of the process that owns the data directory. */
const configuration = readConfiguration(process.env)
const stores = await openStores({ ...configuration, own: 'never' })
await startWork(stores, (line) => process.stderr.write(`${line}\n`), configuration)
