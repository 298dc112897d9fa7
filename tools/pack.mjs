import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, root } from './ensure.mjs'
import { licenceTexts } from './licences.mjs'
import { locked, lockPart } from './lock-part.mjs'

// npm run pack [-- DIR]: everything that Kaiku needs to run as one npm package, kaiku-VERSION.tgz in DIR (default: dist).

const read = (file) => readFileSync(join(root, file), 'utf8')
const { version, description, license, engines } = JSON.parse(read('package.json'))

/** What starts it. Its data lie where it was started, since an update replaces the package's own directory. */
const starter = `#!/usr/bin/env node
import { join } from 'node:path'
import process, { env } from 'node:process'
import { runCommand } from '../server/dist/kaiku/cli.js'

process.setSourceMapsEnabled(true)
env.KAIKU_DATA ||= join(process.cwd(), 'kaiku-data')
process.exitCode = await runCommand(process.argv.slice(2))
`

/** What a container asks: ends with 0 where the web server on this machine reaches its stores. */
const healthy = `#!/usr/bin/env node
import process, { env } from 'node:process'

const reply = await fetch(\`http://127.0.0.1:\${env.PORT || 8080}/api/health\`).catch(() => null)
process.exitCode = reply?.ok ? 0 : 1
`

/** Builds both halves into a directory, and says which packages went into them and which they need beside them. */
async function build(directory) {
  const { buildPrograms } = await import('../server/build.mjs')
  // As deep below the root as every build, so that its maps name the sources in the same way.
  const draft = join(root, 'server', 'dist', `package.${process.pid}`)
  const programs = await buildPrograms(draft)
  mkdirSync(join(directory, 'server', 'dist'), { recursive: true })
  cpSync(draft, join(directory, 'server', 'dist', 'kaiku'), { recursive: true })
  rmSync(draft, { recursive: true })
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const out = join(directory, 'web', 'dist')
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn', '--outDir', out, '--emptyOutDir'], {
    cwd: join(root, 'web'),
    stdio: ['ignore', 2, 2],
  })
  return programs
}

/** Documents that say how it is run and how surveys are written, with what they link to, but no pictures. */
function copyDocuments(directory) {
  for (const file of ['LICENSE', 'README.md']) cpSync(join(root, file), join(directory, file))
  mkdirSync(join(directory, 'docs'))
  for (const { name } of readdirSync(join(root, 'docs'), { withFileTypes: true }))
    if (name.endsWith('.md') || ['schemas', 'keycloak'].includes(name))
      cpSync(join(root, 'docs', name), join(directory, 'docs', name), { recursive: true })
}

/**
 * The packages that ship, by directory: `beside` is installed with Kaiku, `within` is what the builds are made from, with
 * all that they need, of which a build may have left some out.
 */
function shipped({ installed, within }) {
  const packages = locked()
  const at = (names) => names.map((name) => `node_modules/${name}`)
  const ofBrowser = at(Object.keys(packages.web.dependencies)).filter((path) => !packages[path].link)
  // Some packages use others only where they happen to be there: these are not in the lock file.
  const beside = at(installed).filter((path) => packages[path] && !packages[path].dev)
  return { beside: lockPart(packages, beside), within: lockPart(packages, [...ofBrowser, ...within]) }
}

/** Makes the package in a directory; its path, its version, and the packages that ship. */
export async function pack(out) {
  const staging = mkdtempSync(join(tmpdir(), 'kaiku-pack-'))
  try {
    const built = await build(staging)
    const packages = shipped(built)
    copyDocuments(staging)
    mkdirSync(join(staging, 'bin'))
    writeFileSync(join(staging, 'bin', 'kaiku.mjs'), starter, { mode: 0o755 })
    writeFileSync(join(staging, 'bin', 'healthy.mjs'), healthy, { mode: 0o755 })
    writeFileSync(join(staging, 'THIRD-PARTY-LICENSES.txt'), licenceTexts(packages))
    const dependencies = Object.fromEntries(
      built.installed.flatMap((name) => {
        const entry = packages.beside[`node_modules/${name}`]
        return entry && !entry.optional ? [[name, entry.version]] : []
      }),
    )
    const about = {
      ...{ name: 'kaiku', version, description, license, type: 'module', engines },
      ...{ os: ['linux'], bin: { kaiku: 'bin/kaiku.mjs' }, dependencies },
    }
    writeJson(join(staging, 'package.json'), about)
    // Whoever installs it gets what was tested, to the last package.
    writeJson(join(staging, 'npm-shrinkwrap.json'), {
      ...{ name: 'kaiku', version, lockfileVersion: 3, requires: true },
      packages: { '': about, ...packages.beside },
    })
    mkdirSync(out, { recursive: true })
    const name = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', staging], {
      cwd: staging,
      encoding: 'utf8',
    }).trim()
    const file = join(out, name)
    cpSync(join(staging, name), `${file}.new`)
    renameSync(`${file}.new`, file)
    return { file, version, packages }
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled()
  const { file } = await pack(resolve(process.argv[2] ?? join(root, 'dist')))
  console.log(file)
}
