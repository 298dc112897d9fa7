import type { PlaceRowFault, placeRowFaults } from '@kaiku/contract/place-tree.ts'
import type { ConfigNode } from '@kaiku/contract/view.ts'
import { plainText, splitText } from '@kaiku/core/assignment.ts'
import { unmarked } from '@kaiku/core/csv.ts'
import { readDay } from '@kaiku/core/day.ts'
import { placesMeant } from '@kaiku/core/place-change.ts'
import { tidied } from '@kaiku/core/place-edit.ts'
import { indexOf, lineOf, parentOf } from '@kaiku/core/place-tree.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { isBlankRow, misfit } from '../file-limit/reader.ts'
import { openTable } from '../table-reader/table.ts'
import { languageColumn } from './place-table.ts'

const mostPlaces = 200_000
const mostFaults = 1_000
const longest = { id: 200, name: 4_000, codes: 100 }

type Reason = (typeof placeRowFaults)[number]
type Row = { readonly line: number; readonly cell: (name: string) => string; readonly languages: readonly string[] }
export type ReadPlaces = {
  readonly file: string
  readonly nodes: ConfigNode[]
  readonly faults: PlaceRowFault[]
  readonly ignored: string[]
}

const nameOf = (header: string) => header.trim().toLowerCase().replace(/[_-]+/g, ' ')

/**
 * Reads a table of places (Excel, CSV), and what is wrong with it cell by cell. Throws Fault `invalid` for one that has
 * no ids or is damaged, `too_large`.
 */
export async function readPlaceTable(path: string): Promise<ReadPlaces> {
  const table = await openTable(path)
  try {
    const known = new Map<string, number>()
    const languages: string[] = []
    const ignored: string[] = []
    for (const [at, header] of table.headers.entries()) {
      const language = languageColumn.exec(header.trim())?.[1]
      const name = language === undefined ? nameOf(header) : `name ${language}`
      if (known.has(name) || (language === undefined && !isColumn(name))) ignored.push(header)
      else {
        known.set(name, at)
        if (language !== undefined) languages.push(language)
      }
    }
    if (!known.has('id')) throw refuse('invalid', 'place.noIdColumn')
    const faults: PlaceRowFault[] = []
    const rows: { readonly node: ConfigNode; readonly line: number }[] = []
    for await (const { line, cells, fault } of table.rows()) {
      if (isBlankRow({ line, cells })) continue
      if (fault !== undefined || misfit(cells, table.headers.length) !== null) {
        faults.push({ line, column: '', value: '', reason: 'unreadable' })
        continue
      }
      const plain = (name: string) => (cells[known.get(name) ?? -1] ?? '').trim()
      // Only a text file marks what would run as a formula.
      const cell = (name: string) => (table.kind === 'csv' ? unmarked(plain(name)) : plain(name))
      const node = nodeIn({ line, cell, languages }, faults)
      if (node) rows.push({ node, line })
      if (rows.length > mostPlaces) throw refuse('too_large', 'file.rows', { most: mostPlaces })
    }
    checkTogether(rows, faults)
    faults.sort((a, b) => a.line - b.line)
    return { file: table.name, nodes: rows.map(({ node }) => node), faults: faults.slice(0, mostFaults), ignored }
  } finally {
    await table.close()
  }
}

const isColumn = (name: string) =>
  ['id', 'name', 'parent', 'order', 'codes', 'valid from', 'valid to', 'merged into'].includes(name)

const shown = (text: string) => text.slice(0, 200).replace(/\0|\p{Surrogate}/gu, '\ufffd')

function nodeIn({ line, cell, languages }: Row, faults: PlaceRowFault[]): ConfigNode | null {
  const tell = (column: string, value: string, reason: Reason) =>
    void faults.push({ line, column, value: shown(value), reason })
  const id = cell('id')
  if (id === '') {
    tell('id', '', 'noId')
    return null
  }
  const text = (column: string) => {
    const value = cell(column)
    if (value.length > longest.id) tell(column, value, 'long')
    return value === '' ? undefined : value
  }
  const day = (column: string) => {
    const value = cell(column)
    // Excel writes a day with an hour.
    const read = value === '' ? null : readDay(value.replace(/[T ]00:00(?::00)?(?:\.0+)?Z?$/, ''))
    if (value !== '' && read === null) tell(column, value, 'day')
    return read ?? undefined
  }
  const order = cell('order')
  if (order !== '' && !Number.isFinite(Number(order))) tell('order', order, 'order')
  const codes = [...new Set(splitText(cell('codes'), '|').map((code) => plainText(code).trim()))].filter(
    (one) => one !== '',
  )
  if (codes.length > longest.codes || codes.some((code) => code.length > longest.id))
    tell('codes', cell('codes'), 'long')
  const [validFrom, validTo] = [day('valid from'), day('valid to')]
  if (validFrom && validTo && validFrom > validTo) tell('valid to', validTo, 'days')
  const [parent, mergedInto] = [text('parent'), text('merged into')]
  const place = order === '' ? undefined : Number(order)
  const name = nameIn(cell, languages)
  const node = tidied({ id: text('id') ?? id, name, parent, order: place, validFrom, validTo, codes, mergedInto })
  if (node.name === '') tell('name', '', 'noName')
  for (const one of typeof node.name === 'string' ? [node.name] : Object.values(node.name))
    if (one.length > longest.name) tell('name', one, 'long')
  return node
}

/** The one name for all languages, else those that are given. */
function nameIn(cell: (name: string) => string, languages: readonly string[]): ConfigNode['name'] {
  const given = languages.flatMap((one): [string, string][] =>
    cell(`name ${one}`) === '' ? [] : [[one, cell(`name ${one}`)]],
  )
  return given.length > 0 ? Object.fromEntries(given) : cell('name')
}

/** What only all rows together tell: ids and codes that come twice, and places that lie nowhere or in a circle. */
function checkTogether(rows: readonly { node: ConfigNode; line: number }[], faults: PlaceRowFault[]): void {
  const nodes = rows.map(({ node }) => node)
  const index = indexOf(nodes)
  const meant = placesMeant(nodes)
  const seen = new Set<string>()
  for (const { node, line } of rows) {
    const tell = (column: string, value: string, reason: Reason) =>
      void faults.push({ line, column, value: shown(value), reason })
    const { id, parent, mergedInto, codes = [] } = node
    if (seen.has(id)) tell('id', id, 'sameId')
    seen.add(id)
    const top = lineOf(index, id)[0]
    if (parent !== undefined && !index.byId.has(parent)) tell('parent', parent, 'parent')
    else if (top && index.byId.has(parentOf(top))) tell('parent', parent ?? '', 'circle')
    const into = mergedInto === undefined ? undefined : index.byId.get(mergedInto)
    if (mergedInto !== undefined && (!into || into.mergedInto !== undefined || mergedInto === id))
      tell('merged into', mergedInto, 'into')
    for (const code of codes) if (meant.get(code) !== id || index.byId.has(code)) tell('codes', code, 'code')
  }
}
