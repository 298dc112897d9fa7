import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { z } from 'zod'

export type ReadPdf = {
  readonly title: string
  readonly language: string
  readonly isTagged: boolean
  /** The text of each page. */
  readonly pages: readonly string[]
  /** Where its links lead. */
  readonly links: readonly string[]
  /** What structure there is, by its roles: `H1`, `Table`, `TH`, `Figure` … */
  readonly roles: ReadonlySet<string>
  /** What is read out in place of drawings. */
  readonly alternatives: readonly string[]
  readonly size: { readonly width: number; readonly height: number }
  /** Where each text begins, in millimetres from the left and the upper edge of its page; `y` of its base line. */
  readonly texts: readonly {
    readonly text: string
    readonly page: number
    readonly x: number
    readonly y: number
    readonly width: number
  }[]
  /** Names of fonts that a reader would have to bring along. */
  readonly missingFonts: ReadonlySet<string>
}

/** Points of a millimetre. */
const point = 72 / 25.4

/** A PDF as another program reads it. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise
  const { info } = await document.getMetadata()
  const marks = await document.getMarkInfo()
  const pages: string[] = []
  const links: string[] = []
  const roles = new Set<string>()
  const alternatives: string[] = []
  let size = { width: 0, height: 0 }
  const texts: ReadPdf['texts'][number][] = []
  const missingFonts = new Set<string>()
  for (let at = 1; at <= document.numPages; at++) {
    const page = await document.getPage(at)
    const { width, height } = page.getViewport({ scale: 1 })
    size = { width: Math.round(width), height: Math.round(height) }
    const { items } = await page.getTextContent()
    await page.getOperatorList()
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue
      const [x, y] = [Number(item.transform[4]), height - Number(item.transform[5])]
      texts.push({ text: item.str, page: at, x: x / point, y: y / point, width: item.width / point })
      const font = usedFont.parse(page.commonObjs.get(item.fontName))
      if (font.missingFile) missingFonts.add(font.name)
    }
    pages.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''))
    for (const annotation of await page.getAnnotations()) {
      const { data } = link.safeParse(annotation)
      if (data) links.push(data.url)
    }
    note(await page.getStructTree(), roles, alternatives)
  }
  const told = z.object({ Title: z.string().catch(''), Language: z.string().catch('') }).parse(info)
  return {
    title: told.Title,
    language: told.Language,
    isTagged: marks?.Marked === true,
    pages,
    links,
    roles,
    alternatives,
    size,
    texts,
    missingFonts,
  }
}

const usedFont = z.object({ name: z.string(), missingFile: z.boolean() })

const link = z.object({ url: z.string() })

type Node = { readonly role?: string; readonly alt?: string; readonly children?: readonly unknown[] }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

function note(node: unknown, roles: Set<string>, alternatives: string[]): void {
  if (!isNode(node)) return
  if (node.role !== undefined) roles.add(node.role)
  if (node.alt !== undefined) alternatives.push(node.alt)
  for (const child of node.children ?? []) note(child, roles, alternatives)
}
