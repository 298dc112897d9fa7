import { openStores } from '../db/stores.ts'
import { startNotices } from './notice-work.ts'

/** Who writes mails about alerts, in a process of its own, over the stores of the process that owns the data directory. */
const stores = await openStores({ data: process.argv[2] ?? '', own: 'may' })
startNotices(stores, (line) => process.stderr.write(`${line}\n`), { publicUrl: 'https://kaiku.example.com' })
