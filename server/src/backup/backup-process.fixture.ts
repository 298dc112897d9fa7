import { readConfiguration } from '../configuration/configuration.ts'
import { openStores } from '../db/stores.ts'
import { openRepository } from './repository.ts'
import { takeBackup } from './take-backup.ts'

/** A backup in a process of its own, over the stores of the process that owns the data directory. */
const configuration = readConfiguration(process.env)
const address = configuration.backup ?? { place: '', keyFile: '', s3: null }
const stores = await openStores({ ...configuration, own: 'never' })
await takeBackup(stores, { to: await openRepository(address), keepDays: null })
await stores.close()
