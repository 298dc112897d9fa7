import { openStores } from '../db/stores.ts'
import { startTasks } from '../task/task-work.ts'
import { fetchWorker } from './fetch-task.ts'

/** Who fetches files, in a process of its own, over the stores of the process that owns the data directory. */
const stores = await openStores({ data: process.argv[2] ?? '', own: 'may' })
const worker = fetchWorker({ own: ['127.0.0.1'], publicUrl: 'https://kaiku.example.com' })
startTasks(stores, (line) => process.stderr.write(`${line}\n`), [worker])
