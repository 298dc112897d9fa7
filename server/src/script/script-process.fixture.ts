import { openStores } from '../db/stores.ts'
import { startTasks } from '../task/task-work.ts'
import { recalculationWorker } from './recalculation-work.ts'

/** Who computes anew, in a process of its own, over the stores of the process that owns the data directory. */
const stores = await openStores({ data: process.argv[2] ?? '', own: 'may' })
startTasks(stores, (line) => process.stderr.write(`${line}\n`), [recalculationWorker])
