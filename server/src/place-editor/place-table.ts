import type { ConfigNode } from '@kaiku/contract/view.ts'
import { escapedText } from '@kaiku/core/assignment.ts'
import type { SheetCell } from '../table-file/sheet-cell.ts'
import { workbook } from '../table-file/workbook.ts'

/** The columns of a table of places; a name in a language follows as `name fi`. */
export const columns = ['id', 'name', 'parent', 'order', 'codes', 'valid from', 'valid to', 'merged into'] as const
export type PlaceColumn = (typeof columns)[number]
export const languageColumn = /^name[ _-]+([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)$/i

const atOnce = 2_000

/** Places as a workbook, one in each row. */
export function placeWorkbook(nodes: readonly ConfigNode[], sheet: string) {
  const plain = nodes.some(({ name }) => typeof name === 'string')
  const languages = [...new Set(nodes.flatMap(({ name }) => (typeof name === 'string' ? [] : Object.keys(name))))]
  const head = [
    'id',
    ...(plain || languages.length === 0 ? ['name'] : []),
    ...languages.map((one) => `name ${one}`),
    ...columns.slice(2),
  ]
  const row = ({ id, name, parent, order, codes, validFrom, validTo, mergedInto }: ConfigNode): SheetCell[] => [
    id,
    ...(plain || languages.length === 0 ? [typeof name === 'string' ? name : null] : []),
    ...languages.map((one) => (typeof name === 'string' ? null : (name[one] ?? null))),
    parent ?? null,
    order ?? null,
    codes?.map(escapedText).join('|') ?? null,
    ...[validFrom, validTo].map((day) => (day === undefined ? null : { day })),
    mergedInto ?? null,
  ]
  const rows = function* () {
    for (let at = 0; at < nodes.length; at += atOnce) yield nodes.slice(at, at + atOnce).map(row)
  }
  return workbook([{ name: sheet, columns: head.map((title) => ({ title })), rows: rows(), frozen: 1 }])
}
