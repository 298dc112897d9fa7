import type { Mapping } from '@kaiku/contract/import.ts'
import { Fault, type FaultDetail } from '@kaiku/core/fault.ts'
import type { ReadTable } from '../table-reader/table.ts'
import { matchesGlob } from './glob.ts'

/** The one mapping that fits a file; `wanted` names it when several do. Throws a Fault that says of each why it does not fit. */
export function chooseMapping(mappings: readonly Mapping[], table: ReadTable, file: string, wanted?: string): Mapping {
  if (mappings.length === 0) throw new Fault('invalid', 'the survey has no import mapping')
  if (wanted !== undefined) {
    const named = mappings.find((mapping) => mapping.name === wanted)
    if (!named)
      throw new Fault('not_found', `no mapping ${wanted}; there are ${mappings.map(({ name }) => name).join(', ')}`)
    return fitting(named, table)
  }
  const why = new Map(mappings.map((mapping) => [mapping, misfit(mapping, table, file)]))
  const [first, ...others] = mappings.filter((mapping) => !why.get(mapping))
  if (first && others.length === 0) return fitting(first, table)
  const details = (first ? [first, ...others] : mappings).map(
    (mapping): FaultDetail => ({
      file,
      place: `mapping ${mapping.name}`,
      expected: first ? 'one mapping that fits' : (why.get(mapping)?.expected ?? ''),
      found: first ? 'fits as well' : (why.get(mapping)?.found ?? ''),
    }),
  )
  throw new Fault('invalid', first ? `several mappings fit ${file}` : `no mapping fits ${file}`, details)
}

/** Where a column stands: by its header as written, else trimmed; -1 when there is none. */
export function columnIndex(headers: readonly string[], column: string): number {
  const exact = headers.indexOf(column)
  return exact >= 0 ? exact : headers.findIndex((header) => header.trim() === column.trim())
}

/** The columns a mapping takes for one question, whether one or several. */
export const columnsOf = (column: string | readonly string[]): readonly string[] =>
  typeof column === 'string' ? [column] : column

/** Why a mapping would not be chosen for a file by itself; null: it would. */
export function whyNotChosen(mapping: Mapping, table: ReadTable, file: string): string | null {
  const found = misfit(mapping, table, file)
  return found && `expected ${found.expected}, found ${found.found}`
}

type Misfit = { expected: string; found: string }

function misfit({ match }: Mapping, table: ReadTable, file: string): Misfit | null {
  if (match.file !== undefined && ![file, table.name].some((name) => matchesGlob(match.file ?? '', name)))
    return { expected: `a file named ${match.file}`, found: table.name }
  const absent = match.headers.filter((header) => columnIndex(table.headers, header) < 0)
  return absent.length > 0 ? { expected: `columns ${absent.join(', ')}`, found: 'no such columns' } : null
}

/** A column that the mapping reads but the file lacks would be lost without a word. */
function fitting(mapping: Mapping, table: ReadTable): Mapping {
  const wanted = [...mapping.key, ...mapping.columns.flatMap(({ column }) => columnsOf(column))]
  const absent = wanted.filter((column) => columnIndex(table.headers, column) < 0)
  if (absent.length === 0) return mapping
  const details = absent.map((column) => {
    const alike = table.headers.filter((header) => header.startsWith(`${column.trim()} (`))
    return {
      file: table.name,
      place: `mapping ${mapping.name}`,
      expected: `column ${column}`,
      found: alike.length > 1 ? `several of that name: ${alike.join(', ')}` : 'no such column',
    }
  })
  throw new Fault('invalid', `${table.name} lacks columns of mapping ${mapping.name}: ${absent.join(', ')}`, details)
}
