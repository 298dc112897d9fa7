import { startAlerts } from '../alert-raising/alert-work.ts'
import { openStores } from '../db/stores.ts'
import { startEffects } from '../effect/effect-work.ts'

/** Who follows, and who does what follows, in a process of its own, over the stores of the process that owns the data directory. */
const stores = await openStores({ data: process.argv[2] ?? '', own: 'may' })
const log = (line: string) => process.stderr.write(`${line}\n`)
startAlerts(stores, log)
startEffects(stores, log, { publicUrl: 'https://kaiku.example.com', mail: { bounces: null } })
