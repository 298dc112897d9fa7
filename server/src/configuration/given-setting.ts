import { readFileSync } from 'node:fs'
import { closest, distance } from 'fastest-levenshtein'
import { environment, type SettingName, secretNames, settingNames } from './setting.ts'
import { testVariables } from './test-variable.ts'

export type Variables = Readonly<Record<string, string | undefined>>

/** What is set, a secret’s file read; an empty variable counts as absent. Nothing of a value is said. */
export type GivenSettings = {
  readonly values: Readonly<Record<string, string>>
  /** Why Kaiku cannot start with it. */
  readonly faults: readonly string[]
  /** What is likely meant otherwise, and stops nothing. */
  readonly notices: readonly string[]
  readonly told: readonly ToldSetting[]
}

/** A setting that is given, as it may be shown. `value`: null for a secret; `file`: that it was read from. */
export type ToldSetting = {
  readonly name: SettingName
  readonly value: string | null
  readonly file: string | null
}

export function givenSettings(variables: Variables): GivenSettings {
  const faults: string[] = []
  const given = new Map<SettingName, string>()
  const files = new Map<SettingName, string>()
  for (const name of settingNames) {
    const value = variables[name]
    if (value) given.set(name, value)
  }
  for (const name of secretNames) {
    const file = variables[fileOf(name)]
    if (!file) continue
    if (given.has(name)) faults.push(`${name} and ${fileOf(name)} are both set: keep one of them`)
    else {
      const read = readSecret(file)
      if ('fault' in read)
        faults.push(`${fileOf(name)} must be a file with the value of ${name}: ${file} ${read.fault}`)
      else {
        given.set(name, read.value)
        files.set(name, file)
      }
    }
  }
  const told = [...given].map(([name, value]) => ({
    name,
    value: secretNames.includes(name) ? null : value,
    file: files.get(name) ?? null,
  }))
  return { values: Object.fromEntries(given), faults, notices: unknownOnes(variables), told }
}

/** The variable that names a file with a secret, instead of the secret. */
export const fileOf = (name: string): string => `${name}_FILE`

function readSecret(file: string): { readonly value: string } | { readonly fault: string } {
  try {
    const value = readFileSync(file, 'utf8').trim()
    return value === '' ? { fault: 'is empty' } : { value }
  } catch {
    return { fault: 'cannot be read' }
  }
}

const known: ReadonlySet<string> = new Set([...settingNames, ...secretNames.map(fileOf), ...Object.keys(testVariables)])
/** Long enough that a name so near to it is hardly another program’s. */
const tellable = [...settingNames, ...secretNames.map(fileOf)].filter((name) => name.length >= 8)
/** Letters that a mistyped name differs in. */
const mistyped = 2

/**
 * Those of Kaiku’s own prefix stop nothing, for others set such too (Kubernetes names a service `kaiku`
 * KAIKU_SERVICE_HOST).
 */
function unknownOnes(variables: Variables): string[] {
  const others = Object.keys(variables).filter((name) => variables[name] && !known.has(name))
  return others.toSorted().flatMap((name) => {
    const near = closest(name, tellable)
    const isNear = distance(name, near) <= mistyped
    if (isNear) return [`${name} is no setting of Kaiku and does nothing: ${near} may be meant`]
    return name.startsWith('KAIKU_')
      ? [`${name} is no setting of Kaiku and does nothing (docs/operating.md has all): remove it`]
      : []
  })
}

/** Names of settings whose values cannot be used, with why. */
export function unusable(values: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const { error } = environment.safeParse(values)
  return new Map(error?.issues.map(({ path, message }) => [String(path[0]), message]))
}

/** What goes without what it is for. */
export function lonelySettings(values: Readonly<Record<string, string>>): string[] {
  const has = (name: string) => values[name] !== undefined
  const told: string[] = []
  const needs = (names: readonly string[], needed: string, why: string) => {
    const lonely = names.filter(has)
    if (lonely.length > 0 && !has(needed))
      told.push(`${lonely.join(', ')} does nothing without ${needed}: ${why}; set it, or remove the other`)
  }
  needs(['BOUNCE_PORT'], 'BOUNCE_ADDRESS', 'no mail comes back here')
  needs(['DKIM_KEY', 'MAIL_FROM', 'BOUNCE_ADDRESS'], 'SMTP_URL', 'no mail is sent')
  needs(
    ['KAIKU_BACKUP_KEEP_DAYS', 'KAIKU_BACKUP_HOUR', 'KAIKU_BACKUP_LOG_MINUTES'],
    'KAIKU_BACKUP_DIR',
    'Kaiku makes no backups by itself',
  )
  needs(
    ['KAIKU_BACKUP_S3_ENDPOINT', 'KAIKU_BACKUP_S3_REGION', 'KAIKU_BACKUP_S3_PATH_STYLE'],
    'KAIKU_BACKUP_S3_KEY_ID',
    'no bucket can be reached',
  )
  return told
}
