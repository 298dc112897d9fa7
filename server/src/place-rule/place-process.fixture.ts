import { startRecurring } from '../background-work/recurring-work.ts'
import { openStores } from '../db/stores.ts'
import { placeRules } from './place-work.ts'

/** A worker of rules on places in a process of its own, over the stores of the process that owns the data directory. */
const stores = await openStores({ data: process.argv[2] ?? '', own: 'may' })
startRecurring(stores, [placeRules], (line) => process.stderr.write(`${line}\n`))
