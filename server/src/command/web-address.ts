import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { readRunning } from '../embedded/data-directory.ts'

/** Where a browser finds Kaiku: as the server that runs here says, else as it would be started by this configuration. */
export const webAddressOf = (stores: Stores, { publicUrl }: Pick<Configuration, 'publicUrl'>): string =>
  readRunning(stores.directory)?.webAddress ?? publicUrl
