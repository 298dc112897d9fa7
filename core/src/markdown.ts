/** A piece of a line. `href`: an address outside, or a path of Kaiku's own. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly parts: readonly Inline[] }

export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly parts: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly parts: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }

const heading = /^(#{1,3})\s+(.+?)\s*#*$/
const item = /^\s{0,3}(?:[-*+]|(\d{1,9})[.)])\s+(.+)$/
/** What a line is made of besides text, in the order in which it is looked for. */
const marks =
  /`([^`]+)`|\[([^\]]+)\]\(([^\s)]+)\)|\*\*(?=\S)(.+?)(?<=\S)\*\*|(?<![\w*])([*_])(?=\S)(.+?)(?<=\S)\5(?![\w*])/

/** Headings, lists, links, emphasis and code; everything else, tags as well, is text. */
export function readMarkdown(text: string): Block[] {
  const blocks: Block[] = []
  let lines: string[] = []
  const end = () => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', parts: readInline(lines.join('\n')) })
    lines = []
  }
  for (const line of text.split(/\r?\n/)) {
    const [, hashes, title] = heading.exec(line) ?? []
    const found = item.exec(line)
    if (hashes !== undefined && title !== undefined) {
      end()
      blocks.push({ kind: 'heading', level: levelOf(hashes), parts: readInline(title) })
    } else if (found) {
      const ordered = found[1] !== undefined
      const before = lines.length === 0 ? blocks.at(-1) : undefined
      const parts = readInline(found[2] ?? '')
      end()
      if (before?.kind === 'list' && before.ordered === ordered)
        blocks[blocks.length - 1] = { ...before, items: [...before.items, parts] }
      else blocks.push({ kind: 'list', ordered, items: [parts] })
    } else if (line.trim() === '') end()
    else lines.push(line.trim())
  }
  end()
  return blocks
}

const levelOf = (hashes: string) => (hashes.length === 1 ? 1 : hashes.length === 2 ? 2 : 3)

function readInline(text: string): Inline[] {
  const found = marks.exec(text)
  if (!found) return text === '' ? [] : [{ kind: 'text', text }]
  const [whole, code, label, href, strong, , emphasis] = found
  const before = text.slice(0, found.index)
  return [
    ...(before === '' ? [] : [{ kind: 'text', text: before } as const]),
    marked(),
    ...readInline(text.slice(found.index + whole.length)),
  ]

  function marked(): Inline {
    if (code !== undefined) return { kind: 'code', text: code }
    if (label !== undefined && href !== undefined)
      return isSafe(href) ? { kind: 'link', href, parts: readInline(label) } : { kind: 'text', text: whole }
    if (strong !== undefined) return { kind: 'strong', parts: readInline(strong) }
    return { kind: 'emphasis', parts: readInline(emphasis ?? '') }
  }
}

/** Nothing that runs: a web or mail address, or a path of this site. */
export function isSafe(href: string): boolean {
  if (/^\/(?![/\\])/.test(href)) return true
  if (!URL.canParse(href)) return false
  return ['https:', 'http:', 'mailto:'].includes(new URL(href).protocol)
}
