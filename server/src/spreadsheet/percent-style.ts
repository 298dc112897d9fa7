import type { Hear } from './xml-check.ts'

/** Excel's own formats `0%` and `0.00%`. */
const builtIn = new Set([9, 10])

/** Which of a workbook's cell styles show a number as percent, as the tags of its styles go by. */
export function percentStyles(): { readonly hear: Hear; readonly found: ReadonlySet<number> } {
  const formats = new Set(builtIn)
  const found = new Set<number>()
  let isCellStyle = false
  let at = 0
  const hear: Hear = (name, kind, tag) => {
    if (name === 'numFmt' && kind !== 'close' && isPercent(attribute(tag, 'formatCode')))
      formats.add(Number(attribute(tag, 'numFmtId')))
    else if (name === 'cellXfs') isCellStyle = kind === 'open'
    else if (name === 'xf' && kind !== 'close' && isCellStyle) {
      if (formats.has(Number(attribute(tag, 'numFmtId') || -1))) found.add(at)
      at++
    }
  }
  return { hear, found }
}

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

/** Outside of quoted words and of a letter that a backslash takes as it is. */
const isPercent = (format: string) => format.replace(/&quot;.*?&quot;|\\./g, '').includes('%')
