import { Unreadable } from '../file-limit/unreadable.ts'
import { percentStyles } from './percent-style.ts'
import { sheetCheck } from './sheet-check.ts'
import { type Hear, xmlCheck } from './xml-check.ts'
import { entryContent, entryText, type ZipEntry, zipDirectory } from './zip-directory.ts'

type Entries = ReadonlyMap<string, ZipEntry>
type Sheet = { readonly name: string; readonly path: string }

/**
 * The sheet of a workbook that is read: its place among the others, and from which moment its days are counted. The
 * largest is taken where none is `wanted`. Throws `Unreadable` for a sheet that is not there and, with `check`, where
 * something that is read of the workbook is missing, cut off or damaged.
 */
export async function checkedWorkbook(archive: Buffer, wanted: string | undefined, check: boolean) {
  const entries = zipDirectory(archive)
  const book = entries.get('xl/workbook.xml')
  const relations = entries.get('xl/_rels/workbook.xml.rels')
  if (!book || !relations) throw new Unreadable('the file is not an Excel workbook')
  const text = await entryText(archive, book)
  const parts = partsOf(await entryText(archive, relations))
  const sheets = sheetsOf(text, parts)
  const index = chosen(sheets, entries, wanted)
  const sheet = sheets[index]
  const percents = check && sheet ? await checkParts(archive, entries, parts, sheet) : []
  const isFrom1904 = /<(?:\w+:)?workbookPr\b[^>]*\bdate1904="(?:1|true)"/.test(text)
  return { index, percents, dayZero: isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 31) }
}

type Part = { readonly id: string; readonly type: string; readonly path: string }

const partsOf = (relations: string): Part[] =>
  [...relations.matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)].map(([tag]) => {
    const target = attribute(tag, 'Target')
    return {
      id: attribute(tag, 'Id'),
      type: attribute(tag, 'Type').split('/').at(-1) ?? '',
      path: target.startsWith('/') ? target.slice(1) : `xl/${target}`,
    }
  })

function sheetsOf(book: string, parts: readonly Part[]): Sheet[] {
  const paths = new Map(parts.map(({ id, path }) => [id, path]))
  return [...book.matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)].map(([tag]) => ({
    name: attribute(tag, 'name'),
    path: paths.get(attribute(tag, '\\w+:id')) ?? '',
  }))
}

/** The sheet of that name, or the largest one. */
function chosen(sheets: readonly Sheet[], entries: Entries, wanted: string | undefined): number {
  const size = (at: number) => entries.get(sheets[at]?.path ?? '')?.size ?? 0
  if (wanted === undefined) return sheets.reduce((best, _, at) => (size(at) > size(best) ? at : best), 0)
  const found = sheets.findIndex(({ name }) => name.trim() === wanted.trim())
  if (found < 0) throw new Unreadable(`no sheet ${wanted}; there are ${sheets.map(({ name }) => name).join(', ')}`)
  return found
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const attribute = (tag: string, name: string) =>
  (new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex, digits) => String.fromCodePoint(Number.parseInt(digits, hex ? 16 : 10)))
    .replace(/&(\w+);/g, (whole, entity) => entities[entity] ?? whole)

/** Looks through the sheet and what its cells refer to: their texts, and which of its numbers are dates. */
async function checkParts(archive: Buffer, entries: Entries, parts: readonly Part[], sheet: Sheet) {
  const entryOf = (path: string, of = path) => {
    const found = entries.get(path)
    if (!found) throw new Unreadable(`the workbook lacks ${of}`)
    return found
  }
  let texts = 0
  const paths = (wanted: string) => new Set(parts.filter(({ type }) => type === wanted).map(({ path }) => path))
  const styles = percentStyles()
  for (const path of paths('styles')) await checkXml(archive, entryOf(path), path, styles.hear)
  for (const path of paths('sharedStrings'))
    await checkXml(archive, entryOf(path), path, (name, kind) => {
      if (name === 'si' && kind !== 'close') texts++
    })
  const called = `the sheet ${sheet.name} (${sheet.path})`
  const { hear, end, percents } = sheetCheck(called, texts, styles.found)
  await checkXml(archive, entryOf(sheet.path, called), called, hear)
  end()
  return percents()
}

async function checkXml(archive: Buffer, entry: ZipEntry, called = entry.name, hear?: Hear) {
  const check = xmlCheck(called, hear)
  for await (const piece of entryContent(archive, { ...entry, name: called })) check.push(piece)
  check.end()
}
