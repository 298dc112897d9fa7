import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readDirectory, schemaFiles } from './definition-directory.ts'

const published = fileURLToPath(new URL('../../../docs/schemas/', import.meta.url))

describe('the JSON Schemas for editors', () => {
  it.each([...schemaFiles()])(
    '%s in docs/schemas is what the contract says (kaiku schema docs/schemas)',
    (file, text) => {
      expect(existsSync(join(published, file))).toBe(true)
      expect(readFileSync(join(published, file), 'utf8')).toBe(text)
    },
  )
})

describe('a directory', () => {
  let directory: string
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'kaiku-files-'))
  })
  afterEach(() => rmSync(directory, { recursive: true, force: true }))

  it('is read for its JSON files only', async () => {
    writeFileSync(join(directory, 'settings.json'), '{}')
    writeFileSync(join(directory, 'README.md'), '# x')
    mkdirSync(join(directory, 'old.json'))
    expect([...(await readDirectory(directory))]).toEqual([['settings.json', '{}']])
  })

  it('is refused where it is missing, empty or holds no text', async () => {
    await expect(readDirectory(join(directory, 'nowhere'))).rejects.toMatchObject({ code: 'not_found' })
    await expect(readDirectory(directory)).rejects.toMatchObject({ code: 'not_found' })
    writeFileSync(join(directory, 'settings.json'), Buffer.from([0x7b, 0xff, 0x7d]))
    await expect(readDirectory(directory)).rejects.toMatchObject({
      code: 'invalid',
      details: [{ file: 'settings.json' }],
    })
  })
})
