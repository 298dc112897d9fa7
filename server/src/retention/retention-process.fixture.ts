import { openStores } from '../db/stores.ts'
import { eraseExpired } from './erase-expired.ts'

/** The night's removal in a process of its own, over the stores of the process that owns the data directory. */
const [data = '', now = '0'] = process.argv.slice(2)
const stores = await openStores({ data, own: 'may' })
await eraseExpired(stores, Number(now))
await stores.close()
