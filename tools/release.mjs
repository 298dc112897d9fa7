import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { changelog } from './changelog.mjs'
import { ensureInstalled, root } from './ensure.mjs'
import { licenceOf, licenceTexts } from './licences.mjs'
import { pack } from './pack.mjs'

// npm run release [-- --out DIR --key FILE]: all that a release is made of, with checksums; signed by a key of OpenSSH.

const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trimEnd()
const digestOf = (bytes) => createHash('sha256').update(bytes).digest('hex')

/** All packages that ship, as CycloneDX: npm writes it from a lock file. The same packages always give the same bytes. */
function billOfMaterials(version, { beside, within }) {
  const work = mkdtempSync(join(tmpdir(), 'kaiku-sbom-'))
  try {
    const packages = Object.assign({}, within, beside)
    const licensed = Object.fromEntries(
      Object.entries(packages).map(([path, entry]) => [
        path,
        Object.assign({}, entry, { license: licenceOf(path, entry) }),
      ]),
    )
    // Each as if it had been asked for itself: what stands in a bundle is needed by nothing that is left.
    const top = Object.keys(packages).filter((path) => path.lastIndexOf('node_modules/') === 0)
    const dependencies = Object.fromEntries(
      top.map((path) => [path.slice('node_modules/'.length), packages[path].version]),
    )
    const about = { name: 'kaiku', version, license: 'Apache-2.0', dependencies }
    writeFileSync(join(work, 'package.json'), JSON.stringify(about))
    const lock = { name: 'kaiku', version, lockfileVersion: 3, requires: true, packages: { '': about, ...licensed } }
    writeFileSync(join(work, 'package-lock.json'), JSON.stringify(lock))
    const words = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
    const made = JSON.parse(execFileSync('npm', words, { cwd: work, encoding: 'utf8', maxBuffer: 2 ** 28 }))
    delete made.serialNumber
    made.metadata.timestamp = new Date(git('log', '-1', '--format=%cI')).toISOString()
    return `${JSON.stringify(made, null, 2)}\n`
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Makes all files of a release, in an empty directory. `key`: the private key of OpenSSH that signs them. */
async function release({ out, key }) {
  mkdirSync(out, { recursive: true })
  if (readdirSync(out).length) throw new Error(`${out} is not empty`)
  const { version, packages } = await pack(out)
  writeFileSync(join(out, `kaiku-${version}.cdx.json`), billOfMaterials(version, packages))
  writeFileSync(join(out, 'THIRD-PARTY-LICENSES.txt'), licenceTexts(packages))
  writeFileSync(join(out, 'CHANGELOG.md'), changelog({ version }))
  const archive = join(out, `kaiku-deploy-${version}.tar.gz`)
  git('archive', '--format=tar.gz', `--prefix=kaiku-${version}/`, `--output=${archive}`, 'HEAD', 'deploy')
  const sums = readdirSync(out)
    .sort()
    .map((file) => `${digestOf(readFileSync(join(out, file)))}  ${file}\n`)
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
  if (key) execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-f', key, '-n', 'kaiku-release', join(out, 'SHA256SUMS')])
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled()
  const { values } = parseArgs({ options: { out: { type: 'string' }, key: { type: 'string' } } })
  const out = resolve(values.out ?? join(root, 'dist', 'release'))
  await release({ out, key: values.key })
  if (!values.key) console.error('Not signed: --key names a private key of OpenSSH.')
  console.log(out)
}
