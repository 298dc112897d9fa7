import { expect, it } from 'vitest'
import { codeGroups, readCode } from './recipient-code.ts'

it('reads a code as people type it', () => {
  const code = '0a1bvc2d3efghjkm'
  expect(codeGroups(code)).toEqual(['0A1B', 'VC2D', '3EFG', 'HJKM'])
  for (const typed of [
    code,
    ' 0A1B VC2D 3EFG HJKM ',
    '0a1b-vc2d–3efg.hjkm',
    'oAlB uc2D 3efghjkm',
    'Oaib VC2D 3EFG HJKM',
  ])
    expect(readCode(typed)).toBe(code)
})
