import { describe, expect, it } from 'vitest'
import { safeRedirect } from './redirect.ts'

const origin = 'https://kaiku.example'

describe('where a sign-in leads', () => {
  it.each(['/', '/page/overview/retail/region,all;age=1*2?universe=acme#top', '/ranking/a%20b/v,r'])(
    'goes to %s, a path of this site',
    (path) => expect(safeRedirect(path, origin)).toBe(path),
  )

  it.each([
    ...['', 'page', 'https://kaiku.example.evil.example/', 'https://evil.example/', 'javascript:alert(1)'],
    ...['//evil.example', '/\\evil.example', '\\\\evil.example', '/\t/evil.example', '/\n//evil.example'],
    ...['/.//evil.example', '/..//evil.example', ' //evil.example', '/%5C/..//evil.example', 'data:text/html,x'],
  ])('goes nowhere for %j', (text) => expect(safeRedirect(text, origin)).toBeNull())

  it('goes nowhere when nothing is named', () => {
    expect(safeRedirect(null, origin)).toBeNull()
    expect(safeRedirect(undefined, origin)).toBeNull()
  })
})
