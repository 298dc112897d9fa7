import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { definitionFiles } from '@kaiku/contract/definition.ts'
import { Fault, type FaultDetail } from '@kaiku/core/fault.ts'
import { type Files, isDefinitionFile } from './read-definition.ts'
import { titledSchema } from './titled-schema.ts'

const names = Object.keys(definitionFiles).filter(isDefinitionFile)
const largest = 64 * 1024 ** 2

/** The JSON files of a directory, byte for byte. Throws Fault `invalid` for what is no UTF-8, `not_found` without any. */
export async function readDirectory(directory: string): Promise<Files> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      throw new Fault('not_found', `There is no directory ${directory}.`)
    throw error
  })
  const names = entries.filter((entry) => !entry.isDirectory() && entry.name.endsWith('.json')).map(({ name }) => name)
  if (names.length === 0)
    throw new Fault('not_found', `${directory} holds no definition: there is no ${names.join(', ')}.`)
  const faults: FaultDetail[] = []
  const files = new Map<string, string>()
  for (const file of names.sort()) {
    const bytes = await readFile(join(directory, file))
    const text = bytes.length > largest ? null : decode(bytes)
    if (text === null)
      faults.push({ file, place: '', expected: 'UTF-8 text of 64 MiB or less', found: `${bytes.length} bytes` })
    else files.set(file, text)
  }
  if (faults.length > 0) throw new Fault('invalid', 'Not every file is text.', faults)
  return files
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Writes the files as they are; makes the directory. */
export async function writeDirectory(directory: string, files: Files): Promise<void> {
  await mkdir(directory, { recursive: true })
  for (const [file, text] of files) await writeFile(join(directory, basename(file)), text)
}

/** JSON Schema of each file of a definition, for editors: `{ "$schema": "…/questions.schema.json" }`. */
export const schemaFiles = (): Map<string, string> =>
  new Map(
    names.map((file) => [
      file.replace('.json', '.schema.json'),
      `${JSON.stringify(titledSchema(file, 'en'), null, 2)}\n`,
    ]),
  )
