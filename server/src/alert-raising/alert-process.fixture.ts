import { openStores } from '../db/stores.ts'
import { startAlerts } from './alert-work.ts'

/** A worker of alerts in a process of its own, over the stores of the process that owns the data directory. */
const stores = await openStores({ data: process.argv[2] ?? '', own: 'may' })
startAlerts(stores, (line) => process.stderr.write(`${line}\n`))
