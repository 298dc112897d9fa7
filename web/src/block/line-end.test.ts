import { expect, it } from 'vitest'
import { keptText, openText } from './line-end.ts'

it('keeps the line ends of a file, whichever it has', () => {
  for (const kept of ['{\n}\n', '{\r\n}\r\n', '\uFEFF{}', '']) {
    const { text, lineEnd } = openText(kept)
    expect(text).not.toContain('\r')
    expect(keptText(text, lineEnd)).toBe(kept)
  }
})
