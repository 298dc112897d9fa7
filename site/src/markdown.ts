import { dirname, join, normalize } from 'node:path/posix'
import MarkdownIt, { type Token } from 'markdown-it'

/** A heading of a document: how deep, its text and its anchor. */
export type Heading = { readonly level: number; readonly text: string; readonly anchor: string }
/** Where a link of a document leads: a document or file of the repository, and an anchor in it. */
export type Target = { readonly file: string; readonly anchor: string }
export type ReadDocument = {
  readonly title: string
  readonly html: string
  readonly headings: readonly Heading[]
  /** Plain text under each heading, for the search; the first stands under the title. */
  readonly texts: readonly string[]
  readonly targets: readonly Target[]
}

/** The anchor that GitHub gives a heading, so that links hold on both. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

const plain = (token: Token): string =>
  (token.children ?? [])
    .map((child) =>
      child.type === 'softbreak' ? ' ' : ['text', 'code_inline', 'image'].includes(child.type) ? child.content : '',
    )
    .join('')

/**
 * Reads a document of the repository. `linked` gives the address of what a link leads to, with its anchor; relative
 * links are resolved against the document's folder first.
 */
export function readDocument(source: string, text: string, linked: (target: Target) => string): ReadDocument {
  const markdown = new MarkdownIt({ html: true, typographer: false })
  const tokens = markdown.parse(text, {})
  const headings: Heading[] = []
  const texts: string[] = []
  const targets: Target[] = []
  const taken = new Map<string, number>()

  tokens.forEach((token, at) => {
    if (token.type === 'heading_open') {
      const inline = tokens[at + 1]
      const heading = inline ? plain(inline) : ''
      const wanted = anchorOf(heading)
      const before = taken.get(wanted) ?? 0
      taken.set(wanted, before + 1)
      const anchor = before === 0 ? wanted : `${wanted}-${before}`
      token.attrSet('id', anchor)
      headings.push({ level: Number(token.tag.slice(1)), text: heading, anchor })
      texts.push('')
    }
    if (token.type === 'inline' && tokens[at - 1]?.type !== 'heading_open')
      texts[texts.length - 1] = `${texts.at(-1) ?? ''} ${plain(token)}`.trim()
    if (token.type === 'table_open') token.attrSet('tabindex', '0')
    for (const child of token.children ?? []) relink(child)
  })

  function relink(token: Token) {
    const name = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : null
    const href = String((name && token.attrGet(name)) ?? '')
    if (!name || href === '' || /^[a-z]+:/.test(href)) return
    const [path = '', anchor = ''] = href.split('#')
    const file = path === '' ? source : normalize(join(dirname(source), path))
    const target = { file, anchor }
    targets.push(target)
    token.attrSet(name, linked(target))
    if (name === 'src') token.attrSet('loading', 'lazy')
  }

  return {
    title: headings[0]?.text ?? source,
    html: markdown.renderer.render(tokens, markdown.options, {}),
    headings,
    texts,
    targets,
  }
}
