import { fileOf, type ToldSetting } from '../configuration/given-setting.ts'
import { environment, noteOf, type SettingName, type SettingPart, settingNames } from '../configuration/setting.ts'
import { testVariables } from '../configuration/test-variable.ts'

const parts: Readonly<Record<SettingPart, string>> = {
  web: 'web server',
  stores: 'stores',
  backup: 'backups',
  log: 'log',
  watch: 'watching',
  mail: 'mail',
  'sign-in': 'sign-in',
  outgoing: 'whom Kaiku may call',
  figures: 'figures',
}

/** What holds where a setting is not given; empty where nothing does. */
export function defaultOf(name: SettingName): string {
  const value = environment.shape[name].parse(undefined)
  return value === undefined ? (noteOf(name).unset ?? '') : String(value)
}

/** The table of every setting, as docs/operating.md has it. */
export function settingTable(): string {
  const rows = settingNames.map((name) => {
    const { part, kind, meaning, isSecret } = noteOf(name)
    const names = isSecret ? `\`${name}\`, \`${fileOf(name)}\`` : `\`${name}\``
    return `| ${[names, kind, defaultOf(name), parts[part], meaning].join(' | ')} |`
  })
  return ['| variable | kind | default | part | meaning |', '|---|---|---|---|---|', ...rows].join('\n')
}

/** The table of what only tests, measurements and Kaiku’s own processes read. */
export function testTable(): string {
  const rows = Object.entries(testVariables).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`)
  return ['| variable | meaning |', '|---|---|', ...rows].join('\n')
}

const tables = { settings: settingTable, 'test variables': testTable } as const
const between = (name: string) => new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- /${name} -->)`)

/** A page with its tables made anew between `<!-- settings -->` and `<!-- /settings -->`; null: it has no such marks. */
export function withTables(page: string): string | null {
  const entries = Object.entries(tables)
  if (!entries.some(([name]) => between(name).test(page))) return null
  return entries.reduce(
    (text, [name, table]) => text.replace(between(name), (_, start: string, end: string) => start + table() + end),
    page,
  )
}

/** Each setting, what it is here, and where that comes from. Secrets are not shown. */
export const settingsInUse = (given: readonly ToldSetting[]): readonly SettingInUse[] =>
  settingNames.map((name) => {
    const told = given.find((one) => one.name === name)
    if (!told) return { name, value: defaultOf(name).replaceAll('`', ''), origin: 'default' }
    return { name, value: told.value ?? '(secret)', origin: told.file === null ? 'environment' : `file ${told.file}` }
  })

type SettingInUse = { readonly name: SettingName; readonly value: string; readonly origin: string }
