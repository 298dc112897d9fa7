import { ensureInstalled, ensureWeb } from './ensure.mjs'

ensureInstalled()
ensureWeb()
process.argv.splice(2, 0, 'start')
await import('../server/kaiku.mjs')
