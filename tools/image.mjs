import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureInstalled, root } from './ensure.mjs'

// npm run image [-- DIR]: the root file system of the image in DIR (default: dist), tried without rights and read-only.
// Needs Debian's mmdebstrap and bubblewrap; takes some minutes.

ensureInstalled()
const { pack } = await import('./pack.mjs')
const out = resolve(process.argv[2] ?? join(root, 'dist'))
const run = (script, ...words) =>
  execFileSync(join(root, 'deploy', 'image', script), words, { stdio: ['ignore', 'inherit', 'inherit'] })

const { file } = await pack(out)
run('build.sh', file, out)
const rootfs = join(out, 'rootfs.tar.gz')
run('try.sh', rootfs)
const size = statSync(rootfs).size / 1e6
/** Megabytes, compressed. */
const largest = 400
console.log(`${rootfs}: ${size.toFixed(0)} MB of ${largest}`)
if (size > largest) process.exitCode = 1
