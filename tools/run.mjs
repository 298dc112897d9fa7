import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, ensureWeb, root } from './ensure.mjs'

// node tools/run.mjs FILE.ts …: runs a TypeScript program of this repository on a fresh clone.
ensureInstalled()
ensureWeb()
const { register } = await import('tsx/esm/api')
register()
const [file = ''] = process.argv.splice(2, 1)
await import(pathToFileURL(join(root, file)).href)
