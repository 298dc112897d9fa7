import { posix } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import JSZip from 'jszip'
import { SaxesParser } from 'saxes'

type Cell = string | number | null
/** What a chart draws, and what stands in the workbook behind it. */
export type ReadChart = {
  readonly kind: 'line' | 'bar' | 'stacked'
  readonly categories: readonly string[]
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[]
  readonly sheet: readonly (readonly Cell[])[]
  /** The sheet and all else of its workbook, as it is written. */
  readonly written: string
}
export type ReadSlide = {
  readonly title: string
  readonly texts: readonly string[]
  readonly notes: string
  readonly tables: readonly (readonly (readonly string[])[])[]
  readonly charts: readonly ReadChart[]
  /** What is read out of charts, tables and pictures. */
  readonly alternatives: readonly string[]
}
export type ReadDeck = {
  readonly slides: readonly ReadSlide[]
  /** Every letter of every part, those of the workbooks behind charts, too. */
  readonly written: string
  readonly size: { readonly width: number; readonly height: number }
}

type Node = { readonly name: string; readonly attributes: Record<string, string>; readonly nodes: Node[]; text: string }

/** A part as a tree. Throws where it is not well-formed. */
export function readXml(xml: string, file: string): Node {
  const root: Node = { name: '', attributes: {}, nodes: [], text: '' }
  const open = [root]
  const parser = new SaxesParser({ fileName: file, xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const said = Object.fromEntries(Object.entries(attributes).map(([key, { value }]) => [key, value]))
    const node: Node = { name, attributes: said, nodes: [], text: '' }
    open.at(-1)?.nodes.push(node)
    open.push(node)
  })
  parser.on('text', (text) => {
    const node = open.at(-1)
    if (node) node.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return root
}

/** All of a name below a node, in their order. */
export const within = (node: Node, name: string): Node[] =>
  node.nodes.flatMap((one) => [...(one.name === name ? [one] : []), ...within(one, name)])
const wordsOf = (node: Node) =>
  within(node, 'a:p')
    .map((line) =>
      within(line, 'a:t')
        .map(({ text }) => text)
        .join(''),
    )
    .filter((line) => line !== '')

/** A file of slides. Throws where a part is not well-formed, or a relation leads nowhere. */
export async function readDeck(bytes: Buffer): Promise<ReadDeck> {
  const zip = await JSZip.loadAsync(bytes)
  const { files, written } = await partsOf(zip)
  const tree = (file: string) => files.get(file) ?? readXml('<none/>', file)
  const slides: ReadSlide[] = []
  for (let at = 1; files.has(`ppt/slides/slide${at}.xml`); at++) {
    const file = `ppt/slides/slide${at}.xml`
    const related = targetsOf(tree(relationsOf(file)), file)
    const charts: ReadChart[] = []
    for (const { target } of related.filter(({ type }) => type.endsWith('/chart')))
      charts.push(await readChart(zip, tree(target), targetsOf(tree(relationsOf(target)), target)))
    const notes = related.find(({ type }) => type.endsWith('/notesSlide'))
    const slide = tree(file)
    const shapes = within(slide, 'p:sp')
    const title = shapes.find((shape) => within(shape, 'p:ph').some(({ attributes }) => attributes.type === 'title'))
    slides.push({
      title: title ? wordsOf(title).join(' ') : '',
      texts: shapes.flatMap(wordsOf),
      notes: notes ? wordsOf(tree(notes.target)).join('\n') : '',
      tables: within(slide, 'a:tbl').map((table) =>
        within(table, 'a:tr').map((row) => within(row, 'a:tc').map((cell) => wordsOf(cell).join(' '))),
      ),
      charts,
      alternatives: within(slide, 'p:cNvPr').flatMap(({ attributes }) => attributes.descr ?? []),
    })
  }
  const [size] = within(tree('ppt/presentation.xml'), 'p:sldSz')
  return { slides, written, size: { width: Number(size?.attributes.cx), height: Number(size?.attributes.cy) } }
}

/** Every part, parsed, of a package and of those within it. */
async function partsOf(zip: JSZip, within = ''): Promise<{ files: Map<string, Node>; written: string }> {
  const files = new Map<string, Node>()
  let written = ''
  for (const [file, entry] of Object.entries(zip.files)) {
    if (entry.dir) continue
    if (/\.(xml|rels)$/.test(file)) {
      const xml = await entry.async('string')
      files.set(file, readXml(xml, within + file))
      written += xml
    }
    if (file.endsWith('.xlsx')) {
      const inner = await partsOf(await JSZip.loadAsync(await entry.async('nodebuffer')), `${file}/`)
      written += inner.written
    }
  }
  for (const [file, node] of files) {
    const of = /^(.*)_rels\/(.*)\.rels$/.exec(file)
    if (!of) continue
    for (const { target } of targetsOf(node, `${of[1]}${of[2]}`))
      if (!zip.files[target]) throw new Error(`${within}${file} leads to ${target}, which is not there`)
  }
  return { files, written }
}

const relationsOf = (file: string) => posix.join(posix.dirname(file), '_rels', `${posix.basename(file)}.rels`)

function targetsOf(relations: Node, file: string): { type: string; target: string }[] {
  return within(relations, 'Relationship').flatMap(({ attributes: { Type = '', Target = '', TargetMode } }) => {
    if (TargetMode === 'External') return []
    const target = Target.startsWith('/') ? Target.slice(1) : posix.join(posix.dirname(file), Target)
    return [{ type: Type, target }]
  })
}

async function readChart(zip: JSZip, chart: Node, related: ReturnType<typeof targetsOf>): Promise<ReadChart> {
  const book = await zip.file(related.find(({ type }) => type.endsWith('/package'))?.target ?? '')?.async('nodebuffer')
  if (!book) throw new Error('a chart without a workbook')
  const { sheets } = await readXlsx(book)
  const series = within(chart, 'c:ser').map((one) => {
    const points = (name: string) => {
      const [part] = within(one, name)
      const count = part ? Number(within(part, 'c:ptCount')[0]?.attributes.val) : 0
      const known = new Map(
        (part ? within(part, 'c:pt') : []).map((point) => [
          Number(point.attributes.idx),
          within(point, 'c:v')[0]?.text ?? '',
        ]),
      )
      return Array.from({ length: count }, (_, at) => known.get(at) ?? null)
    }
    return {
      name: points('c:tx')[0] ?? '',
      categories: points('c:cat').map((text) => text ?? ''),
      values: points('c:val').map((text) => (text === null ? null : Number(text))),
    }
  })
  const isStacked = within(chart, 'c:grouping').some(({ attributes }) => attributes.val === 'percentStacked')
  return {
    kind: within(chart, 'c:lineChart').length > 0 ? 'line' : isStacked ? 'stacked' : 'bar',
    categories: series[0]?.categories ?? [],
    series: series.map(({ name, values }) => ({ name, values })),
    sheet: (sheets[0]?.rows ?? []).map((row) =>
      row.map((cell) => (typeof cell === 'number' || typeof cell === 'string' ? cell : null)),
    ),
    written: (await partsOf(await JSZip.loadAsync(book))).written,
  }
}
