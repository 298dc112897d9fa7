import { openStores } from '../db/stores.ts'
import { startFeed } from './feed.ts'

/** A feed in a process of its own, over the stores of the process that owns the data directory. */
const stores = await openStores({ data: process.argv[2] ?? '', own: 'may' })
startFeed(stores, (line) => process.stderr.write(`${line}\n`))
