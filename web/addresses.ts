import type { calls as Calls } from '@kaiku/contract/calls.ts'
import { type Plugin, runnerImport } from 'vite'

const name = 'virtual:addresses'
const resolved = `\0${name}`

/**
 * Where each call goes, taken from the contract when the client is built: the contract itself would bring its validator
 * into the first load.
 */
export const addresses: Plugin = {
  name: 'kaiku-addresses',
  resolveId: (id) => (id === name ? resolved : null),
  async load(id) {
    if (id !== resolved) return null
    const { module, dependencies } = await runnerImport<{ calls: typeof Calls }>('@kaiku/contract/calls.ts', {
      root: import.meta.dirname,
      configFile: false,
      logLevel: 'warn',
    })
    for (const file of dependencies) this.addWatchFile(file)
    const all = Object.entries(module.calls).flatMap(([group, calls]) =>
      Object.entries(calls).map(([call, { method, path, query }]) => [
        `${group}.${call}`,
        { method, path, query: Object.keys(query?.shape ?? {}) },
      ]),
    )
    return `export const addresses = ${JSON.stringify(Object.fromEntries(all))}`
  },
}
