import { openStores } from '../db/stores.ts'
import { startMailings } from './mailing-work.ts'
import { startSchedules } from './schedule-work.ts'

/** Who plans and makes scheduled mails, in a process of its own, over the stores of the process that owns the data directory. */
const stores = await openStores({ data: process.argv[2] ?? '', own: 'may' })
const log = (line: string) => process.stderr.write(`${line}\n`)
startSchedules(stores, log)
startMailings(stores, log, { publicUrl: 'https://kaiku.example.com' })
