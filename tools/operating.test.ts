import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testVariables } from '@kaiku/server/configuration/test-variable.ts'
import { withTables } from '@kaiku/server/setting/setting-table.ts'
import { describe, expect, it } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

describe('docs/operating.md', () => {
  it('has the tables that the code makes (npm run -s kaiku -- settings --into docs/operating.md)', () => {
    const page = read('docs/operating.md')
    expect(page).toBe(withTables(page))
  })

  it('has every variable that the code reads and that is no setting', () => {
    const files = execFileSync('git', ['ls-files', '*.ts', '*.mjs'], { cwd: root, encoding: 'utf8' }).split('\n')
    const names = files
      .filter((file) => file && existsSync(join(root, file)))
      .flatMap((file) => [...read(file).matchAll(/\bprocess\.env\.([A-Z_]+)/g)].map(([, name = '']) => name))
    expect(Object.keys(testVariables).toSorted()).toEqual([...new Set(names)].toSorted())
  })
})
