import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { definitionFiles } from '@kaiku/contract/definition.ts'
import { componentTypes } from '@kaiku/contract/page.ts'
import { describe, expect, it } from 'vitest'
import { schemaFiles } from './definition-directory.ts'

const page = readFileSync(fileURLToPath(new URL('../../../docs/configuration.md', import.meta.url)), 'utf8')
const examples = new Map(
  [...page.matchAll(/## ([\w-]+\.json)\n\n```json\n([\s\S]*?)```/g)].map(([, file = '', text = '']) => [file, text]),
)

/** Every key a schema knows, at any depth. */
function keysOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema && schema.properties ? Object.keys(schema.properties) : []
  return [...own, ...Object.values(schema).flatMap(keysOf)]
}

describe('docs/configuration.md', () => {
  it.each(Object.entries(definitionFiles))('has an example of %s that its schema takes', (file, schema) => {
    const example: unknown = JSON.parse(examples.get(file) ?? 'null')
    expect(schema.safeParse(example).error?.issues).toBeUndefined()
  })

  it('names every type of component', () => {
    expect(componentTypes.filter((type) => !page.includes(`"${type}"`) && !page.includes(`\`${type}\``))).toEqual([])
  })

  it.each([...schemaFiles()])('names every key of %s', (_file, text) => {
    const keys = new Set(keysOf(JSON.parse(text)))
    const missing = [...keys].filter((key) => {
      const report = /^enable(\w+)Report$/.exec(key)?.[1]
      return !(report === undefined ? [`"${key}"`, `\`${key}\``] : [`\`${report}\``]).some((name) =>
        page.includes(name),
      )
    })
    // Which comments follow, contain a text or are starred is asked on the screen, not configured.
    expect(missing.filter((key) => !['after', 'search', 'starred'].includes(key))).toEqual([])
  })
})
