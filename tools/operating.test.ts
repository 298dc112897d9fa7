import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { variableNames } from '@kaiku/server/configuration/configuration.ts'
import { describe, expect, it } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The names in the first column of the tables below a heading. */
function described(heading: string): string[] {
  const [, part = ''] = read('docs/operating.md').split(`## ${heading}\n`)
  const [own = ''] = part.split('\n## ')
  return [...own.matchAll(/^\| ([^|]+)\|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name),
  )
}

describe('docs/operating.md', () => {
  it('has every environment variable that says how Kaiku runs', () => {
    expect(described('Environment variables').toSorted()).toEqual(variableNames.toSorted())
  })

  it('has every other one that the code reads', () => {
    const files = execFileSync('git', ['ls-files', '*.ts', '*.mjs'], { cwd: root, encoding: 'utf8' }).split('\n')
    const names = files
      .filter((file) => file && existsSync(join(root, file)))
      .flatMap((file) => [...read(file).matchAll(/\bprocess\.env\.([A-Z_]+)/g)].map(([, name = '']) => name))
    expect(described('For tests and measurements').toSorted()).toEqual([...new Set(names)].toSorted())
  })
})
