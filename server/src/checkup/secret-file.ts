import { accessSync, constants, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Check, type Finding, fault, ok, warning } from './finding.ts'

const name = 'secrets'

/** A file with a secret; `isOurs`: Kaiku made it. */
export type SecretFile = { readonly path: string; readonly of: string; readonly isOurs: boolean }

/** What containers hand over stands in memory that nobody else sees, readable for all within. */
const handed = /^(?:\/run\/secrets|\/var\/run\/secrets)\//

export function secretFileFindings(files: readonly SecretFile[]): Finding[] {
  const found = files.flatMap(({ path, of, isOurs }): Finding[] => {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat || !isReadable(path))
      return isOurs && !stat
        ? []
        : [
            fault(name, {
              found: `${path} (${of}) ${stat ? 'cannot be read by this user' : 'is not there'}`,
              means: 'What needs it fails.',
              todo: stat ? 'Give it to the user that runs Kaiku.' : `Correct ${of}.`,
            }),
          ]
    const mode = stat.mode & 0o777
    if (handed.test(path) || !(mode & 0o077)) return []
    return [
      (isOurs || mode & 0o022 ? fault : warning)(name, {
        found: `${path} (${of}) is open to other users (mode ${mode.toString(8)})`,
        means: mode & 0o022 ? 'Others may replace it.' : 'Others on this machine may read it.',
        todo: `chmod ${mode & 0o100 ? '700' : '600'} ${path}`,
      }),
    ]
  })
  return found.length > 0 ? found : [ok(name, `${files.length} files, for nobody else to read`)]
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

export const secretFiles: Check = {
  name,
  look: async ({ configuration: { data, given, backupKeyFile } }) => {
    const named = given.flatMap(({ name: of, file }) =>
      file === null ? [] : [{ path: file, of: `${of}_FILE`, isOurs: false }],
    )
    const keys = given.flatMap(({ name: of, value }) =>
      of === 'DKIM_KEY' && value !== null ? [{ path: value, of, isOurs: false }] : [],
    )
    const backupKeys =
      backupKeyFile === null ? [] : [{ path: backupKeyFile, of: 'KAIKU_BACKUP_KEY_FILE', isOurs: false }]
    const own = { path: join(data, 'secrets.json'), of: 'made by Kaiku', isOurs: true }
    return secretFileFindings([own, ...named, ...keys, ...backupKeys])
  },
}
