import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { release } from './release.ts'

it('is the version of every part', () => {
  for (const part of ['', 'core/', 'contract/', 'server/', 'web/'])
    expect(JSON.parse(readFileSync(new URL(`../../${part}package.json`, import.meta.url), 'utf8')).version).toBe(
      release,
    )
})
